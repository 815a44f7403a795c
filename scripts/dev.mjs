// npm run dev: both sides reload by themselves. The page comes from Vite, everything else from the service behind it.
import { existsSync } from 'node:fs';
import { requireNode } from './launch/node-version.mjs';

requireNode();
const { ensureInstalled } = await import('./launch/install.mjs');
const { ensureBuilt } = await import('./launch/build.mjs');
const { root } = await import('./launch/run.mjs');
const { endAll, runBin } = await import('./launch/run.mjs');
await ensureInstalled({ dev: true });
process.chdir(root);
// The service wants some build to serve; in development nobody looks at it.
if (!existsSync('apps/web/dist/index.html')) await ensureBuilt({ only: 'web' });
if (existsSync('.env')) process.loadEnvFile('.env');

const webPort = process.env.WEB_PORT ?? '5173';
const serviceUrl = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? '8080'}`;
console.log(`Development: open http://127.0.0.1:${webPort} (the service is at ${serviceUrl}). Ctrl-C stops both.`);
const env = { ...process.env, SERVICE_URL: serviceUrl, WEB_PORT: webPort };
await Promise.race([
  runBin('tsx', ['watch', '--clear-screen=false', 'apps/service/main.ts', ...process.argv.slice(2)], { env }),
  runBin('vite', ['--strictPort', '--clearScreen', 'false'], { from: `${root}apps/web`, cwd: `${root}apps/web`, env }),
]);
endAll();
