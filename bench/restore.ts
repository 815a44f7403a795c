/**
 * A backup of many readings and its restore, timed, and every table compared row by row: npx tsx bench/restore.ts
 * `--packed=9000000` readings of closed days, `--raw=1000000` of open ones, `--encrypt`.
 */
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeBackup } from '#kernel/backup/write-backup.ts';
import { silentLog } from '#kernel/postgres/backend-error.ts';
import { openCluster, prepareDatabase, withOwner } from '#kernel/postgres/embedded-database.ts';
import { restoreEmbedded } from '#subjects/identity/service/embedded/index.ts';
import { fill } from './many-readings.ts';
import { option } from './option.ts';

const packed = option('packed', 9_000_000);
const raw = option('raw', 1_000_000);
const passphrase = process.argv.includes('--encrypt') ? 'five words chosen by chance' : null;
const migrationsDir = fileURLToPath(new URL('../supabase/migrations', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'wattershed-bench-restore-'));
chmodSync(folder, 0o755);
const path = join(folder, 'one.backup');

const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  const answer = await work();
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    `${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of our own process`,
  );
  return answer;
};

const sums = (url: string): Promise<string> =>
  withOwner(url, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'repeatables' order by 1`;
    const found = [];
    for (const { name } of tables)
      found.push([
        name,
        ...(await sql.unsafe(`select count(*), sum(hashtextextended(t::text, 0)) as sum from ${name} t`)),
      ]);
    return JSON.stringify(found);
  });

const using = async <T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> => {
  const cluster = await openCluster({ dataDir, log: silentLog });
  try {
    await prepareDatabase(cluster, { migrationsDir, log: silentLog });
    return await work(cluster.url('postgres'));
  } finally {
    await cluster.postgres.stop();
  }
};

try {
  const before = await using(join(folder, 'data'), async (ownerUrl) => {
    await timed(`${packed + raw} readings made`, () => fill(ownerUrl, packed, raw));
    const wish = { ownerUrl, path, mayReplace: true, passphrase, appVersion: '0', secrets: null };
    await timed('backup, read again', () => writeBackup({ ...wish, openDocument: async () => null }));
    console.log(
      `${(statSync(path).size / 1e6).toFixed(1)} MB, ${(statSync(path).size / (packed + raw)).toFixed(2)} bytes a reading`,
    );
    return sums(ownerUrl);
  });
  const restored = join(folder, 'restored');
  // When each step was last heard of, since the beginning.
  const began = performance.now();
  const steps = new Map<string, string>();
  await timed('restore, compared', () =>
    restoreEmbedded({
      file: { path, passphrase: async () => passphrase },
      dataDir: restored,
      migrationsDir,
      saveDocument: async () => undefined,
      onProgress: ({ step }) => void steps.set(step, ((performance.now() - began) / 1000).toFixed(1)),
    }),
  );
  console.log([...steps].map(([step, at]) => `${step} until ${at} s`).join(', '));
  const isEqual = (await using(restored, sums)) === before;
  console.log(isEqual ? 'Every table is equal, row by row.' : 'NOT EQUAL');
  process.exitCode = isEqual ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
