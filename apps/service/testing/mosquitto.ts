/** A real Mosquitto: the system's, else the packages of Debian unpacked beside the modules, without being installed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { freePort } from '#kernel/postgres/postgres-process.ts';
import { createBilling } from '#subjects/bills/service/index.ts';
import { type BrokerRegistry, createBrokerRegistry } from '#subjects/hardware/service/broker-registry.ts';
import { createReadHome } from '#subjects/insight/service/index.ts';
import type { Stage } from './stage.ts';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/mosquitto/', import.meta.url));
const packages = ['mosquitto', 'libcjson1', 'libdlt2', 'libwrap0', 'libmosquitto1', 'libnsl2', 'libtirpc3', 'libcap2'];
const installed = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto'];

interface Program {
  readonly path: string;
  readonly libraries: string;
}

const unpack = (): void => {
  mkdirSync(join(cache, '..'), { recursive: true });
  const folder = mkdtempSync(join(cache, '..', 'mosquitto-'));
  execFileSync('apt-get', ['download', ...packages], { cwd: folder, stdio: 'pipe' });
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.deb')))
    execFileSync('dpkg-deb', ['-x', name, 'root'], { cwd: folder });
  // Of two that unpack at once, the first one stays.
  if (existsSync(cache)) rmSync(folder, { recursive: true });
  else renameSync(folder, cache);
};

const findMosquitto = (): Program => {
  const path = installed.find((place) => existsSync(place));
  if (path) return { path, libraries: '' };
  if (!existsSync(cache)) unpack();
  const under = join(cache, 'root/usr/lib');
  const folders = readdirSync(under).map((name) => join(under, name));
  return { path: join(cache, 'root/usr/sbin/mosquitto'), libraries: folders.join(':') };
};

export interface Mosquitto {
  readonly url: string;
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** `settings`: further lines of its configuration. */
export const openMosquitto = async (settings: readonly string[] = ['allow_anonymous true']): Promise<Mosquitto> => {
  const { path, libraries } = findMosquitto();
  const folder = mkdtempSync(join(tmpdir(), 'mosquitto-'));
  const port = await freePort();
  const config = join(folder, 'mosquitto.conf');
  writeFileSync(config, [`listener ${port} 127.0.0.1`, 'max_queued_messages 100000', ...settings, ''].join('\n'));
  let running: ChildProcess | null = null;

  const end = (signal: NodeJS.Signals): Promise<void> =>
    new Promise((resolve) => {
      if (!running || running.exitCode !== null) return resolve();
      running.once('exit', () => resolve());
      running.kill(signal);
    });
  const start = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const env = { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) };
      const child = spawn(path, ['-c', config], { env, stdio: ['ignore', 'ignore', 'pipe'] });
      running = child;
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (/ running\n/.test(said)) resolve();
      });
      child.once('exit', () => reject(new Error(`Mosquitto ended: ${said}`)));
    });
  await start();
  return {
    url: `mqtt://127.0.0.1:${port}`,
    start,
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

// A registry on a stage, with the real sources.

export const quietLog = pino({ level: 'silent' });

export const openRegistry = (
  { database, changes, ...stage }: Stage,
  ingest: Pick<Stage['ingest'], 'record'> = stage.ingest,
): Promise<BrokerRegistry> => {
  const readHome = createReadHome(stage.sql, createBilling({ sql: stage.sql, now: Date.now }));
  return createBrokerRegistry({ database, ingest, changes, readHome, log: quietLog, now: Date.now });
};
