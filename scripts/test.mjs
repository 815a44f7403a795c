// npm test: the first command in a clean clone, or any later one. Installs, builds, checks, and drives a real browser.
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { requireNode } from './launch/node-version.mjs';

requireNode();
const { ensureInstalled } = await import('./launch/install.mjs');
const { ensureBuilt } = await import('./launch/build.mjs');
const { root } = await import('./launch/run.mjs');
const full = process.argv.includes('--full');
console.log(
  `Everything is tested in a fresh build and a real browser; this takes ${full ? 'half an hour or more' : 'about a quarter of an hour'}.`,
);
await ensureInstalled({ dev: true });
await ensureBuilt();

const reports = join(root, 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports);

const { printTable, readSource, runJourneys, runTests } = await import('./checks/steps.mjs');
const { countResults, nameFailures } = await import('./checks/count-results.mjs');
const checks = async () => [...(await readSource()), await runTests({ full })];
// Two cores are busy with either: side by side both take as long, and what waits for the other's work looks as if it hung.
const isWide = availableParallelism() > 2;
const [checked, journeys] = isWide
  ? await Promise.all([checks(), runJourneys({ full })])
  : [await checks(), await runJourneys({ full })];
const results = [...checked, journeys];
printTable(results);

for (const { title, said } of nameFailures(reports)) console.log(`\n${title}\n${said}`);
const { passed, failed } = countResults(reports, results);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || results.some(({ code }) => code !== 0) ? 1 : 0;
