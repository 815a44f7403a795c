// npm run pack [-- folder]: Wattershed as a package that runs by `npx`, in ./dist or that folder.
import { resolve } from 'node:path';
import { requireNode } from './launch/node-version.mjs';

requireNode();
// As `npm pack` would: the whole checkout, without what is built.
if (process.argv[2] === '--refuse') {
  console.error('Run "npm run pack": it builds, and packs what running needs.');
  process.exit(1);
}
const { ensureInstalled } = await import('./launch/install.mjs');
const { ensureBuilt } = await import('./launch/build.mjs');
await ensureInstalled({ dev: false });
await ensureBuilt();
const { pack } = await import('./release/pack.mjs');
const folder = resolve(process.env.INIT_CWD ?? process.cwd(), process.argv[2] ?? 'dist');
console.log(`npx --package ${await pack(folder)} wattershed runs it, in any folder.`);
