/** The built service as a process of its own, to be killed: on a folder that stays. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { readSecrets } from '#kernel/postgres/installation.ts';

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
export const isBuilt = existsSync(program);

export interface DurableService {
  origin: string;
  /** Of the process. */
  pid(): number;
  start(): Promise<void>;
  /** kill -9; it has ended when this resolves. */
  killService(): Promise<void>;
  killPostgres(): void;
  /** What it has printed since it was ready. */
  readonly log: string[];
  /** What it signs its tokens with. */
  jwtSecret(): string;
  /** The superuser's connection, to look behind everything. */
  openOwner(): postgres.Sql;
  end(): Promise<void>;
}

/** `env`: settings beside the usual ones of such a test; a `DATA_DIR` of its own stays when it ends. */
export const durableService = (env: Record<string, string> = {}): DurableService => {
  const given = env['DATA_DIR'];
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'wattershed-durable-'));
  if (given === undefined) chmodSync(dataDir, 0o755);
  let child: ChildProcess | null = null;
  /** PostgreSQL's own pid file, wherever its folder had to be. */
  const pidFile = (): string[] => {
    const pointer = join(dataDir, 'postgres.location');
    const folder = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres');
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  };
  const service: DurableService = {
    origin: '',
    pid: () => child?.pid ?? 0,
    log: [],
    start: async () => {
      const settings = { DATA_DIR: dataDir, PORT: '0', DEMO: 'false', LOG_LEVEL: 'silent', ...env };
      child = spawn(process.execPath, [program], {
        env: { PATH: process.env['PATH'], ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
      const errors = createInterface({ input: child.stderr as NodeJS.ReadableStream });
      errors.on('line', (line) => void service.log.push(line));
      await new Promise<void>((resolve, reject) => {
        lines.on('line', (line) => {
          const [, origin] = /^Wattershed is ready at (\S+)/.exec(line) ?? [];
          if (origin === undefined) return void service.log.push(line);
          service.origin = origin;
          resolve();
        });
        lines.once('close', () => reject(new Error('the service ended before it was ready')));
      });
    },
    killService: async () => {
      child?.kill('SIGKILL');
      if (child) await once(child, 'exit');
    },
    killPostgres: () => void process.kill(Number(pidFile()[0]), 'SIGKILL'),
    jwtSecret: () => readSecrets(dataDir)?.jwtSecret ?? '',
    openOwner: () => {
      const password = readSecrets(dataDir)?.superuserPassword ?? '';
      const port = Number(pidFile()[3]);
      return postgres({ host: '127.0.0.1', port, user: 'postgres', password, database: 'wattershed', max: 1 });
    },
    end: async () => {
      if (child && child.exitCode === null && child.signalCode === null) {
        child.kill('SIGINT');
        await once(child, 'exit');
      }
      if (given === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return service;
};

/** Asks it as a program would. Throws when it is not answered well. */
export const askJson = async <T>(url: string, headers: Record<string, string>, body?: object): Promise<T> => {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const answer = await fetch(url, { ...init, headers: { 'content-type': 'application/json', ...headers } });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const text = await answer.text();
  return (text ? JSON.parse(text) : null) as T;
};
