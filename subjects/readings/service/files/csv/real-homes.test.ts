import { describe, expect, test } from 'vitest';
import { fileOf, mapTo, previewOf, readWhole, wide } from './testing.ts';
import {
  ampdsMonths,
  exactMonths,
  hasHomes,
  homeFiles,
  homesNote,
  listedMonths,
  openHome,
  startOf,
  sumByMonth,
  textOf,
  vancouver,
} from './testing-homes.ts';

describe.skipIf(!hasHomes)(`files of real homes${homesNote}`, { timeout: 60_000 }, () => {
  test('C7.15 AMPds2: 22 electricity meters, every local month to the Wh, without the nine cells below zero, which are named', async () => {
    const file = openHome(homeFiles.electricity);
    const { suggestion, rows, problems } = await previewOf(file, homeFiles.electricity, vancouver);
    expect(rows).toBe(9479);
    expect(problems.map(({ code }) => code)).toEqual(Array(9).fill('negative-amount'));
    expect(suggestion.mappings.map(({ unit, kind }) => `${unit} ${kind}`)).toEqual(Array(22).fill('Wh interval'));
    const { readings } = await readWhole(file, suggestion);
    const sums = sumByMonth(readings, vancouver);
    const listed = [...ampdsMonths()].flatMap(([month, totals]) =>
      suggestion.mappings.map(({ column }) => [`${column} ${month}`, totals[`${column}_kwh`]] as const),
    );
    expect(Object.fromEntries(sums)).toEqual(Object.fromEntries(listed));
    expect(readings.some(({ value }) => value < 0)).toBe(false);
  });

  test('C7.15 AMPds2: water by the minute to the mL; the counter agrees', async () => {
    const file = startOf(homeFiles.water, 30 * 1440);
    const mappings = [mapTo('litres_in_minute', 'L', 'interval'), mapTo('counter_l', 'L', 'counter')];
    const { readings } = await readWhole(file, wide(mappings, { timeColumn: 'timestamp_utc' }));
    const amounts = readings.filter(({ spanS }) => spanS !== null);
    const counter = readings.filter(({ spanS }) => spanS === null);
    expect(sumByMonth(amounts, vancouver).get('litres_in_minute 2012-04')).toBe(
      (await exactMonths(file, 2, vancouver)).get('2012-04'),
    );
    const afterFirst = amounts.reduce((sum, { value }) => sum + value, -(amounts[0]?.value ?? 0));
    expect((counter.at(-1)?.value ?? 0) - (counter[0]?.value ?? 0)).toBe(afterFirst);
  });

  test('C7.15 REFIT: mean watts by the minute, to the Wh', async () => {
    const file = startOf(homeFiles.minutes, 30 * 1440);
    const { suggestion } = await previewOf(file, homeFiles.minutes);
    expect(suggestion.mappings.map(({ unit, kind }) => `${unit} ${kind}`)).toEqual(Array(5).fill('W mean'));
    const sums = sumByMonth((await readWhole(file, suggestion)).readings, 'UTC');
    const listed = listedMonths('refit_house20/monthly_kwh.csv').get('2014-04') ?? {};
    for (const { column } of suggestion.mappings) {
      expect([column, sums.get(`${column} 2014-04`)]).toEqual([column, listed[column.replace('_w', '_kwh')]]);
    }
  });

  test('C7.15 exports of Octopus, PG&E and Home Assistant add up to what they were made from', async () => {
    const expected = JSON.parse(textOf('reencoded_exports/expected.json'));
    const read = async (name: string) => {
      const file = fileOf(textOf(`reencoded_exports/${name}`));
      const { suggestion, problems } = await previewOf(file, name, vancouver);
      expect(problems).toEqual([]);
      return (await readWhole(file, suggestion)).readings;
    };
    const sum = (readings: readonly { value: number }[]): number =>
      readings.reduce((total, { value }) => total + value, 0);
    expect(sum(await read('octopus_halfhour.csv'))).toBe(expected['octopus_halfhour.csv'].kwh * 1000);
    expect(sum(await read('pge_hourly.csv'))).toBe(expected['pge_hourly.csv'].kwh * 1000);
    const statistics = await read('ha_statistics_counter.tsv');
    for (const [meter, kwh] of Object.entries<number>(expected['ha_statistics_counter.tsv'])) {
      const values = statistics.filter(({ column }) => column === `sensor.${meter}_energy`).map(({ value }) => value);
      expect([meter, Math.max(...values)]).toEqual([meter, Math.round(kwh * 1000)]);
    }
  });
});
