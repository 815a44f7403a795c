/** A backend in a process of its own that takes readings until it is stopped, and prints each value once it is acknowledged: for tests of moves. */
import { fileURLToPath } from 'node:url';
import { createChanges } from '#kernel/changes.ts';
import { openDatabase } from '#kernel/db.ts';
import { silentLog } from '#kernel/postgres/backend-error.ts';
import { createDevMailbox, startEmbeddedBackend } from '#subjects/identity/service/embedded/index.ts';
import { createIngest, createIngestTokens } from '#subjects/readings/service/ingest/index.ts';

const [dataDir = '', token = '', meter = '', first = '0'] = process.argv.slice(2);
const backend = await startEmbeddedBackend({
  dataDir,
  migrationsDir: fileURLToPath(new URL('../../../supabase/migrations', import.meta.url)),
  publicOrigin: () => 'http://localhost:8080',
  guestDomain: 'guest.wattershed.invalid',
  mailer: createDevMailbox(silentLog),
  log: silentLog,
});
const database = openDatabase(backend.serviceUrl);
const changes = await createChanges(database);
const ingest = createIngest(database.engine, createIngestTokens(database.engine, Date.now), changes, Date.now);
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
const from = Math.floor(Date.now() / 1000) - 40_000;
for (let value = Number(first); !ending.signal.aborted; value += 1) {
  const reading = { index: 0, meter, at: from + value, value: 1_000_000 + value, spanS: null };
  const { accepted } = await ingest.take(token, { sent: [reading], rejected: [], count: 1 });
  if (accepted === 1) console.log(value);
}
await changes.stop();
await database.stop();
await backend.stop();
