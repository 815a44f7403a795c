// npm run fuzz [-- options]: nasty requests by every door of the built service. The options are those of bench/fuzz.ts.
import { requireNode } from './launch/node-version.mjs';

requireNode();
const { ensureInstalled } = await import('./launch/install.mjs');
const { ensureBuilt } = await import('./launch/build.mjs');
const { runBin } = await import('./launch/run.mjs');
await ensureInstalled({ dev: true });
await ensureBuilt();
const { code } = await runBin('tsx', ['bench/fuzz.ts', ...process.argv.slice(2)]);
process.exitCode = code;
