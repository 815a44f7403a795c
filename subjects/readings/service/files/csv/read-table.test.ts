import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvFormat } from './index.ts';
import { rowSorter } from './sort-rows.ts';
import { fileOf, iso, mapTo, previewOf, readWhole, wide } from './testing.ts';

describe('read table', () => {
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
        expect(await csvFormat.read(fileOf(bytes), options, nothing)).toEqual({
          ok: false,
          code: 'compression-damaged',
        });
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
      const kitchen = ['01:30', '02:00', '02:30', '02:00', '02:30', '03:00'].map(
        (at) => `2026-10-25 ${at},kitchen,0.1`,
      );
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
});

describe('any order', () => {
  const noon = Date.UTC(2026, 4, 4, 12) / 1000;

  /** What the meters would say of a file: each time once, whatever its rows' order. */
  const told = async (text: string, options: Parameters<typeof readWhole>[1]): Promise<string[]> => {
    const { readings, problems } = await readWhole(fileOf(text, 4096), options);
    expect(problems).toEqual([]);
    return [...new Set(readings.map(({ column, at, value, spanS }) => `${column} ${at} ${value} ${spanS}`))].sort();
  };

  const shuffled = <T>(rows: readonly T[]): fc.Arbitrary<T[]> =>
    fc.shuffledSubarray([...rows], { minLength: rows.length, maxLength: rows.length });

  describe('the order of a file', () => {
    const options = wide([mapTo('use', 'kWh', 'interval'), mapTo('counter', 'L', 'counter')], {
      timeZone: 'Europe/Madrid',
    });
    const rows = Array.from(
      { length: 72 },
      (_, i) => `${iso(noon + i * 900)},0.${100 + ((i * 37) % 900)},${5000 + i * i}`,
    );

    test('shuffled rows, with repeats among them, say what the sorted ones say', async () => {
      const sorted = await told(`time,use,counter\n${rows.join('\n')}`, options);
      expect(sorted).toHaveLength(144);
      await fc.assert(
        fc.asyncProperty(shuffled(rows), fc.subarray(rows), async (all, again) => {
          expect(await told(`time,use,counter\n${[...all, ...again].join('\n')}`, options)).toEqual(sorted);
        }),
        { numRuns: 40 },
      );
    });

    test('a file that is cut into several says the same, whichever way each of them is sorted', async () => {
      const sorted = await told(`time,use,counter\n${rows.join('\n')}`, options);
      const cuts = fc.uniqueArray(fc.integer({ min: 2, max: 70 }), { maxLength: 5 }).filter((all) => {
        const edges = [0, ...all.toSorted((a, b) => a - b), 72];
        return edges.every((edge, i) => i === 0 || edge - (edges[i - 1] as number) > 1);
      });
      await fc.assert(
        fc.asyncProperty(shuffled(rows), cuts, async (mixed, at) => {
          const whole = mixed.map((row) => rows.indexOf(row));
          const edges = [0, ...at.toSorted((a, b) => a - b), 72];
          const parts = edges.slice(1).map((to, i) => {
            const from = edges[i] as number;
            return whole.filter((place) => place >= from && place < to).map((place) => rows[place] as string);
          });
          const all = await Promise.all(parts.map((part) => told(`time,use,counter\n${part.join('\n')}`, options)));
          expect([...new Set(all.flat())].sort()).toEqual(sorted);
        }),
        { numRuns: 30 },
      );
    });

    test('a shuffled counter is one, and its repeated hour in autumn is told apart by its value', async () => {
      const clocks = ['00:30', '01:00', '01:30', '02:00', '02:30', '02:00', '02:30', '03:00', '03:30'];
      const lines = clocks.map((clock, i) => `2026-10-25 ${clock},${1000 + i * 3}`);
      const counter = wide([mapTo('counter_l', 'L', 'counter')], { timeZone: 'Europe/Madrid' });
      const sorted = await told(`time,counter_l\n${lines.join('\n')}`, counter);
      expect(new Set(sorted.map((one) => one.split(' ')[1])).size).toBe(9);
      await fc.assert(
        fc.asyncProperty(shuffled(lines), async (all) => {
          const text = `time,counter_l\n${all.join('\n')}`;
          expect(await told(text, counter)).toEqual(sorted);
          expect((await previewOf(fileOf(text), 'x.csv', 'Europe/Madrid')).suggestion.mappings[0]?.kind).toBe(
            'counter',
          );
        }),
        { numRuns: 40 },
      );
    });

    test('sorted by what the clock showed, either way, the repeated hours stand beside each other: none is lost', async () => {
      const clocks = ['01:30', '02:00', '02:00', '02:30', '02:30', '03:00'];
      const lines = clocks.map((clock, i) => `2026-10-25 ${clock},${[1000, 1001, 1003, 1002, 1004, 1005][i]}`);
      const counter = wide([mapTo('counter_l', 'L', 'counter')], { timeZone: 'Europe/Madrid' });
      const read = (all: readonly string[]) => told(`time,counter_l\n${all.join('\n')}`, counter);
      const sorted = await read(lines);
      expect(sorted.map((one) => one.split(' ')[2])).toEqual(
        [1000, 1001, 1002, 1003, 1004, 1005].map((litres) => `${litres * 1000}`),
      );
      expect(await read(lines.toReversed())).toEqual(sorted);
    });

    test('two values for one time: the same one is kept in any order, the other is named', async () => {
      const text = (lines: string[]): string => `time,use\n${lines.join('\n')}\n${iso(noon + 3600)},5`;
      const take = async (lines: string[]) => {
        const { readings, problems } = await readWhole(fileOf(text(lines)), wide([mapTo('use', 'Wh', 'interval')]));
        return [readings.map(({ at, value }) => [at, value]), problems.map(({ code }) => code)];
      };
      const [one, two] = [`${iso(noon)},7`, `${iso(noon)},9`];
      const kept = [
        [
          [noon, 7],
          [noon + 3600, 5],
        ],
        ['time-twice'],
      ];
      expect(await take([one, two])).toEqual(kept);
      expect(await take([two, one])).toEqual(kept);
    });
  });

  test('what goes through files on the disk comes back sorted, and nothing of it stays there', async () => {
    const sorter = rowSorter(1000);
    const count = 25_000;
    for (let i = 0; i < count; i += 1)
      sorter.add({ series: i % 3, at: (i * 7919) % count, line: i, value: i, isLocal: false });
    let last = -1;
    let seen = 0;
    for await (const rows of sorter.rows()) {
      for (const { series, at } of rows) {
        const place = series * count + at;
        expect(place).toBeGreaterThanOrEqual(last);
        last = place;
        seen += 1;
      }
    }
    expect(seen).toBe(count);
    const { folder } = sorter;
    expect(folder !== null && existsSync(folder)).toBe(true);
    await sorter.end();
    expect(existsSync(folder as string)).toBe(false);
  });
});
