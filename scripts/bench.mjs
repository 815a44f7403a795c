// What is measured, with the service built first: npm run bench is bench/run.ts, our service beside the floor in one run; npm run fuzz, nasty
// requests by every door; npm run forecast, how well the forecast does on real homes (../shared/data, or WATTERSHED_DATA) and on simulated
// ones; npm run honest, which faults of meters are found, and what is said of meters that have none; npm run insight, which leaks put into real homes are told, and what is told of homes as they are; npm run devices, which changes of devices and of use are found; npm run joint, what is seen in water and power together; npm run truth, what files and messages come to, through the real doors, beside what they are known to; npm run paper, how well bills on paper are read; npm run rates, generated rates by our engine
// and by one that knows nothing of it; npm run exam, what the assistant makes of questions that it was not made by. The options are those of the file.
import { requireNode } from './launch/node-version.mjs';

requireNode();
const { ensureInstalled } = await import('./launch/install.mjs');
const { ensureBuilt } = await import('./launch/build.mjs');
const { runBin } = await import('./launch/run.mjs');
await ensureInstalled({ dev: true });
await ensureBuilt();
const [what, ...options] = process.argv.slice(2);
const { code } = await runBin('tsx', [`bench/${what}.ts`, ...options]);
process.exitCode = code;
