// npm run move -- --to postgres://…: an embedded installation goes to a PostgreSQL of its operator's. The old database is kept aside.
import { requireNode } from './launch/node-version.mjs';

requireNode();
const { runServiceCli } = await import('./launch/run-service-cli.mjs');
await runServiceCli('move', process.argv.slice(2));
