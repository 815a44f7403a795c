// Calls that are safe in the few places that are named here, and nowhere else in what ships.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const rooms = ['apps', 'catalogue', 'kernel', 'shell', 'subjects', 'supabase/repeatable'];
const files = execFileSync('git', ['ls-files', ...rooms], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(tsx?|mjs|sql)$/.test(path) && !/\.test\.|testing|backend-apart/.test(path));
const code = new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const found = (call, kind = /\.(tsx?|mjs)$/) =>
  files.filter((path) => kind.test(path) && call.test(code.get(path) ?? ''));

test('what ships is read', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(found(/createHmac\(/)).toContain('kernel/http/client-address.ts');
});

test('what must not be guessed is made by the system’s randomness', () => {
  // Pauses before another try, and how a window tells itself from others.
  expect(found(/Math\.random\(/)).toEqual([
    'shell/data/service-error.ts',
    'shell/session/ending-session.ts',
    'subjects/readings/service/ingest/record-readings.ts',
  ]);
  expect(found(/\brandom\(\)/, /\.sql$/)).toEqual([]);
});

test('no text becomes code, and no text becomes markup', () => {
  expect(found(/\beval\(|new Function\(|from 'node:vm'/)).toEqual([]);
  expect(found(/dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/)).toEqual([]);
});

test('no text from outside becomes a pattern', () => {
  // Of pieces of ours alone; a price file's separator is one of the three that it may have.
  expect(found(/new RegExp\(/)).toEqual([
    'apps/web/build/light-contracts.ts',
    'subjects/assistant/service/provider/check-figures.ts',
    'subjects/assistant/service/provider/figures.ts',
    'subjects/assistant/service/provider/spoken-of.ts',
    'subjects/assistant/service/understand/asked.ts',
    'subjects/assistant/service/understand/rules/device-rules.ts',
    'subjects/assistant/service/understand/spelling.ts',
    'subjects/bills/service/paper/currencies.ts',
    'subjects/bills/service/paper/figures.ts',
    'subjects/bills/service/paper/languages.ts',
    'subjects/bills/service/paper/words.ts',
    'subjects/bills/service/prices/price-formats.ts',
    'subjects/readings/domain/device-words.ts',
    'subjects/readings/service/files/weather/temperature-file.ts',
  ]);
});

test('programs are called by name and arguments, never by a line for a shell', () => {
  const callers = [
    'kernel/postgres/cluster-files.ts',
    'kernel/postgres/former-postgres.ts',
    'kernel/postgres/orphan-postgres.ts',
  ];
  expect(found(/from 'node:child_process'/)).toEqual([...callers, 'kernel/postgres/postgres-process.ts']);
  expect(found(/\bexec(?:Sync)?\((?=['"`])|shell: true/)).toEqual([]);
});

test('SQL is written with its values apart; where a text is sent as it is, no part of it comes from outside', () => {
  // Migrations and backups, whose names are the database's own; texts of ours that are prepared once; and the table API,
  // which quotes every name and sends every value apart (a test tries to break out of both).
  expect(found(/\.unsafe(?:<[^(]*>)?\(/)).toEqual([
    'kernel/backup/catalogue.ts',
    'kernel/backup/copy-differences.ts',
    'kernel/backup/load-database.ts',
    'kernel/backup/write-backup.ts',
    'kernel/postgres/cluster.ts',
    'kernel/postgres/embedded-database.ts',
    'kernel/postgres/migrations.ts',
    'kernel/postgres/repeatables.ts',
    'subjects/household/service/demo/demo-household.ts',
    'subjects/identity/service/embedded/tables/tables.ts',
    'subjects/readings/service/ingest/index.ts',
    'subjects/readings/service/ingest/meter-rows.ts',
    'subjects/readings/service/ingest/stored-readings.ts',
    'subjects/usage/service/shared-answers.ts',
  ]);
});

test('a page hears its own windows and its own worker, and no other page', () => {
  expect(found(/addEventListener\(\s*'message'|\bonmessage\b/)).toEqual([
    'apps/web/worker/service-worker.ts',
    'shell/data/browser-outbox.ts',
    'shell/data/worker-messages.ts',
    'shell/session/ending-session.ts',
  ]);
  // All but the worker's own listen at a channel of this origin, or at a port of their own.
  expect(found(/window\.addEventListener\(\s*'message'/)).toEqual([]);
});

test('nobody is believed without a certificate that is good', () => {
  // A device at home vouches for itself: the certificate that it showed first is the only one that is told its key.
  expect(found(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|minVersion|ciphers:/)).toEqual([
    'subjects/hardware/service/polling/pinned-https.ts',
  ]);
});

test('no algorithm that is broken: MD5, DES, RC4, or a cipher without a check', () => {
  expect(found(/['"](?:md5|rc4|des(?:-|['"])|aes-\d+-(?:ecb|cbc|ctr))/i)).toEqual([]);
  // To ask a list of leaked passwords, which is kept by it.
  expect(found(/['"]sha-?1['"]/i)).toEqual(['subjects/identity/service/embedded/auth/passwords.ts']);
});
