import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { root, run, runBin } from '../launch/run.mjs';

// TypeScript 7 checks types; 6 stands beside it for the tools that read its syntax trees.
const words = fileURLToPath(new URL('words.mjs', import.meta.url));
const house = fileURLToPath(new URL('../house.mjs', import.meta.url));

/** Programs that differ from a commit, those that are not in Git yet among them; paths from the root. */
export function changedPrograms(since, folder = root) {
  return programsOf(folder, ['diff', '--name-only', '--relative', since], newFiles);
}

const newFiles = ['ls-files', '--others', '--exclude-standard'];
const allPrograms = () => programsOf(root, ['ls-files'], newFiles);

function programsOf(folder, ...questions) {
  const git = (args) => execFileSync('git', [...args, '-z'], { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 });
  const paths = questions.flatMap((args) => git(args).split('\0'));
  return paths.filter((path) => /\.(m?js|tsx?)$/.test(path) && existsSync(join(folder, path)));
}

/** `since`: of a fast check, the commit from which on a change counts. */
const readers = (since) => [
  ['types', (onLine) => runBin('typescript-7', ['-p', 'apps/service/tsconfig.json'], { onLine })],
  ['types web', (onLine) => runBin('typescript-7', ['-p', 'apps/web/tsconfig.json'], { onLine })],
  ['types e2e', (onLine) => runBin('typescript-7', ['-p', 'e2e/tsconfig.json'], { onLine })],
  ['lint', (onLine) => lint(since, onLine)],
  ['dead code', (onLine) => runBin('knip', [], { onLine })],
  ['house', (onLine) => run(process.execPath, [house], { onLine })],
  ['format', (onLine) => runBin('@biomejs/biome', ['format', '.'], { onLine })],
  ['words', (onLine) => run(process.execPath, [words], { onLine })],
];

/** A rule looks at one file and its types: what did not change is as it was. */
async function lint(since, onLine) {
  const paths = since === undefined ? [] : changedPrograms(since);
  if (since !== undefined && paths.length === 0) return { code: 0, seconds: 0 };
  return runBin('oxlint', paths, { onLine });
}

/** What can be told by reading the source, two at a time. A failed step shows what it said. */
export async function readSource({ since } = {}) {
  const results = [];
  const waiting = readers(since);
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

/** Unit, web, database and policy tests. */
export async function runTests({ full = false } = {}) {
  const reports = ['--reporter=default', '--reporter=json', '--outputFile.json=reports/vitest.json'];
  const env = { ...process.env, ...(full && { TEST_FULL: '1' }) };
  const { code, seconds } = await runBin('vitest', ['run', ...reports], { env });
  return { name: 'tests', code, seconds };
}

/** Those that are nearest to what changed since a commit and need no PostgreSQL; how many were left is said. */
export async function runNearTests(since) {
  const { near, further } = nearTests(changedPrograms(since), allPrograms());
  if (further > 0)
    console.log(`${further} files of tests reach what changed from further away: npm run check runs them`);
  if (near.length === 0) return { name: 'tests of the change', code: 0, seconds: 0 };
  const projects = ['--project=unit', '--project=apart', '--project=web', '--passWithNoTests'];
  const { code, seconds } = await runBin('vitest', ['run', ...projects, ...near]);
  return { name: 'tests of the change', code, seconds };
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

// Which tests say soonest whether a change is right, without a database: those with the fewest imports between them and it.
/** What a minute holds, were all of them tests of pages. */
const maxFiles = 24;
const needsDatabase = /[.]db[.]|^supabase\/tests\//;

/**
 * @param changed paths from `folder` of what changed
 * @param programs paths of all programs, tests among them
 * @returns the tests within reach, nearest first, and how many lie further away
 */
export function nearTests(changed, programs, folder = root) {
  const importers = importersOf(programs, folder);
  // A set grows while it is walked: what is added is visited in its turn, after all that is nearer.
  const reached = new Set(changed);
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
  const tests = [...reached].filter((path) => /[.]test[.]/.test(path) && !needsDatabase.test(path));
  const near = tests.slice(0, maxFiles);
  return { near, further: tests.length - near.length };
}

function importersOf(programs, folder) {
  const importers = new Map();
  for (const path of programs) {
    const text = readFileSync(join(folder, path), 'utf8');
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      const to = pathOf(fileName, path);
      if (to !== undefined) importers.set(to, [...(importers.get(to) ?? []), path]);
    }
  }
  return importers;
}

/** `#room/…` and `./…` name their file in full; all else is a package. */
function pathOf(named, from) {
  if (named.startsWith('#')) return named.slice(1);
  return named.startsWith('.') ? normalize(join(dirname(from), named)) : undefined;
}
