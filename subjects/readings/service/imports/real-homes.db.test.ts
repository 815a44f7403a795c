import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ampdsMonths,
  exactMonths,
  hasHomes,
  homeFiles,
  homesNote,
  openHome,
  startOf,
  vancouver,
} from '../files/csv/testing.ts';
import { importMonths, startTestService, type TestService } from './testing.ts';

describe.skipIf(!hasHomes)(`real homes through the database${homesNote}`, { timeout: 120_000 }, () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  test('C7.15 AMPds2: three meters, thirteen local months to the Wh, twice the file and once the use', async () => {
    const columns = ['WHE', 'HPE', 'B2E'];
    const file = {
      open: openHome(homeFiles.electricity),
      name: homeFiles.electricity,
      timeZone: vancouver,
      from: '2012-04-01',
      to: '2013-06-01',
      columns,
    };
    const { first, second, months } = await importMonths(service, file);
    expect(first).toMatchObject({ state: 'done', rows: 9479, accepted: 3 * 9479 - 2, duplicate: 0, rejected: 2 });
    // Of the nine cells below zero, two are in these columns.
    expect(new Map(first.problems.map(({ column, code }) => [column, code]))).toEqual(
      new Map([
        ['HPE', 'negative-amount'],
        ['WHE', 'negative-amount'],
      ]),
    );
    expect(second).toMatchObject({ state: 'done', accepted: 0, duplicate: 3 * 9479 - 2, rejected: 2 });
    const listed = [...ampdsMonths()].flatMap(([month, totals]) =>
      columns.map((column) => [`${column} ${month}`, totals[`${column}_kwh`]] as const),
    );
    expect(Object.fromEntries(months)).toEqual(Object.fromEntries(listed));
  });

  test('C7.15 AMPds2: a month of water by the minute, to the mL', async () => {
    const open = startOf(homeFiles.water, 30 * 1440);
    const columns = ['litres_in_minute'];
    const file = { open, name: homeFiles.water, timeZone: vancouver, from: '2012-04-01', to: '2012-06-01', columns };
    const { first, second, months } = await importMonths(service, file);
    expect(first).toMatchObject({ state: 'done', accepted: 43_200, rejected: 0 });
    expect(second).toMatchObject({ state: 'done', duplicate: 43_200, rejected: 0 });
    expect(months.get('litres_in_minute 2012-04')).toBe((await exactMonths(open, 2, vancouver)).get('2012-04'));
  });

  test('C7.15 REFIT: a month of mean watts by the minute, to the Wh', async () => {
    const open = startOf(homeFiles.minutes, 30 * 1440);
    const columns = ['aggregate_w', 'kettle_w'];
    const file = { open, name: homeFiles.minutes, timeZone: 'UTC', from: '2014-04-01', to: '2014-06-01', columns };
    const { months } = await importMonths(service, file);
    expect(Object.fromEntries(months)).toEqual({ 'aggregate_w 2014-04': 249_495, 'kettle_w 2014-04': 8_220 });
  });
});
