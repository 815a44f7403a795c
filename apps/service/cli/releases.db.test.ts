/** Every released version's backup becomes an installation of today, and so does this version's own. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#kernel/postgres/backend-error.ts';
import { createDevMailbox, startEmbeddedBackend } from '#subjects/identity/service/embedded/index.ts';
import { writeReleaseBackup } from '../testing/release-backup.ts';
import { restoreCommand } from './restore-command.ts';
import { rowsOf, run } from './testing-backup.ts';

const releases = fileURLToPath(new URL('../../../supabase/releases', import.meta.url));
const kept = existsSync(releases) ? readdirSync(releases).filter((name) => name.endsWith('.backup')) : [];
let folder: string;
let own: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wattershed-releases-'));
  chmodSync(folder, 0o755);
  own = join(folder, 'own.backup');
  await writeReleaseBackup(own, join(folder, 'made'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([...kept, 'this version'])('%s', async (name) => {
  const file = name === 'this version' ? own : join(releases, name);
  const dataDir = join(folder, name.replaceAll(/\W/g, '-'));
  expect(await run(restoreCommand, [file], { DATA_DIR: dataDir })).toMatchObject({
    code: 0,
    said: expect.stringContaining('compared with the backup'),
  });
  const backend = await startEmbeddedBackend({
    dataDir,
    migrationsDir: fileURLToPath(new URL('../../../supabase/migrations', import.meta.url)),
    publicOrigin: () => 'http://localhost:8080',
    guestDomain: 'guest.wattershed.invalid',
    mailer: createDevMailbox(silentLog),
    log: silentLog,
  });
  try {
    const rows = await rowsOf(backend.ownerUrl);
    for (const table of [
      'auth.users',
      'public.households',
      'public.meters',
      'public.packed_days',
      'public.billing_records',
    ])
      expect(rows.get(table)?.length).toBeGreaterThan(0);
    expect(readdirSync(join(dataDir, 'storage', 'files'))).toHaveLength(1);
  } finally {
    await backend.stop();
  }
});
