import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

// A zone whose clock changes, so that a day of 23 or 25 hours is met in every test that has one.
process.env['TZ'] = 'Europe/Madrid';

const databaseSetup = './apps/service/src/backend/testing-global-setup.ts';
const failOnConsoleError = './scripts/testing/fail-on-console-error.ts';
const webSetup = './apps/web/src/testing/setup.ts';
const full = process.env['TEST_FULL'] === '1';
const outside = ['**/node_modules/**', '**/dist/**', ...(full ? [] : ['**/*.full.test.*'])];
export default defineConfig({
  test: {
    // Database tests mostly wait: every core gets a worker.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          setupFiles: [failOnConsoleError],
          include: [
            '{apps/service,packages,simulator,scripts,bench}/**/*.test.{ts,mjs}',
            'apps/web/build/**/*.test.ts',
          ],
          exclude: [...outside, '**/*.db.test.ts', '**/*.db.full.test.ts'],
          testTimeout: full ? 120_000 : 10_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          setupFiles: [failOnConsoleError, ...(existsSync(webSetup) ? [webSetup] : [])],
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          exclude: outside,
          testTimeout: 15_000,
        },
      },
      {
        test: {
          name: 'db',
          environment: 'node',
          setupFiles: [failOnConsoleError],
          globalSetup: [databaseSetup],
          include: [
            '{apps/service,packages,simulator,bench}/**/*.db.test.ts',
            '{apps/service,packages,simulator,bench}/**/*.db.full.test.ts',
            'supabase/tests/**/*.test.ts',
          ],
          exclude: outside,
          testTimeout: full ? 120_000 : 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
