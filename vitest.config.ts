import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { mended, mendPostgres } from './scripts/launch/mend-postgres.mjs';

// A zone whose clock changes, so that a day of 23 or 25 hours is met in every test that has one.
process.env['TZ'] = 'Europe/Madrid';

// Of a page that lacks what a test looks for, all is shown.
process.env['DEBUG_PRINT_LIMIT'] ??= '50000';

const databaseSetup = './kernel/postgres/testing-global-setup.ts';
const setups = ['./scripts/testing/fail-on-console-error.ts', './scripts/testing/name-counterexamples.ts'];
const webSetup = './apps/web/testing/setup.ts';
const full = process.env['TEST_FULL'] === '1';
// Limits of time are for what hangs: beside the journeys, on a machine that is four times busier, all still pass.
const limits = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } };
// A worker loads a module once for all its files; what a test changes outside itself, it puts back.
const isolate = false;
// Tests of the database mostly wait: a core has time for two. The others compute, and one worker more would load all modules once more.
const cores = availableParallelism();
/** As the service is built with it. */
const mendedDriver = {
  name: 'mended-driver',
  transform: (source: string, id: string) => (mended.test(id) ? mendPostgres(source, id) : undefined),
};
const outside = ['**/node_modules/**', '**/dist/**', ...(full ? [] : ['**/*.full.test.*'])];
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          isolate,
          maxWorkers: cores,
          sequence: { groupOrder: 0 },
          environment: 'node',
          setupFiles: setups,
          include: ['{apps,catalogue,install,kernel,shell,simulator,subjects,scripts,bench}/**/*.test.{ts,mjs}'],
          exclude: [...outside, '**/*.dom.test.ts', '**/*.db.test.ts', '**/*.db.full.test.ts', '**/*.apart.test.ts'],
          ...limits,
        },
      },
      {
        // What changes the catalogue itself would change it for every file of its worker.
        test: {
          name: 'apart',
          isolate: true,
          maxWorkers: cores,
          sequence: { groupOrder: 0 },
          environment: 'node',
          setupFiles: setups,
          include: ['{apps,catalogue,kernel,subjects}/**/*.apart.test.ts'],
          exclude: outside,
          ...limits,
        },
      },
      {
        // Its build for browsers: the one for Node has no windows.
        resolve: {
          alias: {
            '@firebase/auth': fileURLToPath(new URL('node_modules/@firebase/auth/dist/esm/index.js', import.meta.url)),
          },
        },
        test: {
          name: 'web',
          server: { deps: { inline: [/@firebase\/auth/] } },
          isolate,
          maxWorkers: cores,
          sequence: { groupOrder: 1 },
          environment: 'jsdom',
          setupFiles: [...setups, ...(existsSync(webSetup) ? [webSetup] : [])],
          include: ['{apps/web,shell,subjects}/**/*.{dom.test.ts,test.tsx}'],
          exclude: outside,
          ...limits,
        },
      },
      {
        plugins: [mendedDriver],
        test: {
          name: 'db',
          server: { deps: { inline: [/node_modules\/postgres\//] } },
          isolate,
          maxWorkers: 2 * cores,
          sequence: { groupOrder: 2 },
          environment: 'node',
          setupFiles: setups,
          globalSetup: [databaseSetup],
          include: [
            '{apps/service,kernel,simulator,subjects,bench}/**/*.db.test.ts',
            '{apps/service,kernel,simulator,subjects,bench}/**/*.db.full.test.ts',
            'supabase/tests/**/*.test.ts',
          ],
          exclude: outside,
          ...limits,
        },
      },
    ],
  },
});
