import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#kernel/config.ts';
import type { Job } from '#kernel/jobs.ts';
import { openMail } from '#kernel/mail/open-mail.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/postgres/testing.ts';
import { bodyOf, openMailServer, subjectOf, type TestMailServer } from '#subjects/contact/service/mails/testing.ts';
import { serveBackup } from './regular-backup.ts';

let database: TestDatabase;
let server: TestMailServer;
const dataDir = mkdtempSync(join(tmpdir(), 'wattershed-told-'));
beforeAll(async () => {
  [database, server] = await Promise.all([createTestDatabase(), openMailServer()]);
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

test('the operator is told by mail that a backup failed and why, and that there is one again', async () => {
  const place = join(dataDir, 'backups');
  // A file stands where the folder should be.
  writeFileSync(place, '');
  const config = readConfig({
    DATA_DIR: dataDir,
    BACKUP_TO: place,
    BACKUP_PASSPHRASE: 'five words by chance alone',
    SMTP_URL: server.url,
    MAIL_FROM: 'Wattershed <no-reply@example.org>',
    CONTACT_MAIL_TO: 'operator@example.org',
  });
  const log = pino({ level: 'silent' });
  let now = Date.now();
  const added: Job[] = [];
  const jobs = { add: (job: Job) => void added.push(job) };
  const mail = openMail(config, log, () => now);
  const kernel = { config, jobs, log, mail, now: () => now, origin: () => 'http://localhost:8080', version: '0.1.0' };
  const { ownerUrl } = database;
  const scheduled = serveBackup(kernel, { ownerUrl, jwtSecret: 'secret', anonKey: 'key' });
  const turn = () => Promise.resolve(added[0]?.run(new AbortController().signal));

  await expect(turn()).rejects.toThrow(place);
  expect(server.mails.map(({ to }) => to)).toEqual([['operator@example.org']]);
  const [failed] = server.mails;
  expect(subjectOf(failed?.text ?? '')).toBe('Wattershed could not make its backup');
  expect(bodyOf(failed?.text ?? '')).toContain(place);
  expect(bodyOf(failed?.text ?? '')).toContain('http://localhost:8080/health');

  rmSync(place);
  mkdirSync(place);
  now += 24 * 3_600_000;
  await turn();
  expect(scheduled?.state()).toMatchObject({ failure: null, failures: 1 });
  expect(server.mails).toHaveLength(2);
  expect(subjectOf(server.mails[1]?.text ?? '')).toBe('Wattershed makes its backups again');
});
