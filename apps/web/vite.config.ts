import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { devConfig } from './build/dev-config.ts';
import { preloadLatinFont } from './build/preload-latin-font.ts';
import { precompress } from './build/precompress.ts';

const serviceUrl = process.env['SERVICE_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwind(), devConfig(serviceUrl), preloadLatinFont(), precompress()],
  // The service puts a fresh nonce in place of this word in every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
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
