import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../launch/place.mjs';
import { binOf } from '../launch/run.mjs';

const web = 'apps/web/src';
const service = 'apps/service/src';

// [importer, what it must not reach, the rule that says so]
const forbidden = [
  ['catalogue/rooms.ts', 'packages/domain/src/reading.ts', 'catalogue-is-first'],
  ['packages/domain/src/reading.ts', 'packages/contracts/src/usage.ts', 'domain-is-pure'],
  ['packages/domain/src/clock.ts', 'node:fs', 'domain-has-no-io'],
  ['packages/contracts/src/rows.ts', 'packages/database/src/index.ts', 'contracts'],
  ['packages/database/src/typed.ts', 'packages/domain/src/reading.ts', 'database'],
  ['simulator/src/habits.ts', 'packages/contracts/src/usage.ts', 'simulator'],
  [`${web}/ui/button.tsx`, `${web}/platform/session.ts`, 'web-ui'],
  [`${web}/platform/query.ts`, `${web}/features/usage/chart.tsx`, 'web-platform'],
  [`${web}/features/devices/list.tsx`, `${web}/features/usage/chart.tsx`, 'web-feature'],
  [`${web}/features/devices/list.test.tsx`, `${web}/features/usage/chart.tsx`, 'web-feature'],
  [`${web}/features/devices/page.tsx`, `${web}/app/routes.tsx`, 'web-feature'],
  [`${web}/app/routes.tsx`, `${service}/platform/db.ts`, 'web-not-service'],
  [`${service}/modules/usage/read.ts`, `${service}/modules/ingest/record.ts`, 'service-module'],
  [`${service}/modules/usage/line.ts`, `${service}/sources/dsmr/telegram.ts`, 'service-module'],
  [`${service}/sources/files/csv/rows.ts`, `${service}/sources/dsmr/telegram.ts`, 'service-source'],
  [`${service}/sources/tasmota.ts`, `${service}/sources/index.ts`, 'service-source'],
  [`${service}/sources/files/csv/store.ts`, `${service}/platform/db.ts`, 'service-source'],
  [`${service}/platform/http.ts`, `${service}/modules/ingest/index.ts`, 'service-platform'],
  [`${service}/backend/seed.ts`, `${service}/modules/ingest/index.ts`, 'service-backend'],
  [`${service}/main.ts`, `${web}/app/routes.tsx`, 'service-not-web'],
  [`${service}/modules/account/remove.ts`, '@supabase/lite', 'lite-behind-the-adapter'],
  [`${service}/modules/ingest/record.ts`, `${service}/modules/ingest/testing.ts`, 'tests-stay-tests'],
  [`${service}/modules/ingest/gone.ts`, `${service}/modules/ingest/not-there.ts`, 'resolvable'],
];

const allowed = [
  ['packages/contracts/src/usage.ts', '@wattershed/domain'],
  ['packages/domain/src/units.ts', 'catalogue/utilities.ts'],
  [`${web}/ui/card.tsx`, 'catalogue/utilities.ts'],
  [`${service}/sources/dsmr/crc.ts`, 'catalogue/utilities.ts'],
  [`${web}/features/usage/chart.tsx`, `${web}/ui/card.tsx`],
  [`${web}/features/usage/chart.tsx`, `${web}/features/usage/axis.ts`],
  [`${web}/app/pages.tsx`, `${web}/features/usage/chart.tsx`],
  [`${service}/modules/ingest/close-day.ts`, `${service}/modules/notify/index.ts`],
  [`${service}/modules/ingest/close-day.ts`, `${service}/platform/db.ts`],
  [`${service}/sources/dsmr/crc.ts`, '@wattershed/domain'],
  [`${service}/sources/shelly.ts`, `${service}/sources/source.ts`],
  [`${service}/modules/ingest/push.ts`, `${service}/sources/index.ts`],
  [`${service}/backend/adapter.ts`, '@supabase/lite'],
  [`${service}/cli.ts`, `${service}/modules/ingest/index.ts`],
];

let tree;
let found;

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'boundaries-'));
  cpSync(join(root, 'tsconfig.base.json'), join(tree, 'tsconfig.base.json'));
  plantPackage('node_modules/@supabase/lite', 'index.js');
  plantPackage('packages/domain', 'src/index.ts');
  mkdirSync(join(tree, 'node_modules/@wattershed'));
  symlinkSync(join(tree, 'packages/domain'), join(tree, 'node_modules/@wattershed/domain'));
  for (const [importer, target] of [...forbidden, ...allowed]) plantImport(importer, target);
  plantImport(`${web}/ui/egg.tsx`, `${web}/ui/hen.tsx`);
  plantImport(`${web}/ui/hen.tsx`, `${web}/ui/egg.tsx`);
  found = cruise();
});

afterAll(() => rmSync(tree, { recursive: true }));

test.each(forbidden)('%s must not import %s (%s)', (importer, target, rule) => {
  const caught = found.filter((violation) => violation.from === importer && violation.rule.name === rule);
  expect(caught.map(({ to }) => to).join()).toContain(basename(target).replace('node:', ''));
});

test.each(allowed)('%s may import %s', (importer) => {
  expect(found.filter(({ from }) => from === importer)).toEqual([]);
});

test('a circle is caught', () => {
  expect(found.filter(({ rule }) => rule.name === 'no-circle').map(({ from }) => from)).toContain(`${web}/ui/egg.tsx`);
});

function plantImport(importer, target) {
  for (const file of [importer, target]) if (/^(apps|catalogue|packages|simulator)\//.test(file)) plantFile(file);
  const isFile = /^(apps|catalogue|packages|simulator)\//.test(target);
  const path = isFile ? relative(dirname(importer), target) : target;
  writeFileSync(join(tree, importer), `import '${isFile && !path.startsWith('.') ? `./${path}` : path}';\n`, {
    flag: 'a',
  });
}

function plantFile(file) {
  if (file.endsWith('not-there.ts')) return;
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), '', { flag: 'a' });
}

function plantPackage(folder, main) {
  mkdirSync(dirname(join(tree, folder, main)), { recursive: true });
  writeFileSync(join(tree, folder, main), '');
  const manifest = { name: folder, version: '1.0.0', type: 'module', exports: { '.': `./${main}` } };
  writeFileSync(join(tree, folder, 'package.json'), JSON.stringify(manifest));
}

function cruise() {
  const args = [
    'apps',
    'catalogue',
    'packages',
    'simulator',
    '--config',
    join(root, '.dependency-cruiser.mjs'),
    '--output-type',
    'json',
  ];
  try {
    const answer = execFileSync(process.execPath, [binOf('dependency-cruiser'), ...args], {
      cwd: tree,
      encoding: 'utf8',
    });
    return JSON.parse(answer).summary.violations;
  } catch (failure) {
    return JSON.parse(failure.stdout).summary.violations;
  }
}
