import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { devConfig } from './build/dev-config.ts';
import { lightContracts } from './build/light-contracts.ts';
import { basePath, onlyFor, pageFiles, precompress, preloadLatinFont, wordFiles } from './build/page-files.ts';
import { serviceWorker } from './build/service-worker.ts';

const serviceUrl = process.env['SERVICE_URL'] ?? 'http://127.0.0.1:8080';

// The router is published with its checks for developers switched on and names its other build nowhere; and what
// React 18 brought needs no stand-in for React 17.
const router = createRequire(import.meta.url)
  .resolve('react-router')
  .replace('development', 'production');
const lighter = [
  { find: /^react-router$/, replacement: router.replace(/\.js$/, '.mjs') },
  { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
];

// A request costs a phone more than a kilobyte does: two dozen small files made every page half a second slower.
// What every page needs travels in one file, with all that it imports: what the shell fetches later is no part of it …
const firstLoad = {
  debugName: 'base',
  name: onlyFor(['apps/web/pages/home.tsx'], 'base'),
  test: /apps\/web\/(main|app|assistant-[a-z]+|search-dialog|sign-in-dialog|home-step|arrival-notice)\.tsx$|shell\/(frame\/[a-z-]+|ui\/(badge|figure|utility-mark)|[a-z]+\/(room-name|kept-for|invitation-token))\.tsx?$|node_modules\/(react-dom|scheduler)\/|icons\/(door-open|arrow-right|chevron-down|rotate-ccw-clock)\.mjs$|subjects\/[a-z]+\/contract\/|catalogue\/(endpoint|description)/,
  priority: 3,
};
// … and what pages share, in two others: the ground that they stand on, the Dashboard and the bell first of all, and the rest.
// Charts, forms and features travel with those pages alone that show them; so do ways in that few
// installations have, and the choice between households that few people have; and lists that go on as they are scrolled, which the library
// names beside what every page needs.
const shared = {
  test: /apps\/web\/|shell\/(?!ui\/chart\/|session\/provider\/|[a-z]+\/(household-choice|choice-menu|token-name-form|form\.))|subjects\/(?!identity\/web\/(?!profile)|bills\/(web\/(tariffs|weather|market|export|changes|bills)\/|domain\/bill\/line-text)|[a-z]+\/contract\/[a-z]+-bodies)|supabase\/|catalogue\/|@tanstack(?!.*\/(?:infiniteQueryObserver|useInfiniteQuery)\.js)|lucide-react/,
  minShareCount: 3,
};
const dashboard = ['apps/web/pages/dashboard.tsx', 'apps/web/bell.tsx'];
/** What the Dashboard shows once it is scrolled to. */
const belowFold = [
  'subjects/bills/web/first-screen/room-costs-card.tsx',
  'subjects/usage/web/dashboard/rooms-card.tsx',
  'subjects/usage/web/dashboard/week-card.tsx',
];
const ground = { ...shared, minShareCount: 2, debugName: 'ground', name: onlyFor(dashboard, 'ground'), priority: 2 };
const below = { ...shared, debugName: 'below', name: onlyFor(belowFold, 'below'), priority: 1 };
const data = { ...shared, name: 'data' };
// Icons of two pages: a file of each would be a name more in the list that every page carries. Home's own stays apart from them.
const icons = { name: 'icons', test: /lucide-react\/.*\/(?!rotate-ccw-clock)[a-z0-9-]+\.mjs$/, minShareCount: 2 };
// Every page calls one of these, by which it tells that somebody is there.
const account = { name: 'account', test: /identity\/contract\/account\.ts$/, priority: 4 };
// Pages to look at have none.
const forms = { name: 'forms', test: /node_modules\/react-hook-form\/|shell\/parts\/form\.tsx$/, priority: 1 };
// Apart from the schemas: it is told what to leave alone before the first of them is made.
const zod = { name: 'zod', test: /node_modules\/zod\// };

/** An icon's shapes are told apart by six letters of chance each, which nothing packs: their places do as well. */
const lightIcons: Plugin = {
  name: 'light-icons',
  apply: 'build',
  transform: (code, id) => {
    let place = 0;
    return /lucide-react\/.*\/icons\/[a-z0-9-]+\.mjs$/.test(id)
      ? { code: code.replace(/\bkey: "[a-z0-9]+"/g, () => `key: "${place++}"`), map: null }
      : null;
  },
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    tailwind(),
    devConfig(serviceUrl),
    lightContracts(),
    lightIcons,
    preloadLatinFont(),
    wordFiles(),
    pageFiles(),
    serviceWorker(),
    precompress(),
  ],
  // The service puts a fresh nonce in place of this word in every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  // What the page names stands below a path that the service alone knows; files name each other from where they are.
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `${basePath}/${file}` : { relative: true }),
  },
  // Words are read as a whole.
  json: { namedExports: false },
  resolve: { alias: process.env['NODE_ENV'] === 'development' ? [] : lighter },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A page that is called for need not fetch what calls for it.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'js' ? needed.filter((file) => !/\/(base|rolldown-runtime)-/.test(file)) : needed,
    },
    reportCompressedSize: false,
    // Whose work is in the pages, and under which terms.
    license: { fileName: 'licences.txt' },
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: [account, forms, firstLoad, ground, below, data, icons, zod] },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env['WEB_PORT'] ?? 5173),
    proxy: Object.fromEntries(
      ['/api', '/auth', '/mcp', '/rest', '/storage', '/healthz', '/readyz'].map((path) => [
        path,
        { target: serviceUrl },
      ]),
    ),
  },
  preview: { host: '127.0.0.1' },
});
