import { describe, expect, test } from 'vitest';
import { mapTo, previewOf, readWhole, wide } from './testing.ts';
import {
  exactMonths,
  hasHomes,
  homeFiles,
  homesNote,
  listedMonths,
  openHome,
  sumByMonth,
  vancouver,
} from './testing-homes.ts';

describe.skipIf(!hasHomes)(`whole files of real homes${homesNote}`, { timeout: 300_000 }, () => {
  test('C7.15 AMPds2: thirteen months of water, every local month to the mL', async () => {
    const file = openHome(homeFiles.water);
    const options = wide([mapTo('litres_in_minute', 'L', 'interval')], { timeColumn: 'timestamp_utc' });
    const whole = await readWhole(file, options);
    expect(whole).toMatchObject({ rows: 568_800, problems: [] });
    const sums = sumByMonth(whole.readings, vancouver);
    const exact = await exactMonths(file, 2, vancouver);
    for (const [month, totals] of listedMonths('ampds2_house/monthly_totals_local.csv')) {
      const sum = sums.get(`litres_in_minute ${month}`) ?? Number.NaN;
      expect([month, sum]).toEqual([month, exact.get(month)]);
      // The list is rounded to a tenth of a litre.
      expect(Math.abs(sum - (totals['water_l'] ?? Number.NaN))).toBeLessThanOrEqual(50);
    }
  });

  test('C7.15 REFIT: fourteen months of five meters, the sum to the end of every month to the Wh', async () => {
    const file = openHome(homeFiles.minutes);
    const { suggestion } = await previewOf(file, homeFiles.minutes);
    const sums = sumByMonth((await readWhole(file, suggestion)).readings, 'UTC');
    const listed = listedMonths('refit_house20/monthly_kwh.csv');
    for (const [i, { column }] of suggestion.mappings.entries()) {
      const exact = await exactMonths(file, i + 1, 'UTC');
      let given = 0;
      let thousandthsOfWattMinutes = 0;
      for (const [month, totals] of listed) {
        const sum = sums.get(`${column} ${month}`) ?? Number.NaN;
        given += sum;
        thousandthsOfWattMinutes += exact.get(month) ?? Number.NaN;
        expect([month, given]).toEqual([month, Math.round(thousandthsOfWattMinutes / 60_000)]);
        // A single month is rounded at both of its ends, the list once.
        expect(Math.abs(sum - (totals[column.replace('_w', '_kwh')] ?? Number.NaN))).toBeLessThanOrEqual(1);
      }
    }
  });
});
