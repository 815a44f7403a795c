/** The migrations of before the first release, which made the databases that people have. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const kept = new URL('../../supabase/before/migrations.json.gz', import.meta.url);

/** How many each version had. */
export const versionsBefore = [59, 70] as const;

/** A folder with a version's migrations, for whoever takes it away again. */
export function migrationsBefore(count: (typeof versionsBefore)[number]): string {
  const files = JSON.parse(gunzipSync(readFileSync(kept)).toString('utf8')) as { name: string; text: string }[];
  const folder = mkdtempSync(join(tmpdir(), 'wattershed-before-'));
  for (const { name, text } of files.slice(0, count)) writeFileSync(join(folder, name), text);
  return folder;
}
