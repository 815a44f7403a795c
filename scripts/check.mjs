// npm run check [-- --fast]: everything but the browser; --fast leaves out what needs a database.
import { requireNode } from './launch/node-version.mjs';

requireNode();
const { ensureInstalled } = await import('./launch/install.mjs');
await ensureInstalled({ dev: true });
const { printTable, readSource, runTests } = await import('./checks/steps.mjs');
const results = [...(await readSource()), await runTests({ fast: process.argv.includes('--fast') })];
printTable(results);
process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0;
