/** That nobody can add a table and forget the export of what is somebody's: each table of the catalogue is in it, or is named here with the reason. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#kernel/postgres/testing.ts';
import { readOwnTables, readOwnWriting, readWaysToSignIn } from '#subjects/identity/service/account/export.ts';
import { type Database, openDatabase } from '#kernel/db.ts';
import { openSeed, type Seed, type SeededHome } from '#apps/service/testing/seed.ts';
import { seedOneOfEach } from './one-of-each.ts';

/** `in the file …`: there under another name. */
const notAFile: Readonly<Record<string, string>> = {
  'public.community_reply_likes': 'in the file community_likes',
  'public.faq_entries': 'the operator’s',
  'public.market_colours': 'the operator’s, the same for all',
  'public.market_prices': 'the operator’s, the same for all',
  'public.meter_parts': 'figures once more, kept for speed',
  'public.usage_gap': 'figures once more, kept for speed',
  'private.allowances': 'how often somebody did something in the last hours',
  'private.billing_due': 'which bills are to be made anew',
  'private.community_sent': 'numbers of what is in the files of the community',
  'private.home_advice': 'what was worked out of use and tariffs, for a day; both are files',
  'private.home_events': 'what a worker of a cluster noted until it is in the file account_events',
  'private.import_parts': 'what an import is undone by; the import is in the file imports',
  'private.import_runs': 'how an import did until the next day; the import is in the file imports',
  'private.leases': 'which service does what at the moment',
  'private.linked_identities': 'in the file ways_to_sign_in',
  'private.meter_checks': 'when the meters of a home were last looked at; what was found is in the file notices',
  'private.meter_watch': 'what a meter’s silence is measured by',
  'private.notice_mails': 'which notices were mailed; they are in the file notices',
  'private.notice_deliveries': 'which notices were told by which way; both are files',
  'private.notice_kinds': 'the product’s own list',
  'private.polled_keys':
    'what a device wants to see before it answers, sealed; which devices are asked is in the file polled_devices',
  'private.report_mails': 'which weeks were mailed; they are made of the figures in the other files',
  'private.push_events': 'what a webhook is yet to be told; it is in the files of notices and bills',
  'private.rule_replays': 'what rules would have told; it is made from the readings when somebody asks',
  'private.rule_settings': 'which notices a home wants and what it called normal; the notices are in the file notices',
  'private.empty_days': 'days on which a home looked empty; it is worked out from its readings',
  'private.settings': 'the operator’s',
  'private.utilities': 'the product’s own list',
  'private.storage_leftovers': 'households that are gone',
  'private.upload_parts': 'the content of such a file',
  'private.uploads': 'a file that waits for its import, for a day at most',
  'private.waiting_mails': 'mails that wait; what they tell of is in its own file',
};

let testDatabase: TestDatabase;
let database: Database;
let seed: Seed;
let ada: SeededHome;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.serviceUrl);
  seed = openSeed(testDatabase.ownerUrl);
  ada = await seed.home();
  await seedOneOfEach(seed.owner, { household: ada.household, owner: ada.userId, administrator: ada.userId });
  await seed.owner`update household_invitations set made_by = ${ada.userId}`;
});
afterAll(async () => {
  await Promise.all([database.stop(), seed.end()]);
  await testDatabase.drop();
});

const tablesOf = async (): Promise<string[]> => {
  const rows = await seed.owner<{ name: string }[]>`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relispartition order by 1`;
  return rows.map(({ name }) => name);
};
const exported = async (sub: string) => [
  ...(await readOwnTables(database, { sub })),
  ...(await readOwnWriting(database.engine, { sub })),
  await readWaysToSignIn(database.engine, { sub }),
];

test('C2.10 the export has a row of every table in which a person has one, or it is said why not', async () => {
  const files = (await exported(ada.userId)).filter(({ rows }) => rows.length > 0);
  const names = new Set(files.flatMap(({ name }) => [`public.${name}`, `private.${name}`]));
  const forgotten = (await tablesOf()).filter((name) => !names.has(name) && !(name in notAFile));
  expect(forgotten).toEqual([]);
});

test('what is said of tables that are not files is of tables that there are, and is true of those', async () => {
  const there = new Set(await tablesOf());
  const files = new Set((await exported(ada.userId)).map(({ name }) => `public.${name}`));
  expect(Object.keys(notAFile).filter((name) => !there.has(name) || files.has(name))).toEqual([]);
});

test('no file has a password, a token or what one could be found by', async () => {
  const columns = (await exported(ada.userId)).flatMap(({ name, columns: all }) => all.map((one) => `${name}.${one}`));
  expect(columns.filter((name) => /hash|secret|password|token$/.test(name))).toEqual([]);
});
