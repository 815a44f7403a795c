// The first command in a clean clone: nothing outside Node may be imported here before the installation.
import { requireNode } from './launch/node-version.mjs';

requireNode();
const { ensureInstalled } = await import('./launch/install.mjs');
const { ensureBuilt } = await import('./launch/build.mjs');
await ensureInstalled({ dev: false });
await ensureBuilt();

// Who ends npm alone, as some supervisors do, ends a shell that passes nothing on: without npm nobody holds us any more.
if (process.env.npm_lifecycle_event === 'start') {
  const parent = process.ppid;
  const look = () => process.ppid !== parent && process.kill(process.pid, 'SIGTERM');
  setInterval(look, 1000).unref();
}

// The service runs in this very process, so a signal reaches it directly and nothing can be left behind.
const { root, serviceMain } = await import('./launch/run.mjs');
process.chdir(root);
process.argv[1] = serviceMain.pathname;
await import(serviceMain.href);
