import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ampdsMonths,
  exactMonths,
  hasHomes,
  homeFiles,
  homesNote,
  listedMonths,
  openHome,
  vancouver,
} from '../files/csv/testing.ts';
import { importMonths, startTestService, type TestService } from './testing.ts';

describe.skipIf(!hasHomes)(`whole real homes through the database${homesNote}`, { timeout: 900_000 }, () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  test('C7.15 AMPds2: all 22 meters, thirteen local months to the Wh', async () => {
    const listed = ampdsMonths();
    const titles = Object.keys([...listed.values()][0] ?? {}).filter((title) => title.endsWith('_kwh'));
    const columns = titles.map((title) => title.replace('_kwh', ''));
    const file = {
      open: openHome(homeFiles.electricity),
      name: homeFiles.electricity,
      timeZone: vancouver,
      from: '2012-04-01',
      to: '2013-06-01',
      columns,
    };
    const { first, second, months } = await importMonths(service, file);
    expect(first).toMatchObject({ state: 'done', accepted: 22 * 9479 - 9, rejected: 9 });
    expect(second).toMatchObject({ state: 'done', duplicate: 22 * 9479 - 9, rejected: 9 });
    for (const [month, totals] of listed) {
      for (const column of columns)
        expect([column, month, months.get(`${column} ${month}`)]).toEqual([column, month, totals[`${column}_kwh`]]);
    }
  });

  test('C7.15 AMPds2: thirteen months of water by the minute, to the mL', async () => {
    const open = openHome(homeFiles.water);
    const columns = ['litres_in_minute'];
    const file = { open, name: homeFiles.water, timeZone: vancouver, from: '2012-04-01', to: '2013-06-01', columns };
    const { first, second, months } = await importMonths(service, file);
    expect(first).toMatchObject({ state: 'done', accepted: 568_800, rejected: 0 });
    expect(second).toMatchObject({ state: 'done', duplicate: 568_800, rejected: 0 });
    for (const [month, exact] of await exactMonths(open, 2, vancouver)) {
      expect([month, months.get(`litres_in_minute ${month}`)]).toEqual([month, exact]);
    }
  });

  test('C7.15 REFIT: fourteen months of five meters, each month to the Wh', async () => {
    const columns = ['aggregate_w', 'kettle_w', 'dishwasher_w', 'washingmachine_w', 'microwave_w'];
    const file = {
      open: openHome(homeFiles.minutes),
      name: homeFiles.minutes,
      timeZone: 'UTC',
      from: '2014-04-01',
      to: '2015-07-01',
      columns,
    };
    const { first, months } = await importMonths(service, file);
    expect(first).toMatchObject({ state: 'done', accepted: 5 * 613_440, rejected: 0 });
    for (const [month, totals] of listedMonths('refit_house20/monthly_kwh.csv')) {
      for (const column of columns) {
        const off =
          (months.get(`${column} ${month}`) ?? Number.NaN) - (totals[column.replace('_w', '_kwh')] ?? Number.NaN);
        expect(Math.abs(off), `${column} ${month}`).toBeLessThanOrEqual(1);
      }
    }
  });
});
