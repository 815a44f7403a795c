// Each command in a block of README and the docs has a test that runs it, or what it begins; or it is said here why none can. What is listed and not written any more is a fault too.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...['docs/guide', 'docs/operate'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  ),
];

const packed = 'e2e/packed.spec.ts';
const docs = 'e2e/docs.spec.ts';
const plain = 'supabase/tests/plain-postgres/plain-hosted-guide.test.ts';
const pointInTime = 'supabase/tests/plain-postgres/point-in-time.test.ts';
const backupPage = 'apps/service/cli/backup-page.db.test.ts';
const container = 'install/container.test.mjs';
const unit = 'install/systemd/unit.test.mjs';
const without = (what) => ({ why: `it needs ${what}, which machines for tests have not` });

/** By its page and how the command begins; the first that fits counts. */
const commands = [
  ['', 'npm start', 'e2e/start-and-stop.spec.ts'],
  ['', 'npm test', '.ci/run'],
  ['', 'curl -X POST', docs],
  ['docs/guide/send-readings.md', 'shell=curl', docs],
  ['docs/guide/import-csv.md', '', docs],
  ['docs/guide/assistant.md', 'claude', without('that program')],
  ['docs/operate/hosted.md', '', plain],
  ['docs/operate/scale.md', '', 'supabase/tests/citus/cluster.ts'],
  ['docs/operate/supabase.md', '', without('a project of Supabase on the internet')],
  ['docs/operate/backup.md', 'npm run backup', backupPage],
  ['docs/operate/backup.md', 'npm run restore', backupPage],
  ['docs/operate/backup.md', 'DATA_DIR=./rehearsal', backupPage],
  ['docs/operate/backup.md', '', pointInTime],
  ['docs/operate/move.md', 'npm run move', 'supabase/tests/plain-postgres/move.test.ts'],
  ['docs/operate/market-prices.md', 'npm run admin -- prices', 'apps/service/cli/admin-command.db.test.ts'],
  ['docs/operate/monitoring.md', 'OTEL_EXPORTER', 'apps/service/operate.test.ts'],
  ['docs/operate/install.md', 'npm install ./wattershed', packed],
  ['docs/operate/install.md', 'npx wattershed', packed],
  ['docs/operate/install.md', 'npm run release', 'scripts/release/release.full.test.mjs'],
  ['docs/operate/install.md', 'node install/compose/secrets.mjs', container],
  ['docs/operate/install.md', 'sudo systemd-sysusers', unit],
  ['docs/operate/install.md', 'sudo systemctl', without('systemd as its first process')],
  ['docs/operate/install.md', 'sudo ', without('a root file system to install into')],
  ['docs/operate/install.md', 'cd ', without('a root file system to install into')],
  ['docs/operate/install.md', 'docker ', without('a daemon for containers')],
  [
    'docs/operate/install.md',
    'MQTT_URL=mqtt://wattershed:password@mosquitto docker',
    without('a daemon for containers'),
  ],
  ['docs/operate/install.md', 'kubectl ', without('a cluster')],
  ['docs/operate/install.md', 'helm install', without('a cluster')],
];

const programs =
  /^(?:\w+=\S* )*(?:npm|npx|node|curl|psql|pg_\w+|cp|cat|touch|export|docker|helm|kubectl|sudo|cd|claude|shell=curl)\b/;

const blocksIn = (node) => [
  ...(node.type === 'code' && [null, 'sh', 'ini'].includes(node.lang) ? [node.value] : []),
  ...(node.children ?? []).flatMap(blocksIn),
];
const commandsIn = (block) =>
  block
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.replace(/^\$ /, '').trim())
    .filter((line) => programs.test(line));
const written = pages.flatMap((page) =>
  blocksIn(fromMarkdown(read(page)))
    .flatMap(commandsIn)
    .map((command) => ({ page, command })),
);
const rowOf = ({ page, command }) => commands.find(([on, begin]) => page.startsWith(on) && command.startsWith(begin));

test('every command has its test, or it is said why not', () => {
  expect(written.length).toBeGreaterThan(40);
  expect(written.filter((one) => rowOf(one) === undefined)).toEqual([]);
});

test('what is listed is written, and the tests are there', () => {
  const used = new Set(written.map(rowOf));
  expect(commands.filter((row) => !used.has(row))).toEqual([]);
  const files = commands.flatMap(([, , by]) => (typeof by === 'string' ? [by] : []));
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('whoever runs all of a page reads it there', () => {
  const whole = commands.filter(([, begin, by]) => begin === '' && typeof by === 'string');
  expect(whole.length).toBeGreaterThan(2);
  expect(whole.filter(([page, , file]) => !read(file).includes(page))).toEqual([]);
});
