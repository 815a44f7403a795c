import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const serviceMain = new URL('../../apps/service/dist/main.js', import.meta.url);
export const serviceCli = new URL('../../apps/service/dist/cli.js', import.meta.url);

const running = new Set();
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
let interrupted;

// Ctrl-C reaches the whole group by itself; a signal sent to us alone is passed on. We end after our children.
function passOn(signal) {
  interrupted = signal;
  if (signal !== 'SIGINT') for (const child of running) child.kill(signal);
}

function began(child) {
  if (running.size === 0) for (const signal of signals) process.on(signal, passOn);
  running.add(child);
}

function ended(child) {
  running.delete(child);
  if (running.size > 0) return;
  for (const signal of signals) process.off(signal, passOn);
  if (interrupted) process.exit(128 + constants.signals[interrupted]);
}

/** Ends every command that still runs, and then this process. */
export function endAll() {
  if (!interrupted) passOn('SIGTERM');
}

/** Runs a command to its end. `onLine` takes its output line by line; without it the output goes to ours. */
export function run(command, args, { cwd = root, env = process.env, onLine } = {}) {
  const begun = performance.now();
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', ...(onLine ? ['pipe', 'pipe'] : ['inherit', 'inherit'])],
  });
  began(child);
  if (onLine) for (const stream of [child.stdout, child.stderr]) eachLine(stream, onLine);
  return new Promise((resolve) => {
    const end = (code) => {
      ended(child);
      resolve({ code, seconds: (performance.now() - begun) / 1000 });
    };
    child.on('error', (error) => {
      (onLine ?? console.error)(`${command} could not be started: ${error.message}`);
      end(127);
    });
    child.on('close', (code, signal) => end(code ?? 128 + constants.signals[signal]));
  });
}

/** How npm is run: the one that runs us, if one does. */
export function npmCommand(args) {
  const cli = process.env.npm_execpath;
  // npm's settings of the outer `npm start` must not leak into the inner one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle)_/.test(name)),
  );
  if (cli?.endsWith('.js')) return { command: process.execPath, args: [cli, ...args], env };
  if (process.platform === 'win32') return { command: 'cmd.exe', args: ['/c', 'npm', ...args], env };
  return { command: 'npm', args, env };
}

/** Runs the command line program of an installed package with this very Node. */
export function runBin(name, args, { from = root, ...options } = {}) {
  return run(process.execPath, [binOf(name, from), ...args], options);
}

export function binOf(name, from = root) {
  const require = createRequire(join(from, 'package.json'));
  const folder = require.resolve
    .paths(name)
    .map((path) => join(path, name))
    .find(hasManifest);
  if (!folder) throw new Error(`The package ${name} is not installed: run npm ci.`);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0]));
}

function hasManifest(folder) {
  try {
    return Boolean(readFileSync(join(folder, 'package.json')));
  } catch {
    return false;
  }
}

function eachLine(stream, onLine) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    lines.forEach(onLine);
  });
  stream.on('end', () => rest && onLine(rest));
}

const live = process.stdout.isTTY && !process.env.CI;

/** Says what is being done and, every few seconds, how far it has come. */
export async function withProgress(title, work) {
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 1000);
  let note = '';
  console.log(`${title} …`);
  const tick = setInterval(
    () => {
      const line = `  ${seconds()} s${note && `, ${note}`}`;
      if (live) process.stdout.write(`\r\x1b[2K${line}`);
      else console.log(line);
    },
    live ? 250 : 5000,
  );
  try {
    return await work((text) => {
      note = text;
    });
  } finally {
    clearInterval(tick);
    if (live) process.stdout.write('\r\x1b[2K');
    console.log(`  done in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  }
}
