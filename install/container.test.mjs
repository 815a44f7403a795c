import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { lettingIn, stepsOf } from './dockerfile.mjs';

const root = join(import.meta.dirname, '..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json'));
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

describe.each(['Dockerfile', 'install/home-assistant/Dockerfile'])('%s', (file) => {
  const steps = stepsOf(join(root, file));
  const of = (name) => steps.filter((step) => step.name === name).map(({ words }) => words);

  test('rests on one exact version, of a Node that we run on', () => {
    expect(of('ARG')).toEqual([expect.stringMatching(/^NODE=node:(20|22|24)\.\d+\.\d+-bookworm-slim$/)]);
    for (const from of of('FROM')) expect(from).toMatch(/^(--platform=\$BUILDPLATFORM )?\$\{NODE\}( AS \w+)?$/);
  });

  test('says whether it lives, by a program that the package has', () => {
    const [health] = of('HEALTHCHECK');
    expect(health).toContain('"/opt/wattershed/node_modules/wattershed/install/healthy.mjs"');
    expect(existsSync(join(root, 'install/healthy.mjs'))).toBe(true);
  });

  test('runs no script of a package but the one that names libraries', () => {
    for (const run of of('RUN').filter((words) => words.includes('npm install')))
      expect(run).toContain('--ignore-scripts');
  });
});

test('the image ends as an ordinary user, named by number, with nothing of its own to write but /data', () => {
  const steps = stepsOf(join(root, 'Dockerfile'));
  const last = steps.slice(steps.findLastIndex(({ name }) => name === 'FROM'));
  const of = (name) => last.filter((step) => step.name === name).map(({ words }) => words);
  expect(of('USER')).toEqual(['1000:1000']);
  expect(of('VOLUME')).toEqual(['/data']);
  expect(of('COPY')).toEqual(['--from=install /opt/wattershed /opt/wattershed']);
});

describe('what goes along to the build', () => {
  const isIn = lettingIn(join(root, '.dockerignore'));

  test('is what it needs', () => {
    for (const path of [
      'package.json',
      '.npmrc',
      'scripts/pack.mjs',
      'install/wattershed.mjs',
      'docs/guide/tariff-format.md',
      'supabase/migrations/a.sql',
      'apps/web/index.html',
      'LICENSE',
    ])
      expect([path, isIn(path)]).toEqual([path, true]);
  });

  test('is no history, no secret, no data, nothing built, and no test', () => {
    for (const path of [
      '.git/HEAD',
      '.env',
      'data/backend-secrets.json',
      'node_modules/a/b.js',
      'apps/web/dist/index.html',
      'apps/service/node_modules/x',
      'kernel/db.test.ts',
      'e2e/x.ts',
      'bench/run.ts',
      'install/compose/passwords',
      'apps/service/testing/seed.ts',
    ])
      expect([path, isIn(path)]).toEqual([path, false]);
    expect(tracked.filter(isIn).filter((path) => /[.]test[.]|(^|\/)testing\//.test(path))).toEqual([]);
  });
});

const composed = {
  'compose.yaml': parse(read('compose.yaml'), { merge: true }),
  'install/compose/hosted.yaml': parse(read('install/compose/hosted.yaml'), { merge: true }),
};

describe.each(Object.entries(composed))('%s', (file, { services, volumes }) => {
  test('gives no service more than it needs', () => {
    for (const [name, service] of Object.entries(services))
      expect({ name, security: service.security_opt }).toEqual({ name, security: ['no-new-privileges:true'] });
    // PostgreSQL's own image starts as root and writes where it likes.
    for (const [name, service] of Object.entries(services).filter(([one]) => one !== 'postgres'))
      expect({ name, ...service }).toMatchObject({ name, read_only: true, cap_drop: ['ALL'] });
  });

  test('names exact versions, and ours', () => {
    for (const { image } of Object.values(services)) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
    expect(services.wattershed.image).toBe(`wattershed:${version}`);
  });

  test('opens no port to the network by itself, and mounts what there is', () => {
    for (const { ports = [], volumes: mounts = [] } of Object.values(services)) {
      for (const port of ports) expect(port).toMatch(/^(127\.0\.0\.1|\$\{MQTT_BIND:-127\.0\.0\.1\}):/);
      for (const [from] of mounts.map((mount) => mount.split(':'))) {
        const isMade = from.endsWith('/passwords') || from in volumes;
        expect([from, isMade || existsSync(join(root, file, '..', from))]).toEqual([from, true]);
      }
    }
  });

  test('every setting of the service is one that it reads', () => {
    const known = read('docs/operate/configuration.md');
    for (const name of Object.keys(services.wattershed.environment))
      expect([name, known.includes(`\`${name}\``)]).toEqual([name, true]);
  });
});

test('secrets by chance: every one that the file asks for, and a public key that belongs to them', () => {
  const said = execFileSync(process.execPath, [join(root, 'install/compose/secrets.mjs')], { encoding: 'utf8' });
  const secrets = Object.fromEntries(
    said
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/)),
  );
  const asked = [...read('install/compose/hosted.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name);
  expect(new Set(asked)).toEqual(new Set(Object.keys(secrets)));
  const [head, claims, signature] = secrets.ANON_KEY.split('.');
  expect(createHmac('sha256', secrets.JWT_SECRET).update(`${head}.${claims}`).digest('base64url')).toBe(signature);
  expect(JSON.parse(Buffer.from(claims, 'base64url'))).toMatchObject({ role: 'anon' });
  // They stand in addresses and in SQL as they are.
  for (const [name, value] of Object.entries(secrets).filter(([one]) => one.endsWith('_PASSWORD')))
    expect([name, value]).toEqual([name, expect.stringMatching(/^[\w-]{32}$/)]);
});
