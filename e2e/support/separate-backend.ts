import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { giveTimeToStart, type RunningService, startService } from './start-service.ts';

const program = fileURLToPath(new URL('../../apps/service/backend-apart/serve.ts', import.meta.url));

/** How the backend signs its tokens: `backend-apart/outside-tokens.ts`. */
type Signing = 'HS256' | 'ES256' | 'RS256';

interface Facts {
  url: string;
  databaseUrl: string;
  anonKey: string;
  serviceKey: string;
  jwtSecret: string | null;
}

interface SentMail {
  to: string;
  text: string;
  link: string;
}

export interface HostedProduct {
  /** The product's origin, and its backend's. */
  url: string;
  backendUrl: string;
  anonKey: string;
  /** What the backend has mailed so far. */
  mails: SentMail[];
  stop(): Promise<void>;
}

/** The product with a backend that is another process on another origin. */
export async function startHosted(signing: Signing, env: Record<string, string> = {}): Promise<HostedProduct> {
  giveTimeToStart();
  const home = mkdtempSync(join(tmpdir(), 'wattershed-apart-'));
  chmodSync(home, 0o755);
  const mails: SentMail[] = [];
  const child = openProcess(join(home, 'data'), signing);
  child.on('message', ({ mail }: { mail?: SentMail }) => mail && mails.push(mail));
  let service: RunningService | undefined;
  const stop = async () => {
    await service?.stop();
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGINT');
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const { url, databaseUrl, anonKey, serviceKey, jwtSecret } = await factsOf(child);
    service = await startService({
      env: {
        DATABASE_URL: databaseUrl,
        BACKEND_URL: url,
        BACKEND_ANON_KEY: anonKey,
        BACKEND_SERVICE_KEY: serviceKey,
        ...(jwtSecret && { BACKEND_JWT_SECRET: jwtSecret }),
        ...env,
      },
    });
    child.send({ product: service.url });
    return { url: service.url, backendUrl: url, anonKey, mails, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function openProcess(dataDir: string, signing: Signing): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', program, dataDir, signing], {
    // Real hashes, made in a sixty-fourth of the time.
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], TZ: 'Europe/Madrid', LITE_AUTH_BCRYPT_COST: '4' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

async function factsOf(child: ChildProcess): Promise<Facts> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The separate backend ended with code ${code}.`)));
    child.on('message', ({ facts }: { facts?: Facts }) => facts && resolve(facts));
  });
}
