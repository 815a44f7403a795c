import { createReadStream, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  fileOf,
  hasSharedData,
  mapTo,
  previewOf,
  readWhole,
  sharedFile,
  skipNote,
  type WholeFile,
  wide,
} from './testing.ts';
import { zoneOffsets } from './zone-clock.ts';

const open = (path: string) => () => createReadStream(sharedFile(path));
const expectedMonths = (path: string): Map<string, Record<string, number>> => {
  const [titles = [], ...rows] = readFileSync(sharedFile(path), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  return new Map(
    rows.map((cells) => [
      cells[0] as string,
      Object.fromEntries(titles.map((title, i) => [title, Math.round(Number(cells[i]) * 1000)])),
    ]),
  );
};

/** Sums by column and local month of each interval's start. */
const byMonth = ({ readings }: WholeFile, timeZone: string): Map<string, number> => {
  const offsetAt = zoneOffsets(timeZone);
  const sums = new Map<string, number>();
  for (const { column, at, value } of readings) {
    const month = `${column} ${new Date((at + offsetAt(at)) * 1000).toISOString().slice(0, 7)}`;
    sums.set(month, (sums.get(month) ?? 0) + value);
  }
  return sums;
};

const ampds = 'ampds2_house/';
const refit = 'refit_house20/';

describe.skipIf(!hasSharedData)(`files of real homes${skipNote}`, () => {
  const zone = 'America/Vancouver';

  test('C7.15 AMPds2: 22 electricity meters, every local month to the Wh, negative hours kept', async () => {
    const file = open(`${ampds}electricity_rooms_hourly_wh.csv.gz`);
    const { suggestion, rows, problems } = await previewOf(file, 'electricity_rooms_hourly_wh.csv.gz', zone);
    expect({ rows, problems }).toEqual({ rows: 9479, problems: [] });
    expect(suggestion.mappings).toHaveLength(22);
    expect(suggestion.mappings.every(({ unit, kind }) => unit === 'Wh' && kind === 'interval')).toBe(true);
    const whole = await readWhole(file, suggestion);
    const sums = byMonth(whole, zone);
    const months = expectedMonths(`${ampds}monthly_totals_local.csv`);
    for (const [month, expected] of months) {
      for (const { column } of suggestion.mappings)
        expect([month, column, sums.get(`${column} ${month}`)]).toEqual([month, column, expected[`${column}_kwh`]]);
    }
    expect(sums.size).toBe(22 * months.size);
    expect(whole.readings.some(({ value }) => value < 0)).toBe(true);
  });

  test('C7.15 AMPds2: water by the minute, every local month to the mL; the counter agrees', {
    timeout: 60_000,
  }, async () => {
    const file = open(`${ampds}water_wholehouse_minute_l.csv.gz`);
    const mappings = [mapTo('litres_in_minute', 'L', 'interval'), mapTo('counter_l', 'L', 'counter')];
    const whole = await readWhole(file, wide(mappings, { timeColumn: 'timestamp_utc' }));
    const amounts = whole.readings.filter(({ spanS }) => spanS !== null);
    const counter = whole.readings.filter(({ spanS }) => spanS === null);
    const sums = byMonth({ ...whole, readings: amounts }, zone);
    const months = expectedMonths(`${ampds}monthly_totals_local.csv`);
    for (const [month, expected] of months)
      expect([month, sums.get(`litres_in_minute ${month}`)]).toEqual([month, expected['water_l']]);
    expect(whole.rows).toBe(568_800);
    const first = amounts[0]?.value ?? 0;
    const total = amounts.reduce((sum, { value }) => sum + value, 0);
    expect((counter.at(-1)?.value ?? 0) - (counter[0]?.value ?? 0)).toBe(total - first);
  });

  test('C7.15 REFIT: mean watts by the minute; the sum to the end of every month to the Wh', {
    timeout: 60_000,
  }, async () => {
    const file = open(`${refit}electricity_minute_w.csv.gz`);
    const { suggestion } = await previewOf(file, 'electricity_minute_w.csv.gz');
    expect(suggestion.mappings.map(({ unit, kind }) => `${unit} ${kind}`)).toEqual(Array(5).fill('W mean'));
    const sums = byMonth(await readWhole(file, suggestion), 'UTC');
    const months = expectedMonths(`${refit}monthly_kwh.csv`);
    for (const { column } of suggestion.mappings) {
      let given = 0;
      let listed = 0;
      let listedMonths = 0;
      for (const [month, expected] of months) {
        const sum = sums.get(`${column} ${month}`) ?? Number.NaN;
        const wh = expected[column.replace('_w', '_kwh')] ?? Number.NaN;
        // The list is rounded to the Wh by month, ours to the Wh over all months together.
        expect(Math.abs(sum - wh), `${column} ${month}`).toBeLessThanOrEqual(1);
        given += sum;
        listed += wh;
        listedMonths += 1;
        expect(Math.abs(given - listed)).toBeLessThanOrEqual(0.5 + listedMonths / 2);
      }
    }
  });

  test('C7.15 exports of Octopus, PG&E and Home Assistant add up to what they were made from', async () => {
    const expected = JSON.parse(readFileSync(sharedFile('reencoded_exports/expected.json'), 'utf8'));
    const read = async (name: string) => {
      const text = readFileSync(sharedFile(`reencoded_exports/${name}`));
      const { suggestion, problems } = await previewOf(fileOf(text), name, zone);
      expect(problems).toEqual([]);
      return readWhole(fileOf(text), suggestion);
    };
    const octopus = await read('octopus_halfhour.csv');
    expect(octopus.readings.reduce((sum, { value }) => sum + value, 0)).toBe(
      expected['octopus_halfhour.csv'].kwh * 1000,
    );
    const pge = await read('pge_hourly.csv');
    expect(pge.readings.reduce((sum, { value }) => sum + value, 0)).toBe(expected['pge_hourly.csv'].kwh * 1000);
    const statistics = await read('ha_statistics_counter.tsv');
    for (const [meter, kwh] of Object.entries<number>(expected['ha_statistics_counter.tsv'])) {
      const values = statistics.readings
        .filter(({ column }) => column === `sensor.${meter}_energy`)
        .map(({ value }) => value);
      expect([meter, Math.max(...values)]).toEqual([meter, Math.round(kwh * 1000)]);
    }
  });
});
