/** The backup of this version that every later one is tested with, supabase/releases/<version>.backup: npx tsx scripts/release/backup.ts, a part of a release. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeReleaseBackup } from '#apps/service/testing/release-backup.ts';
import { startTestCluster } from '#kernel/postgres/testing.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const path = join(root, 'supabase/releases', `${version}.backup`);
const folder = mkdtempSync(join(tmpdir(), 'wattershed-release-'));
const stop = await startTestCluster();
try {
  mkdirSync(join(root, 'supabase/releases'), { recursive: true });
  await writeReleaseBackup(path, folder);
  console.log(path);
} finally {
  await stop();
  rmSync(folder, { recursive: true });
}
