// npm run admin -- <command> […]: what only the operator of this server may do. Without arguments it says what.
import { requireNode } from './launch/node-version.mjs';

requireNode();
const { runServiceCli } = await import('./launch/run-service-cli.mjs');
await runServiceCli('admin', process.argv.slice(2));
