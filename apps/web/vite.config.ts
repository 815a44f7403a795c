import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { devConfig } from './build/dev-config.ts';
import { preloadLatinFont } from './build/preload-latin-font.ts';
import { pageFiles } from './build/page-files.ts';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/service-worker.ts';

const serviceUrl = process.env['SERVICE_URL'] ?? 'http://127.0.0.1:8080';

// What every page needs travels in one file, with all that it imports: two dozen small ones cost 6 kB more.
const firstLoad = {
  name: 'base',
  test: /src\/(app\/(app|app-routes|shell\/(?!sign-in-dialog|arrival-notice|search-dialog)[a-z-]+)|ui\/(badge|figure|utility-mark)|platform\/room-name)\.tsx?$/,
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    tailwind(),
    devConfig(serviceUrl),
    preloadLatinFont(),
    pageFiles(),
    serviceWorker(),
    precompress(),
  ],
  // The service puts a fresh nonce in place of this word in every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { advancedChunks: { groups: [firstLoad] } } },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env['WEB_PORT'] ?? 5173),
    proxy: Object.fromEntries(
      ['/api', '/auth', '/rest', '/storage', '/healthz', '/readyz'].map((path) => [path, { target: serviceUrl }]),
    ),
  },
  preview: { host: '127.0.0.1' },
});
