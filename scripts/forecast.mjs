// npm run forecast: how well the forecast does on real homes (../shared/data, or WATTERSHED_DATA) and on simulated ones.
import { requireNode } from './launch/node-version.mjs';

requireNode();
const { ensureInstalled } = await import('./launch/install.mjs');
const { runBin } = await import('./launch/run.mjs');
await ensureInstalled({ dev: true });
const { code } = await runBin('tsx', ['bench/forecast.ts', ...process.argv.slice(2)]);
process.exitCode = code;
