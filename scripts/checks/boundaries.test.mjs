import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { binOf, root } from '../launch/run.mjs';
import { sourceFolders } from './shape.mjs';

const isOurs = (path) => sourceFolders.includes(path.split('/')[0]);

// [importer, what it must not reach, the rule that says so]
const forbidden = [
  ['catalogue/rooms.ts', 'subjects/readings/domain/reading.ts', 'catalogue-is-first'],
  ['subjects/readings/domain/reading.ts', 'subjects/usage/contract/usage.ts', 'domain-is-pure'],
  ['subjects/readings/domain/clock.ts', 'node:fs', 'domain-has-no-io'],
  ['subjects/usage/contract/rows.ts', 'supabase/tables/index.ts', 'contract'],
  ['subjects/usage/contract/page.ts', 'subjects/usage/service/read.ts', 'contract'],
  ['supabase/tables/typed.ts', 'subjects/readings/domain/reading.ts', 'tables'],
  ['simulator/src/habits.ts', 'subjects/usage/contract/usage.ts', 'simulator'],
  ['kernel/http/http.ts', 'subjects/readings/service/index.ts', 'kernel'],
  ['kernel/http/page.ts', 'subjects/readings/contract/readings.ts', 'kernel'],
  ['kernel/http/body.ts', 'shell/text/format.ts', 'kernel'],
  ['shell/ui/button.tsx', 'subjects/usage/web/chart.tsx', 'shell'],
  ['shell/frame/frame.tsx', 'apps/web/pages.ts', 'shell'],
  ['subjects/hardware/web/list.tsx', 'subjects/usage/web/chart.tsx', 'web'],
  ['subjects/hardware/web/list.test.tsx', 'subjects/usage/web/chart.tsx', 'web'],
  ['subjects/hardware/web/page.tsx', 'apps/web/routes.tsx', 'web'],
  ['subjects/hardware/web/rows.ts', 'subjects/hardware/service/read.ts', 'web'],
  ['apps/web/routes.tsx', 'kernel/db.ts', 'web-app'],
  ['apps/web/main.tsx', 'subjects/usage/service/index.ts', 'web-app'],
  ['subjects/usage/service/read.ts', 'subjects/readings/service/ingest/record.ts', 'service'],
  ['subjects/usage/service/line.ts', 'subjects/hardware/sources/dsmr/telegram.ts', 'service'],
  ['subjects/usage/service/draw.ts', 'subjects/usage/web/chart.tsx', 'service'],
  ['subjects/hardware/sources/shelly/rows.ts', 'subjects/hardware/sources/dsmr/telegram.ts', 'source'],
  ['subjects/hardware/sources/tasmota.ts', 'subjects/hardware/sources/index.ts', 'source'],
  ['subjects/hardware/sources/shelly/store.ts', 'kernel/db.ts', 'source'],
  ['apps/service/main.ts', 'apps/web/routes.tsx', 'service-app'],
  ['subjects/readings/service/ingest/record.ts', 'subjects/readings/service/ingest/testing.ts', 'tests-stay-tests'],
  ['subjects/readings/service/ingest/gone.ts', 'subjects/readings/service/ingest/not-there.ts', 'resolvable'],
];

const allowed = [
  ['subjects/usage/contract/usage.ts', 'subjects/readings/domain/reading.ts'],
  ['subjects/readings/domain/device-words.ts', 'catalogue/utilities.ts'],
  ['shell/ui/layout.tsx', 'catalogue/utilities.ts'],
  ['shell/text/rate.ts', 'subjects/readings/domain/reading.ts'],
  ['subjects/hardware/sources/dsmr/crc.ts', 'catalogue/utilities.ts'],
  ['subjects/usage/web/chart.tsx', 'shell/ui/layout.tsx'],
  ['subjects/usage/web/line.tsx', 'subjects/usage/web/axis.ts'],
  ['apps/web/pages/dashboard.tsx', 'subjects/usage/web/chart.tsx'],
  ['subjects/readings/service/ingest/close-day.ts', 'subjects/insight/service/index.ts'],
  ['subjects/readings/service/ingest/keep-day.ts', 'subjects/hardware/service/devices/index.ts'],
  ['subjects/readings/service/ingest/read-day.ts', 'kernel/db.ts'],
  ['subjects/hardware/sources/dsmr/day.ts', 'subjects/readings/domain/reading.ts'],
  ['subjects/hardware/sources/shelly.ts', 'subjects/hardware/sources/source.ts'],
  ['subjects/readings/service/ingest/push.ts', 'subjects/hardware/sources/index.ts'],
  ['apps/service/cli.ts', 'subjects/readings/service/ingest/index.ts'],
];

let tree;
let found;

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'boundaries-'));
  cpSync(join(root, 'tsconfig.base.json'), join(tree, 'tsconfig.base.json'));
  cpSync(join(root, 'package.json'), join(tree, 'package.json'));
  for (const [importer, target] of [...forbidden, ...allowed]) plantImport(importer, target);
  plantImport('shell/ui/egg.tsx', 'shell/ui/hen.tsx');
  plantImport('shell/ui/hen.tsx', 'shell/ui/egg.tsx');
  for (const [importer, target] of [
    ['key', 'lock'],
    ['lock', 'key'],
  ])
    plantText(
      `shell/ui/${importer}.tsx`,
      `import type { ${target} } from './${target}.tsx';\nexport type ${importer} = 1;\n`,
    );
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

test.each(['shell/ui/egg.tsx', 'shell/ui/key.tsx'])('a circle is caught, of types alone too: %s', (file) => {
  expect(found.filter(({ rule }) => rule.name === 'no-circle').map(({ from }) => from)).toContain(file);
});

/** By its address from the root, as rooms import each other; what lies beside is named by its path. */
function plantImport(importer, target) {
  for (const file of [importer, target]) if (isOurs(file)) plantFile(file);
  const isBeside = dirname(importer) === dirname(target);
  const path = isBeside ? `./${basename(target)}` : isOurs(target) ? `#${target}` : target;
  writeFileSync(join(tree, importer), `import '${path}';\n`, { flag: 'a' });
}

function plantFile(file) {
  if (!file.endsWith('not-there.ts')) plantText(file, '');
}

function plantText(file, text) {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), text, { flag: 'a' });
}

function cruise() {
  const args = [...sourceFolders, '--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json'];
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
