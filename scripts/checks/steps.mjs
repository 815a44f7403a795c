import { fileURLToPath } from 'node:url';
import { run, runBin } from '../launch/run.mjs';

// TypeScript 7 checks types; 6 stands beside it for the tools that read its syntax trees.
const words = fileURLToPath(new URL('words.mjs', import.meta.url));

const readers = [
  ['types', (onLine) => runBin('typescript-7', ['-p', 'tsconfig.json'], { onLine })],
  ['types web', (onLine) => runBin('typescript-7', ['-p', 'apps/web/tsconfig.json'], { onLine })],
  ['types e2e', (onLine) => runBin('typescript-7', ['-p', 'e2e/tsconfig.json'], { onLine })],
  ['lint', (onLine) => runBin('oxlint', [], { onLine })],
  ['dead code', (onLine) => runBin('knip', [], { onLine })],
  [
    'boundaries',
    (onLine) =>
      runBin(
        'dependency-cruiser',
        ['apps', 'catalogue', 'packages', 'simulator', '--config', '.dependency-cruiser.mjs'],
        {
          onLine,
        },
      ),
  ],
  ['format', (onLine) => runBin('@biomejs/biome', ['format', '.'], { onLine })],
  ['words', (onLine) => run(process.execPath, [words], { onLine })],
];

/** What can be told by reading the source, two at a time. A failed step shows what it said. */
export async function readSource() {
  const results = [];
  const waiting = [...readers];
  const takeNext = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await readOnce(...step));
  };
  await Promise.all([takeNext(), takeNext()]);
  return results;
}

async function readOnce(name, step) {
  const said = [];
  const { code, seconds } = await step((line) => said.push(line));
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  if (code !== 0) console.log(said.map((line) => `  ${line}`).join('\n'));
  return { name, code, seconds };
}

/** Unit, web, database and policy tests; `fast` leaves out those that need PostgreSQL. */
export async function runTests({ fast = false, full = false } = {}) {
  const projects = fast ? ['--project=unit', '--project=apart', '--project=web'] : [];
  const reports = ['--reporter=default', '--reporter=json', '--outputFile.json=reports/vitest.json'];
  const env = { ...process.env, ...(full && { TEST_FULL: '1' }) };
  const { code, seconds } = await runBin('vitest', ['run', ...projects, ...reports], { env });
  return { name: fast ? 'tests (no database)' : 'tests', code, seconds };
}

export async function runJourneys({ full = false } = {}) {
  const env = { ...process.env, ...(full && { TEST_FULL: '1' }) };
  const { code, seconds } = await runBin('@playwright/test', ['test'], { env });
  return { name: 'journeys', code, seconds };
}

export function printTable(results) {
  const width = Math.max(...results.map(({ name }) => name.length));
  console.log(`\n${'check'.padEnd(width)}  result  seconds`);
  for (const { name, code, seconds } of results) {
    console.log(`${name.padEnd(width)}  ${code === 0 ? 'ok    ' : 'FAILED'}  ${seconds.toFixed(1).padStart(7)}`);
  }
}
