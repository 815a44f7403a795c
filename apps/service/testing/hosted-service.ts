/** The built service as one of several processes on a database that is there: to be killed, or to be told to go. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { issuerOf } from '#kernel/people/person.ts';

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));

export interface HostedService {
  readonly origin: string;
  readonly pid: number;
  /** kill -9; it has ended when this resolves. */
  kill(): Promise<void>;
  /** As a supervisor does: answers with what it ended. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Its sign-in is nobody's: tokens are those of the secret. */
export const startHosted = async (
  { serviceUrl, jwtSecret }: { readonly serviceUrl: string; readonly jwtSecret: string },
  env: Record<string, string> = {},
): Promise<HostedService> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wattershed-hosted-'));
  const child: ChildProcess = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      TZ: process.env['TZ'],
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: 'false',
      LOG_LEVEL: 'silent',
      DRAIN_SECONDS: '1',
      DATABASE_URL: serviceUrl,
      BACKEND_URL: 'http://127.0.0.1:9',
      BACKEND_ANON_KEY: 'nobody',
      BACKEND_JWT_SECRET: jwtSecret,
      BACKEND_ISSUER: issuerOf(jwtSecret),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const said: string[] = [];
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => said.push(line));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const origin = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line);
      const [, found] = /^Wattershed is ready at (\S+)/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    void exited.then(() => reject(new Error(`the service ended before it was ready: ${said.join('\n')}`)));
  });
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    const [code] = await exited;
    rmSync(dataDir, { recursive: true, force: true });
    return code;
  };
  return {
    origin,
    pid: child.pid ?? 0,
    kill: async () => void (await end('SIGKILL')),
    stop: (signal = 'SIGTERM') => end(signal),
  };
};
