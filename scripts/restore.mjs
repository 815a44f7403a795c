// npm run restore -- file: a backup becomes an installation again. What was there before is kept aside.
import { requireNode } from './launch/node-version.mjs';

requireNode();
const { runServiceCli } = await import('./launch/run-service-cli.mjs');
await runServiceCli('restore', process.argv.slice(2));
