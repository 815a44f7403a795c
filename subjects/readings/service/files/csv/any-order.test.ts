import { existsSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowSorter } from './sort-rows.ts';
import { fileOf, iso, mapTo, previewOf, readWhole, wide } from './testing.ts';

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
        expect((await previewOf(fileOf(text), 'x.csv', 'Europe/Madrid')).suggestion.mappings[0]?.kind).toBe('counter');
      }),
      { numRuns: 40 },
    );
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
