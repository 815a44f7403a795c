import { defineConfig } from 'vitest/config';
import { mended, mendPostgres } from './scripts/launch/mend-postgres.mjs';

process.env['TZ'] = 'Europe/Madrid';
export default defineConfig({
  plugins: [
    { name: 'mended-driver', transform: (source, id) => (mended.test(id) ? mendPostgres(source) : undefined) },
  ],
  test: {
    name: 'citus',
    server: { deps: { inline: [/node_modules\/postgres\//] } },
    environment: 'node',
    setupFiles: ['./scripts/testing/fail-on-console-error.ts', './scripts/testing/name-counterexamples.ts'],
    fileParallelism: false,
    include: ['{subjects,supabase}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 240_000,
  },
});
