import { defineConfig } from 'vitest/config';
import { mended, mendPostgres } from './scripts/launch/mend-postgres.mjs';

process.env['TZ'] = 'Europe/Madrid';

/** Of `npm run test:citus` alone: one distributed database, in which everything runs one after the other. */
export default defineConfig({
  plugins: [
    { name: 'mended-driver', transform: (source, id) => (mended.test(id) ? mendPostgres(source) : undefined) },
  ],
  test: {
    name: 'citus',
    server: { deps: { inline: [/node_modules\/postgres\//] } },
    environment: 'node',
    setupFiles: ['./scripts/testing/fail-on-console-error.ts', './scripts/testing/name-counterexamples.ts'],
    globalSetup: ['./supabase/scale/citus-cluster.ts'],
    fileParallelism: false,
    include: ['supabase/scale/*.citus.ts'],
    testTimeout: 240_000,
    hookTimeout: 600_000,
  },
});
