/** What Wattershed takes while nobody uses it, on a small computer: the memory of all processes of `npm start`, and their processor time. As root on Linux the
 * limits of that computer are set by control groups; else one core is, by `taskset`, and that is said. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#kernel/postgres/postgres-process.ts';
import { option } from './option.ts';

const memoryMB = option('memory', 1024);
const settleS = option('settle', 150);
const seconds = option('seconds', 300);
const bars = { memoryMB: 180, corePercent: 1 };

const home = mkdtempSync(join(tmpdir(), 'wattershed-idle-'));
chmodSync(home, 0o755);

/** A group for each controller of cgroup v1, one for all of v2; empty where none can be made. */
const makeGroups = (): string[] => {
  const base = '/sys/fs/cgroup';
  const name = `wattershed-idle-${process.pid}`;
  const isTwo = existsSync(join(base, 'cgroup.controllers'));
  const groups = isTwo ? [join(base, name)] : ['memory', 'cpuset', 'cpuacct'].map((one) => join(base, one, name));
  const set = (file: string, value: string | number): void => {
    for (const group of groups) if (existsSync(join(group, file))) writeFileSync(join(group, file), String(value));
  };
  try {
    for (const group of groups) mkdirSync(group);
    set(isTwo ? 'memory.max' : 'memory.limit_in_bytes', memoryMB * 1024 * 1024);
    set('cpuset.mems', 0);
    set('cpuset.cpus', 0);
    return groups;
  } catch {
    return [];
  }
};
const groups = process.platform === 'linux' ? makeGroups() : [];

let child: ChildProcess | undefined;

/** `npm start`, as a person calls it, within the groups, until it has said this. Its process. */
const start = async (ready: string): Promise<string> => {
  const port = String(await freePort());
  const enter = groups.map((group) => `echo $$ > ${join(group, 'cgroup.procs')}; `).join('');
  const started = spawn('sh', ['-c', `${enter}exec ${groups.length > 0 ? '' : 'taskset -c 0 '}npm start`], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: join(home, 'data'), PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  child = started;
  let said = '';
  started.stdout.on('data', (text: Buffer) => (said += String(text)));
  for (let left = 600; !said.includes(ready) && started.exitCode === null && left > 0; left -= 1) await pause(500);
  if (!said.includes(ready)) throw new Error(`It did not start:\n${said}`);
  return String(started.pid);
};

const stop = async (): Promise<void> => {
  if (!child) return;
  const ended = new Promise((resolve) => child?.once('close', resolve));
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await ended;
  child = undefined;
};

const family = (pid: string): string[] => {
  const below = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return [pid, ...below.flatMap(family)];
};

interface Memory {
  readonly name: string;
  /** Proportional set size, without what files hold. */
  readonly ownKB: number;
  readonly pssKB: number;
  /** What is there of each file that is mapped. */
  readonly files: ReadonlyMap<string, number>;
}

const memoryOf = (pid: string): Memory => {
  const kilobytes = (text: string, field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  const sum = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const files = new Map<string, number>();
  for (const part of readFileSync(`/proc/${pid}/smaps`, 'utf8').split(/\n(?=[0-9a-f]+-[0-9a-f]+ )/)) {
    const path = /^\S+ \S+ \S+ \S+ \S+ +(\/.*)/.exec(part)?.[1];
    if (path !== undefined && !path.startsWith('/dev/'))
      files.set(path, (files.get(path) ?? 0) + kilobytes(part, 'Rss') - kilobytes(part, 'Anonymous'));
  }
  return {
    name: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim().slice(0, 60),
    ownKB: kilobytes(sum, 'Pss_Anon') + kilobytes(sum, 'Pss_Shmem'),
    pssKB: kilobytes(sum, 'Pss'),
    files,
  };
};

/** Whatever else runs on this machine shares Node's program with us, and makes our share of it look small: each file counts once, as if we were alone. */
const aloneKB = (all: readonly Memory[]): number => {
  const files = new Map<string, number>();
  for (const { files: own } of all) for (const [path, kb] of own) files.set(path, Math.max(kb, files.get(path) ?? 0));
  return [...files.values(), ...all.map(({ ownKB }) => ownKB)].reduce((sum, kb) => sum + kb, 0);
};

const ticks = (pids: readonly string[]): number =>
  pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number);
    return sum + fields.slice(11, 15).reduce((all, one) => all + one, 0);
  }, 0);

// Whoever ends this, by a time-out for instance, ends what it started.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    if (child) process.kill(-(child.pid ?? 0), 'SIGINT');
    process.exit(1);
  });
try {
  // The first start makes the demo household; the one that is measured is any later one.
  await start('The demo household is there');
  await stop();
  const pid = await start('is ready at');
  await pause(settleS * 1000);
  const pids = family(pid);
  const before = ticks(pids);
  await pause(seconds * 1000);
  const now = family(pid);
  const tickHz = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const corePercent = (100 * (ticks(now) - before)) / tickHz / seconds;
  const all = now.map(memoryOf).toSorted((a, b) => b.pssKB - a.pssKB);
  for (const { name, pssKB } of all) console.log(`${(pssKB / 1024).toFixed(1).padStart(7)} MB  ${name}`);
  const pssMB = all.reduce((sum, { pssKB }) => sum + pssKB, 0) / 1024;
  const aloneMB = aloneKB(all) / 1024;
  const limits =
    groups.length > 0 ? `1 core and ${memoryMB} MB by control groups` : '1 core by taskset, memory without a limit';
  console.log(`With ${limits}, over ${seconds} s, ${settleS} s after the start:`);
  console.log(
    `${pssMB.toFixed(0)} MB proportional set size, ${aloneMB.toFixed(0)} MB as if nothing else ran (at most ${bars.memoryMB})`,
  );
  console.log(`${corePercent.toFixed(2)} % of a core (at most ${bars.corePercent})`);
  if (Math.max(pssMB, aloneMB) > bars.memoryMB || corePercent > bars.corePercent) process.exitCode = 1;
} finally {
  await stop();
  rmSync(home, { recursive: true, force: true });
  for (const group of groups) rmdirSync(group);
}
