import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#kernel/postgres/testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Of these names, those that a home may have. */
const taken = async (names: string): Promise<string[]> => {
  const rows = await database.asOwner(`select name from (${names}) as given (name) where private.is_time_zone(name)`);
  return rows.map(({ name }) => String(name));
};
const listed = (names: readonly string[]): string => `values ${names.map((name) => `('${name}')`).join(',')}`;

const isKnownHere = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

test('every time zone that a browser can name is taken, and in any letters', async () => {
  const names = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'europe/madrid', 'Asia/Kolkata', 'Etc/GMT+5'];
  expect(await taken(listed(names))).toEqual(names);
});

test('every one that is taken is known to the service too, of all that PostgreSQL lists and of its abbreviations', async () => {
  const names = await taken('select name from pg_timezone_names union select abbrev from pg_timezone_abbrevs');
  expect(names.length).toBeGreaterThan(500);
  expect(names.filter((name) => !isKnownHere(name))).toEqual([]);
});

test('what PostgreSQL alone understands is none: rules, offsets, abbreviations, its own folders', async () => {
  const none = [
    '%00',
    'ABC3',
    'MSK',
    'EST5EDT,M3.2.0,M11.1.0',
    '+01:00',
    '1',
    '2147483648',
    'posix/Europe/Madrid',
    'localtime',
    'Factory',
    '',
    'Europe/Nowhere',
    'Europe/Madrid ',
  ];
  expect(await taken(listed(none))).toEqual([]);
});
