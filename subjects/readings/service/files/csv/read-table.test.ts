import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvFormat } from './index.ts';
import { fileOf, iso, mapTo, readWhole, wide } from './testing.ts';

const noon = Date.UTC(2026, 4, 4, 12) / 1000;
const short = ({
  readings,
}: {
  readings: readonly { column: string; at: number; value: number; spanS: number | null }[];
}) => readings.map(({ column, at, value, spanS }) => [column, iso(at), value, spanS]);

describe('a wide file', () => {
  const text =
    'time,kitchen,main\n2026-05-04T12:00Z,0.25,1000.5\n2026-05-04T13:00Z,,1000.75\n2026-05-04T14:00Z,-0.1,1001\n';

  test('each column becomes readings; an empty cell is none; a negative amount is named, and no use', async () => {
    const whole = await readWhole(
      fileOf(text),
      wide([mapTo('kitchen', 'kWh', 'interval'), mapTo('main', 'kWh', 'counter')]),
    );
    expect(short(whole)).toEqual([
      ['kitchen', '2026-05-04T12:00:00Z', 250, 7200],
      ['main', '2026-05-04T12:00:00Z', 1_000_500, null],
      ['main', '2026-05-04T13:00:00Z', 1_000_750, null],
      ['main', '2026-05-04T14:00:00Z', 1_001_000, null],
    ]);
    expect(whole.rows).toBe(3);
    expect(whole.problems).toEqual([{ line: 4, column: 'kitchen', code: 'negative-amount', detail: '-0.1' }]);
  });

  test('gzip is read as what it holds', async () => {
    const options = wide([mapTo('main', 'kWh', 'counter')]);
    expect(await readWhole(fileOf(gzipSync(text), 11), options)).toEqual(await readWhole(fileOf(text), options));
  });

  test('a gzip file that is cut off or damaged is not taken for a short one', async () => {
    const packed = gzipSync(text.repeat(50));
    const nothing = { batchSize: 100, onBytes: () => {}, take: async () => {} };
    const options = wide([mapTo('main', 'kWh', 'counter')]);
    for (const bytes of [packed.subarray(0, -12), Buffer.concat([packed.subarray(0, 20), Buffer.alloc(40, 7)])]) {
      expect(await csvFormat.read(fileOf(bytes), options, nothing)).toEqual({ ok: false, code: 'compression-damaged' });
    }
  });

  test('semicolons and decimal commas, also where only a late row shows them', async () => {
    const rows = Array.from({ length: 9000 }, (_, i) => `${iso(noon + i * 60)};${i === 8999 ? '1,5' : '1'}`);
    const whole = await readWhole(fileOf(`time;use\n${rows.join('\n')}`), wide([mapTo('use', 'Wh', 'interval')]));
    expect(whole.problems).toEqual([]);
    expect(whole.readings.reduce((sum, { value }) => sum + value, 0)).toBe(9001);
  });

  test('a malformed line names itself and its column, and the others are taken', async () => {
    const bad =
      'time,a,b\n2026-05-04 12:00,1,x1\nyesterday,1,1\n2026-05-04 13:00,2\n2026-05-04 14:00,-5,3\n2026-05-04 15:00,6,4\n';
    const whole = await readWhole(fileOf(bad), wide([mapTo('a', 'kWh', 'counter'), mapTo('b', 'kWh', 'interval')]));
    expect(whole.problems.map(({ line, column, code, detail }) => [line, column, code, detail])).toEqual([
      [2, 'b', 'number-malformed', 'x1'],
      [3, 'time', 'time-malformed', 'yesterday'],
      [4, 'b', 'cells-missing', '2'],
      [5, 'a', 'negative-counter', '-5'],
    ]);
    expect(whole.readings.map(({ line, column }) => `${line}${column}`)).toEqual(['2a', '4a', '6a', '5b', '6b']);
  });

  test('a column that the file does not have ends the import before it begins', async () => {
    const read = await csvFormat.read(fileOf(text), wide([mapTo('garage', 'kWh', 'interval')]), {
      batchSize: 10,
      onBytes: () => {},
      take: () => Promise.reject(new Error('nothing was to be taken')),
    });
    expect(read).toEqual({ ok: false, code: 'unknown-column' });
  });
});

describe('spans', () => {
  const spansOf = async (rows: string[], stamp: 'start' | 'end', timeZone = 'UTC') => {
    const text = `time,use\n${rows.map((row, i) => `${row},${i + 1}`).join('\n')}\n`;
    const { readings } = await readWhole(fileOf(text), wide([mapTo('use', 'Wh', 'interval')], { stamp, timeZone }));
    return readings.map(({ at, spanS }) => [iso(at), (spanS ?? 0) / 60]);
  };
  const hours = [
    '2026-05-04 10:00',
    '2026-05-04 11:00',
    '2026-05-04 11:58',
    '2026-05-04 13:00',
    '2026-05-04 17:00',
    '2026-05-04 18:00',
  ];

  test('stamped at the start, a row reaches to the next one, but not across a silence', async () => {
    expect((await spansOf(hours, 'start')).map(([, minutes]) => minutes)).toEqual([60, 58, 62, 60, 60, 60]);
  });

  test('stamped at the end, it reaches back to the one before', async () => {
    expect(await spansOf(hours, 'end')).toEqual([
      ['2026-05-04T09:00:00Z', 60],
      ['2026-05-04T10:00:00Z', 60],
      ['2026-05-04T11:00:00Z', 58],
      ['2026-05-04T11:58:00Z', 62],
      ['2026-05-04T16:00:00Z', 60],
      ['2026-05-04T17:00:00Z', 60],
    ]);
  });

  test('the newest row first makes no difference', async () => {
    for (const stamp of ['start', 'end'] as const) {
      expect(await spansOf(hours.toReversed(), stamp)).toEqual(await spansOf(hours, stamp));
    }
  });

  test('a local day is 23 or 25 hours long when the clocks change', async () => {
    const days = ['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31', '2026-04-01'];
    expect((await spansOf(days, 'start', 'Europe/Madrid')).map(([, m]) => Number(m) / 60)).toEqual([
      24, 24, 23, 24, 24, 24,
    ]);
    const autumn = ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27'];
    expect((await spansOf(autumn, 'start', 'Europe/Madrid')).map(([, m]) => Number(m) / 60)).toEqual([
      24, 24, 25, 24, 24,
    ]);
  });

  test('mean power over uneven rows adds up to its energy, to the Wh', async () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 50, max: 70 }), fc.integer({ min: 0, max: 90_000 })), {
      minLength: 3,
      maxLength: 200,
    });
    await fc.assert(
      fc.asyncProperty(rows, async (steps) => {
        let at = noon;
        const lines = steps.map(([step, deciWatt]) => {
          const line = `${iso(at)},${deciWatt / 10}`;
          at += step;
          return line;
        });
        const { readings } = await readWhole(fileOf(`time,p\n${lines.join('\n')}`), wide([mapTo('p', 'W', 'mean')]));
        const exact = readings.reduce(
          (sum, { spanS }, i) => sum + ((steps[i]?.[1] ?? 0) / 10) * ((spanS ?? 0) / 3600),
          0,
        );
        const given = readings.reduce((sum, { value }) => sum + value, 0);
        expect(Math.abs(given - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a long file', () => {
  const options = {
    layout: 'long' as const,
    timeColumn: 'time',
    meterColumn: 'meter',
    valueColumn: 'value',
    timeZone: 'Europe/Madrid',
    stamp: 'start' as const,
    counterStamp: 'instant' as const,
    mappings: [mapTo('kitchen', 'kWh', 'interval'), mapTo('water', 'm3', 'counter')],
  };

  test('each meter has its own unit, its own step, and its own repeated hour', async () => {
    const kitchen = ['01:30', '02:00', '02:30', '02:00', '02:30', '03:00'].map((at) => `2026-10-25 ${at},kitchen,0.1`);
    const water = ['02:00', '02:00', '03:00'].map((at, i) => `2026-10-25 ${at},water,${12 + i / 1000}`);
    const other = ['2026-10-25 02:00,garage,1'];
    const whole = await readWhole(
      fileOf(`time,meter,value\n${[...water, ...kitchen, ...other].join('\n')}\n`),
      options,
    );
    expect(short(whole)).toEqual([
      ['kitchen', '2026-10-24T23:30:00Z', 100, 1800],
      ['kitchen', '2026-10-25T00:00:00Z', 100, 1800],
      ['kitchen', '2026-10-25T00:30:00Z', 100, 1800],
      ['kitchen', '2026-10-25T01:00:00Z', 100, 1800],
      ['kitchen', '2026-10-25T01:30:00Z', 100, 1800],
      ['kitchen', '2026-10-25T02:00:00Z', 100, 1800],
      ['water', '2026-10-25T00:00:00Z', 12_000_000, null],
      ['water', '2026-10-25T01:00:00Z', 12_001_000, null],
      ['water', '2026-10-25T02:00:00Z', 12_002_000, null],
    ]);
  });
});

test('batches are bounded, progress never goes back, and all rows are counted', async () => {
  const rows = Array.from({ length: 12_345 }, (_, i) => `${iso(noon + i * 60)},1,2`);
  const text = `time,a,b\n${rows.join('\n')}`;
  const sizes: number[] = [];
  const bytes: number[] = [];
  let counted = 0;
  const read = await csvFormat.read(fileOf(text), wide([mapTo('a', 'Wh', 'interval'), mapTo('b', 'L', 'interval')]), {
    batchSize: 5000,
    onBytes: (at) => bytes.push(at),
    take: async (batch) => {
      sizes.push(batch.readings.length);
      counted += batch.rows;
    },
  });
  expect(read.ok).toBe(true);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(5000);
  expect(sizes.reduce((a, b) => a + b)).toBe(24_690);
  expect(counted).toBe(12_345);
  expect(bytes).toEqual([...bytes].sort((a, b) => a - b));
  expect(bytes.at(-1)).toBe(Buffer.byteLength(text));
});
