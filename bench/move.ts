/**
 * How long an installation stands still while it moves to another PostgreSQL: npx tsx bench/move.ts, or to a Citus cluster that is for tests alone, whose
 * superuser's address is in `CITUS_URL`. `--packed=3416400` readings of closed days (13 months of a home with six meters, one a minute), `--raw=17280` of open ones.
 */
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTaking } from '#apps/service/cli/testing-taking.ts';
import { openSeed } from '#apps/service/testing/seed.ts';
import { silentLog } from '#kernel/postgres/backend-error.ts';
import { openCluster, prepareDatabase, withOwner } from '#kernel/postgres/embedded-database.ts';
import { moveEmbedded } from '#subjects/identity/service/embedded/index.ts';
import { makeEmpty } from '../supabase/tests/citus/cluster.ts';
import { fill } from './many-readings.ts';
import { option } from './option.ts';

const migrationsDir = fileURLToPath(new URL('../supabase/migrations', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'wattershed-bench-move-'));
chmodSync(folder, 0o755);
const dataDir = join(folder, 'data');

const prepare = async (): Promise<{ token: string; meter: string }> => {
  const cluster = await openCluster({ dataDir, log: silentLog });
  await prepareDatabase(cluster, { migrationsDir, log: silentLog });
  await fill(cluster.url('postgres'), option('packed', 3_416_400), option('raw', 17_280));
  const seed = openSeed(cluster.url('postgres'));
  const home = await seed.home('Europe/Madrid');
  const { key } = await home.device('Oven', 'kitchen', 'electricity');
  await seed.end();
  await cluster.postgres.stop();
  return { token: home.token, meter: key };
};

/** Another server of the same machine: the network between two comes on top. */
const openTarget = async (): Promise<{ address: string; close: () => Promise<void> }> => {
  const citus = process.env['CITUS_URL'];
  if (citus) {
    const { url, join: letWorkersIn, drop } = await makeEmpty(citus, true);
    await letWorkersIn();
    return { address: url, close: drop };
  }
  const target = await openCluster({ dataDir: join(folder, 'target'), log: silentLog });
  await withOwner(target.url('postgres', 'postgres'), (sql) => sql`create database moved`);
  return { address: target.url('postgres', 'moved'), close: () => target.postgres.stop() };
};

try {
  const { token, meter } = await prepare();
  const { address, close } = await openTarget();
  const { child, taken } = startTaking(dataDir, token, meter, 0);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  const begun = performance.now();
  const moved = await moveEmbedded({
    dataDir,
    address,
    migrationsDir,
    onProgress: () => {},
    mayStop: async () => true,
  });
  const whole = (performance.now() - begun) / 1000;
  console.log(
    `Stood still for ${((moved?.stoppedMs ?? 0) / 1000).toFixed(1)} s of ${whole.toFixed(1)} s; ${moved?.rows} rows compared.`,
  );
  const [found] = await withOwner(
    address,
    (sql) =>
      sql`select count(*)::int as n from open_readings where value between 1000000 and ${999_999 + taken.length} and meter_id = (select id from meters where key = ${meter})`,
  );
  console.log(`${taken.length} readings acknowledged meanwhile, ${found?.n} are there.`);
  process.exitCode = found?.n === taken.length ? 0 : 1;
  await close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
