// npm run check [-- --fast [commit]]: everything but the browser; --fast: the source, and of what changed since the last commit, or since that
// one, the nearest tests without a database.
import { requireNode } from './launch/node-version.mjs';

requireNode();
const { ensureInstalled } = await import('./launch/install.mjs');
await ensureInstalled({ dev: true });
const { printTable, readSource, runNearTests, runTests } = await import('./checks/steps.mjs');
const at = process.argv.indexOf('--fast');
const since = at === -1 ? undefined : (process.argv[at + 1] ?? 'HEAD');
const results = [...(await readSource({ since })), await (since === undefined ? runTests() : runNearTests(since))];
printTable(results);
process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0;
