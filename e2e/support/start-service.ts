import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Page, test, type TestInfo } from '@playwright/test';
import { type Member, newMember } from './member.ts';

const ownProject = fileURLToPath(new URL('../..', import.meta.url));

export interface RunningService {
  url: string;
  /** File with everything that the service has printed. */
  logFile: string;
  pid: number;
  /** Ends it as Ctrl-C does; fails when it does not end well or leaves a process behind. */
  stop: () => Promise<void>;
}

interface Options {
  env?: Record<string, string>;
  logFile?: string;
  /** Given: kept after the stop, so that a second start finds it. */
  dataDir?: string;
  /** The first start of all: nothing is there that another has made. */
  isFirst?: boolean;
  /** As soon as it answers: the demo household may still be made. */
  isAtOnce?: boolean;
  /** Folder of the built project; this one, unless another is given. */
  project?: string;
}

/** With both cores busy, a demo household of 13 months has taken more than 90 s. */
const hangsAfterMs = 240_000;

/** A start takes what the machine takes: that is no part of what a journey, or the hook around it, is given. */
export function giveTimeToStart(): void {
  let info: TestInfo | undefined;
  try {
    info = test.info();
  } catch {
    // Started for all journeys, before the first one.
  }
  info?.setTimeout(info.timeout + hangsAfterMs);
}

/** Starts the built service as a person would, on a free port and with data of its own. */
export async function startService({
  env = {},
  logFile,
  dataDir,
  isFirst = false,
  isAtOnce = false,
  project = ownProject,
}: Options = {}): Promise<RunningService> {
  const main = join(project, 'apps/service/dist/main.js');
  if (!existsSync(main)) throw new Error('The service is not built: run npm test.');
  giveTimeToStart();
  const home = mkdtempSync(join(tmpdir(), 'wattershed-e2e-'));
  // As root the database runs under another account, which must be able to come in.
  chmodSync(home, 0o755);
  const data = dataDir ?? join(home, 'data');
  if (!isFirst && project === ownProject) copyGround(data);
  const log = logFile ?? join(home, 'service.log');
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, '');
  const port = await freePort();
  const mark = `WATTERSHED_E2E_MARK=${randomUUID()}`;
  const child = spawn(process.execPath, [main], {
    cwd: home,
    env: {
      ...ownEnvironment(mark),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: data,
      BREACHED_PASSWORDS: 'off',
      ...env,
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => appendFileSync(log, text));
  const url = `http://127.0.0.1:${port}`;
  const failed = await untilReady(child, url, isAtOnce);
  const stop = async (before?: string) => {
    const words = [before, await stopLikeCtrlC(child, mark)].filter(Boolean).join(' ');
    const said = readFileSync(log, 'utf8').slice(-2000);
    rmSync(home, { recursive: true, force: true });
    if (words) throw new Error(`${words}\n${said}`);
  };
  if (failed) await stop(failed);
  return { url, logFile: log, pid: child.pid ?? 0, stop: () => stop() };
}

/** What a first start makes (the cluster, its tables) is made once for a run: the services of its journeys begin with a copy. */
export async function layGround(): Promise<() => void> {
  // As root its files are PostgreSQL's own, which only `cp` keeps so.
  if (process.platform === 'win32') return () => {};
  const home = mkdtempSync(join(tmpdir(), 'wattershed-ground-'));
  chmodSync(home, 0o755);
  const dataDir = join(home, 'data');
  const { stop } = await startService({ dataDir, isFirst: true, env: { DEMO: '0' } });
  await stop();
  // Where PostgreSQL's user could not reach it, the cluster lies elsewhere, and a copy would be the same one.
  if (existsSync(join(dataDir, 'postgres'))) process.env['WATTERSHED_E2E_GROUND'] = dataDir;
  return () => rmSync(home, { recursive: true, force: true });
}

function copyGround(dataDir: string): void {
  const ground = process.env['WATTERSHED_E2E_GROUND'];
  if (ground !== undefined && !existsSync(dataDir)) execFileSync('cp', ['-a', ground, dataDir]);
}

// The person's own .env and settings must not colour a journey.
function ownEnvironment(mark: string): NodeJS.ProcessEnv {
  const [name = '', value] = mark.split('=');
  const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SYSTEMROOT', 'LANG', 'NODE_OPTIONS'];
  return { ...Object.fromEntries(kept.map((key) => [key, process.env[key]])), TZ: 'Europe/Madrid', [name]: value };
}

/** Below those that systems give out by themselves: until its service comes to it, no other server is put there. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 30_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilReady(child: ChildProcess, url: string, isAtOnce: boolean): Promise<string | undefined> {
  const deadline = Date.now() + hangsAfterMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) return `The service ended with code ${child.exitCode} instead of becoming ready.`;
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok && (isAtOnce || (await demoOf(url)) !== 'being-made')) return undefined;
    await pause(50);
  }
  return `The service was not ready after ${hangsAfterMs / 1000} s.`;
}

async function demoOf(url: string): Promise<string> {
  return ((await (await fetch(`${url}/api/v1/web-config`)).json()) as { demo: string }).demo;
}

async function stopLikeCtrlC(child: ChildProcess, mark: string): Promise<string | undefined> {
  const group = -(child.pid ?? 0);
  const ended = child.exitCode === null ? new Promise((resolve) => child.once('exit', resolve)) : undefined;
  if (ended) process.kill(group, 'SIGINT');
  const inTime = await Promise.race([ended?.then(() => true) ?? true, pause(15_000, false, { ref: false })]);
  if (!inTime) process.kill(group, 'SIGKILL');
  const left = marked(mark);
  if (left.length > 0) return `It left running: ${left.join('; ')}.`;
  if (!inTime) return 'It still ran 15 s after Ctrl-C.';
  return ended && child.exitCode !== 0 ? `It ended with code ${child.exitCode} on Ctrl-C.` : undefined;
}

/** The running processes, detached ones too, that inherited `mark` in their environment. Linux only; empty elsewhere. */
function marked(mark: string): string[] {
  if (process.platform !== 'linux') return [];
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => read(id, 'environ').includes(mark)).map((id) => `${id} ${read(id, 'cmdline').join(' ')}`);
}

function read(id: string, file: string): string[] {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

const cli = fileURLToPath(new URL('../../apps/service/dist/cli.js', import.meta.url));

export interface OwnService {
  url: string;
  /** Signs somebody up and makes them an administrator, as the operator does. */
  administrator(): Promise<Member>;
  /** Opens the development mailbox; its link works once. */
  openMailbox(page: Page): Promise<void>;
  stop(): Promise<void>;
}

/** A service with settings, an operator and a mailbox of its own. */
export async function startOwnService(env: Record<string, string> = {}): Promise<OwnService> {
  const home = mkdtempSync(join(tmpdir(), 'wattershed-own-'));
  chmodSync(home, 0o755);
  const dataDir = join(home, 'data');
  const logFile = join(home, 'service.log');
  const service = await startService({ dataDir, logFile, env: { DEMO: '0', MESSAGES_PER_HOUR: '1000', ...env } });
  const { url } = service;
  return {
    url,
    administrator: async () => {
      const email = `administrator-${Date.now()}@example.com`;
      const member = await newMember(url, email);
      execFileSync(process.execPath, [cli, 'admin', 'grant', email, '--unproved'], {
        env: { ...process.env, DATA_DIR: dataDir },
      });
      return member;
    },
    openMailbox: async (page) => {
      await page.goto(/http:\S+\/dev\/mailbox\?key=\S+/.exec(readFileSync(logFile, 'utf8'))?.[0] ?? '');
    },
    stop: async () => {
      try {
        await service.stop();
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    },
  };
}
