// The steps of the Dockerfile one by one, where no daemon runs: each stage is a copy of this machine's root over which only what the steps write lies; then
// the program as the image would run it, as its user, with nothing writable but /data and /tmp. Needs root on Linux. Node is this machine's.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lettingIn, stepsOf } from './dockerfile.mjs';

const root = join(import.meta.dirname, '..');
const canMount =
  process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;
if (!canMount) console.log('Nothing may be mounted here: the steps of the Dockerfile are read, not run.');

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The Dockerfile as a script for a shell that may mount. */
function scriptOf(steps, context, home) {
  const lines = ['set -eu', `mount -t tmpfs tmpfs ${home}/stages`];
  const stages = {};
  const env = { PATH: process.env.PATH, HOME: '/root' };
  let at;
  let folder = '/';
  const words = (text) => text.split(/\s+/);
  const inside = (command) =>
    `chroot ${at} env -i ${Object.entries(env)
      .map(([name, value]) => quoted(`${name}=${value}`))
      .join(' ')} sh -c ${quoted(`cd ${folder} && ${command}`)}`;
  const does = {
    ARG: () => {},
    VOLUME: () => {},
    EXPOSE: () => {},
    STOPSIGNAL: () => {},
    FROM: (text) => {
      const name = / AS (\w+)$/.exec(text)?.[1] ?? 'last';
      const base = `${home}/stages/${name}`;
      at = stages[name] = `${base}/root`;
      folder = '/';
      lines.push(
        `mkdir -p ${base}/upper ${base}/work ${at}`,
        `mount -t overlay overlay -o lowerdir=/,upperdir=${base}/upper,workdir=${base}/work ${at}`,
        `for one in proc dev sys; do mount --rbind /$one ${at}/$one; done`,
        // The image has this user.
        `grep -q ^node: ${at}/etc/passwd || { echo node:x:1000:1000::/home/node:/bin/sh >> ${at}/etc/passwd; echo node:x:1000: >> ${at}/etc/group; }`,
      );
    },
    ENV: (text) => Object.assign(env, Object.fromEntries(words(text).map((one) => one.split('=')))),
    WORKDIR: (text) => {
      folder = text;
      lines.push(`mkdir -p ${at}${folder}`);
    },
    RUN: (text) => lines.push(inside(text)),
    COPY: (text) => {
      const from = /^--from=(\w+) /.exec(text)?.[1];
      const [source, target] = words(text.replace(/^--\S+ /, ''));
      const to = target.startsWith('/') ? target : join(folder, target);
      lines.push(
        `mkdir -p ${at}${to}`,
        `cp -a ${from ? `${stages[from]}${source}` : join(context, source)}/. ${at}${to}/`,
      );
    },
    USER: () => {},
    HEALTHCHECK: () => {},
    ENTRYPOINT: () => {},
  };
  for (const { name, words: text } of steps) does[name](text);
  const named = (name) => steps.findLast((step) => step.name === name).words;
  const [uid, gid] = named('USER').split(':');
  const as = `setpriv --reuid ${uid} --regid ${gid} --clear-groups --no-new-privs --bounding-set -all`;
  const program = (text) => JSON.parse(text).map(quoted).join(' ');
  const health = program(named('HEALTHCHECK').replace(/^.*? CMD /, ''));
  lines.push(
    `mount -t tmpfs -o uid=${uid},gid=${gid},mode=700 tmpfs ${at}/data; mount -t tmpfs tmpfs ${at}/tmp`,
    `mount -o remount,ro ${at}`,
    `if chroot ${at} touch /opt/wattershed/written 2>/dev/null; then echo "the root can be written"; exit 1; fi`,
    `${inside(`exec ${as} ${program(named('ENTRYPOINT'))}`)} &`,
    'running=$!',
    // Bounded: what never lives fails.
    `left=240; until ${inside(`${as} ${health}`)}; do left=$((left - 1)); [ $left -gt 0 ] && kill -0 $running; sleep 0.5; done`,
    'echo LIVES',
    `[ "$(ps -o uid= -p $running | tr -d ' ')" = ${uid} ] && echo AS ${uid}`,
    'kill -TERM $running',
    'wait $running && echo ENDED WELL',
  );
  return `${lines.join('\n')}\n`;
}

test.runIf(canMount)(
  'the steps of the Dockerfile come to a service that lives, as an ordinary user, on a root that nothing can write',
  () => {
    const home = mkdtempSync(join(tmpdir(), 'wattershed-image-'));
    try {
      const context = join(home, 'context');
      const isIn = lettingIn(join(root, '.dockerignore'));
      const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
        .split('\0')
        .filter(Boolean);
      for (const path of tracked.filter(isIn)) cpSync(join(root, path), join(context, path));
      mkdirSync(join(home, 'stages'));
      const port = '28497';
      const steps = [
        ...stepsOf(join(root, 'Dockerfile')),
        { name: 'ENV', words: `PORT=${port} HOST=127.0.0.1 DEMO=0 BREACHED_PASSWORDS=off` },
      ];
      writeFileSync(join(home, 'steps.sh'), scriptOf(steps, context, home));
      const { status, stdout, stderr } = spawnSync(
        'unshare',
        ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', join(home, 'steps.sh')],
        { encoding: 'utf8', timeout: 900_000 },
      );
      expect({ status, stdout, stderr: status === 0 ? '' : stderr }).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/LIVES\nAS 1000\n(?:[^]*\n)?ENDED WELL\n$/),
      });
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  },
  960_000,
);
