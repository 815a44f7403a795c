import { defineConfig } from 'vitest/config';
import { mended, mendPostgres } from './scripts/launch/mend-postgres.mjs';

process.env['TZ'] = 'Europe/Madrid';

/** Of `npm run test:citus` alone: one distributed database, in which everything runs one after the other. */
export default defineConfig({
  plugins: [
    { name: 'mended-driver', transform: (source, id) => (mended.test(id) ? mendPostgres(source, id) : undefined) },
  ],
  test: {
    name: 'citus',
    server: { deps: { inline: [/node_modules\/postgres\//] } },
    environment: 'node',
    setupFiles: ['./scripts/testing/fail-on-console-error.ts', './scripts/testing/name-counterexamples.ts'],
    globalSetup: ['./supabase/tests/citus/cluster.ts'],
    fileParallelism: false,
    include: ['supabase/tests/citus/*.citus.ts'],
    // It looks for a wait on the node that it asks; here the wait is on a worker.
    testNamePattern: /^(?!.*the job leaves a household that somebody has brought up to date)/,
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 240_000,
    hookTimeout: 600_000,
  },
});
