// npm run test:citus: what works on a cluster of Citus, on the one that CITUS_URL leads to (docs/operate/scale.md).
import { requireNode } from './launch/node-version.mjs';

requireNode();
const { ensureInstalled } = await import('./launch/install.mjs');
const { runBin } = await import('./launch/run.mjs');

if (process.env['CITUS_URL']) {
  await ensureInstalled({ dev: true });
  const { code } = await runBin('vitest', ['run', '-c', 'vitest.citus.config.ts', ...process.argv.slice(2)]);
  process.exitCode = code;
} else
  console.error(`
SKIPPED: nothing was tested on Citus. Set CITUS_URL to a superuser's address of a coordinator that two workers have joined, of a cluster for tests alone.
`);
