/** The built service as a process, and what is measured beside it, on a folder that goes with them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Launched {
  readonly base: string;
  readonly child: ChildProcess;
  /** Until it was ready. */
  readonly ms: number;
}

interface Secrets {
  readonly superuserPassword: string;
  readonly servicePassword: string;
  readonly jwtSecret: string;
}

/** In MB. */
export const memoryOf = (child: ChildProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

export const openBench = () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wattershed-bench-data-'));
  // PostgreSQL runs as another user when we are root: the folder must let it through.
  chmodSync(dataDir, 0o755);
  const started: ChildProcess[] = [];

  /** `ready`: what it prints then, its address in brackets. */
  const launch = (args: string[], env: Record<string, string>, ready: RegExp): Promise<Launched> =>
    new Promise((resolve, reject) => {
      const begun = performance.now();
      const child = spawn(process.execPath, args, {
        cwd: root,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      started.push(child);
      let text = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        const base = ready.exec(text)?.[1];
        if (base) resolve({ base, child, ms: performance.now() - begun });
      });
      child.on('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}: ${text}`)));
    });
  const secrets = () => JSON.parse(readFileSync(join(dataDir, 'backend-secrets.json'), 'utf8')) as Secrets;

  return {
    launch,
    secrets,
    dataDir,
    startService: (env: Record<string, string> = {}) =>
      launch(
        ['apps/service/dist/main.js'],
        { DATA_DIR: dataDir, PORT: '0', DEMO: 'false', ...env },
        /ready at (http:\/\/\S+)/,
      ),
    /** The superuser's, of the service's own PostgreSQL. */
    ownerUrl: (database: string): string => {
      const port = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3];
      return `postgres://postgres:${secrets().superuserPassword}@127.0.0.1:${port}/${database}`;
    },
    open: async (url: string): Promise<pg.Client> => {
      const client = new pg.Client(url);
      client.on('error', () => {});
      await client.connect();
      return client;
    },
    end: async (): Promise<void> => {
      for (const child of started) child.removeAllListeners('exit');
      const running = started.filter((child) => child.exitCode === null && child.signalCode === null);
      await Promise.all(
        running.map(
          (child) =>
            new Promise((resolve) => {
              child.on('exit', resolve);
              child.kill('SIGINT');
            }),
        ),
      );
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
