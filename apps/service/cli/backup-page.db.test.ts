/** docs/operate/backup.md as somebody would who types what it says, one command after the other. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestS3, testAccess, type TestS3 } from '#kernel/backup/testing-s3.ts';
import { createStoredFiles } from '#subjects/bills/service/documents/index.ts';
import { askJson, durableService, isBuilt } from '../testing/durable-service.ts';
import { openStage, type Stage } from '../testing/stage.ts';
import { backupCommand } from './backup-command.ts';
import { restoreCommand } from './restore-command.ts';
import { fullHome, run } from './testing-backup.ts';

const page = readFileSync(fileURLToPath(new URL('../../../docs/operate/backup.md', import.meta.url)), 'utf8');
const line = /^((?:\w+=\S* )*)npm (?:run (backup|restore)(?: -- ([^#\n]+?))?|(start))\s*(?:#.*)?$/gm;
let stage: Stage;
let s3: TestS3;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wattershed-page-'));
  chmodSync(folder, 0o755);
  for (const name of ['data', 'mnt/usb', 'mnt/backups']) mkdirSync(join(folder, name), { recursive: true });
  [stage, s3] = await Promise.all([openStage(), openTestS3()]);
  await fullHome(stage, createStoredFiles(join(folder, 'data/storage')));
});
afterAll(async () => {
  await s3.stop();
  await stage.end();
  rmSync(folder, { recursive: true });
});

/** Places of the page are those of this test; `<file>` is what was made first. */
const here = (text: string): string =>
  text.replace(/\/mnt\/|\.\/rehearsal/g, (place) => join(folder, place)).replace('<file>', firstMade);
const firstMade = (): string => {
  const made = join(folder, 'data/backups');
  return join(made, readdirSync(made).find((name) => name.endsWith('.backup')) ?? 'none');
};
const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, here(value as string)]));

test('every command of the page does what it says', async () => {
  const [, ini = ''] = /```ini\n(.*?)```/s.exec(page) ?? [];
  const bucket = {
    BACKUP_S3_ENDPOINT: s3.endpoint,
    BACKUP_S3_REGION: testAccess.region,
    BACKUP_S3_KEY_ID: testAccess.keyId,
    BACKUP_S3_SECRET: testAccess.secret,
  };
  const said: string[] = [];
  for (const { 1: before = '', 2: command, 3: words = '', 4: start, index } of page.matchAll(line)) {
    const own = settingsIn(before.trim().replaceAll(' ', '\n'));
    if (start !== undefined) {
      said.push(await started(own));
      continue;
    }
    // What the page has said by then is set.
    const env = { ...(index > page.indexOf(ini) && { ...settingsIn(ini), ...bucket }), DATA_DIR: join(folder, 'data') };
    const args = words
      .split(' ')
      .filter((word) => word !== '')
      .map(here);
    const ran =
      command === 'backup'
        ? await run(backupCommand, args, { ...env, DATABASE_OWNER_URL: stage.testDatabase.ownerUrl, ...own })
        : await run(restoreCommand, args, { ...env, DATA_DIR: join(folder, `restored-${said.length}`), ...own });
    expect(ran, `npm run ${command} ${words}`).toMatchObject({ code: 0 });
    said.push(ran.said);
  }
  const [made, toDisk, verified, listed, restored, toBucket, ofPlace, ofBucket, inBucket, fromBucket, rehearsed, runs] =
    said;
  for (const words of [made, toDisk, toBucket]) expect(words).toContain('found whole');
  for (const words of [verified, inBucket]) expect(words).toMatch(/ is whole: /);
  for (const words of [listed, ofBucket]) expect(words).toContain('wattershed-');
  for (const words of [restored, fromBucket, rehearsed]) expect(words).toContain('compared with the backup');
  expect(ofPlace).toContain(join(folder, 'mnt/backups'));
  expect(runs).toBe(isBuilt ? 'ready' : 'not built');
}, 120_000);

/** On the folder that was restored, with the settings that the page names. */
const started = async (env: Record<string, string>): Promise<string> => {
  if (!isBuilt) return 'not built';
  const service = durableService({ ...env, PORT: '0' });
  await service.start();
  const { status } = await askJson<{ status: string }>(`${service.origin}/readyz`, {});
  await service.end();
  return status;
};
