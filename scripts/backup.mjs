// npm run backup [-- file]: everything into one file, verified, also while Wattershed runs.
import { requireNode } from './launch/node-version.mjs';

requireNode();
const { runServiceCli } = await import('./launch/run-service-cli.mjs');
await runServiceCli('backup', process.argv.slice(2));
