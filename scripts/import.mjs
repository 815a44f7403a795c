// npm run import -- <file> […]: readings from a file into a household. Without arguments it says how.
import { requireNode } from './launch/node-version.mjs';

requireNode();
const { runServiceCli } = await import('./launch/run-service-cli.mjs');
await runServiceCli('import', process.argv.slice(2));
