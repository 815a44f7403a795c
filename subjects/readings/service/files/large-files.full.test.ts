import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import {
  exactMonths,
  hasHomes,
  homeFiles,
  homesNote,
  listedMonths,
  mapTo,
  openHome,
  previewOf,
  readWhole,
  sumByMonth,
  vancouver,
  wide,
} from './csv/testing.ts';
import { fileFormat } from './index.ts';

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

const begin = '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">';
const type =
  '<entry><link rel="self" href="ReadingType/1"/><content><ReadingType><powerOfTenMultiplier>0</powerOfTenMultiplier><uom>72</uom></ReadingType></content></entry>';
const perBlock = 288;
const spanS = 300;

/** A day of five-minute readings after the other: `bytes` of them. */
function* blocks(bytes: number): Generator<Buffer> {
  yield Buffer.from(begin + type);
  let written = 0;
  for (let day = 0; written < bytes; day += 1) {
    const readings = Array.from({ length: perBlock }, (_, i) => {
      const start = 1_000_000_000 + (day * perBlock + i) * spanS;
      return `<IntervalReading><cost>1</cost><timePeriod><duration>${spanS}</duration><start>${start}</start></timePeriod><value>7</value></IntervalReading>\n`;
    });
    const link = `<link rel="self" href="RetailCustomer/1/UsagePoint/1/MeterReading/1/IntervalBlock/${day}"/>`;
    const block = Buffer.from(
      `<entry>${link}<content><IntervalBlock>${readings.join('')}</IntervalBlock></content></entry>`,
    );
    written += block.length;
    yield block;
  }
  yield Buffer.from('</feed>');
}

test('two hundred megabytes are read in bounded memory, every reading once', async () => {
  const open = () => Readable.from(blocks(200_000_000));
  const seen = await fileFormat.preview(open, 'large.xml', 'UTC');
  if (!seen.ok) throw new Error(seen.code);
  const before = process.memoryUsage().heapUsed;
  let [readings, sum, most] = [0, 0, 0];
  const ended = await fileFormat.read(open, seen.value.suggestion, {
    batchSize: 5000,
    onBytes: () => {},
    take: async (batch) => {
      readings += batch.readings.length;
      sum += batch.readings.reduce((total, { value }) => total + value, 0);
      most = Math.max(most, process.memoryUsage().heapUsed);
    },
  });
  expect(ended.ok).toBe(true);
  expect(readings).toBe(seen.value.rows);
  expect(sum).toBe(readings * 7);
  expect((most - before) / 1e6).toBeLessThan(150);
}, 600_000);
