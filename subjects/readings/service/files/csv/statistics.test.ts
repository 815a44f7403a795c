import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fileOf, iso, previewOf, readWhole } from './testing.ts';

const folder = fileURLToPath(new URL('../../../../../../shared/data/ha_statistics/', import.meta.url));
const hasVectors = existsSync(folder);
const note = hasVectors ? '' : ' (shared/data/ha_statistics is not here)';

/** As the page would import it, without a change. */
const take = async (text: string, name: string) => {
  const file = fileOf(text);
  const { suggestion, problems } = await previewOf(file, name, 'UTC');
  const { readings } = await readWhole(file, suggestion);
  return { suggestion, problems, readings };
};
const hour = (at: number, i: number): string => iso(at + i * 3600);
const vector = (name: string) => take(readFileSync(`${folder}${name}`, 'utf8'), name);

describe.skipIf(!hasVectors)(`statistics that Home Assistant wrote${note}`, () => {
  test('C7.15 amounts of each hour', async () => {
    const { readings, problems } = await vector('delta.tsv');
    expect(problems).toEqual([]);
    expect(readings.map(({ spanS }) => spanS)).toEqual(readings.map(() => 3600));
    expect(readings.reduce((sum, { value }) => sum + value, 0)).toBe(120_000);
  });

  test('C7.15 a running sum that began below zero: the state beside it is the counter, newest first', async () => {
    const { suggestion, readings } = await vector('state_sum.tsv');
    expect(suggestion).toMatchObject({ valueColumn: 'state', mappings: [{ unit: 'kWh', kind: 'counter' }] });
    const values = readings.map(({ value }) => value);
    // The file says so itself: from -40.7 to 16.0.
    expect(Math.max(...values) - Math.min(...values)).toBe(56_700);
  });

  test('C7.15 running sums: each step is the amount that Home Assistant expects after an import', async () => {
    const { readings } = await vector('test_counter_no_delta__counter_sum_state.tsv');
    const expected = readFileSync(`${folder}test_counter_no_delta__expected_after_import.tsv`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));
    const factor: Record<string, number> = { kWh: 1000, m3: 1_000_000, L: 1000 };
    for (const [column, unit, , sum] of expected) {
      const own = readings.filter((one) => one.column === column).map(({ value }) => value);
      expect(own, column).toContain(Number(sum) * (factor[unit ?? ''] ?? 0));
    }
    expect(readings).toHaveLength(expected.length);
  });

  test('C7.15 temperatures are no use: nothing of them is taken', async () => {
    const { suggestion, readings } = await vector('min_max_mean.tsv');
    expect(suggestion.valueColumn).toBe('mean');
    expect(suggestion.mappings.map(({ target }) => target)).toEqual([{ skip: true }, { skip: true }]);
    expect(readings).toEqual([]);
  });
});

test('of a least, a greatest and a mean power, the mean counts', async () => {
  const rows = [0, 1, 2].map((at) => `sensor.fridge_power\tW\t26.01.2026 0${at}:00\t1\t231\t18${at}`);
  const { suggestion, readings } = await take(
    ['statistic_id\tunit\tstart\tmin\tmax\tmean', ...rows].join('\n'),
    'power.tsv',
  );
  expect(suggestion).toMatchObject({ valueColumn: 'mean', mappings: [{ unit: 'W', kind: 'mean' }] });
  expect(readings.map(({ value }) => value)).toEqual([180, 181, 182]);
});

test('hours from 1:00 to 24:00 are named by their end, as Datadis writes them', async () => {
  const hours = Array.from({ length: 24 }, (_, i) => {
    const clock = `${String(i + 1).padStart(2, '0')}:00`;
    return `ES0021000000000001JN0F;2026/05/04;${clock};0,${i % 7}25;Real;0,000`;
  });
  const file = ['cups;fecha;hora;consumo_kWh;metodoObtencion;energiaVertida_kWh', ...hours].join('\n');
  const { suggestion, readings, problems } = await take(file, 'consumptions.csv');
  expect(problems).toEqual([]);
  expect(suggestion).toMatchObject({
    layout: 'long',
    meterColumn: 'cups',
    valueColumn: 'consumo_kWh',
    stamp: 'end',
    mappings: [{ unit: 'kWh', kind: 'interval' }],
  });
  expect(readings).toHaveLength(24);
  expect(readings[0]).toMatchObject({ at: Date.UTC(2026, 4, 3, 22) / 1000, value: 25, spanS: 3600 });
  expect(readings.at(-1)).toMatchObject({ at: Date.UTC(2026, 4, 4, 21) / 1000, spanS: 3600 });
});

describe('the hours of statistics as Home Assistant keeps them', () => {
  const start = Date.UTC(2026, 4, 4) / 1000;
  const file = (title: string, cell: (i: number) => string, count = 48): string =>
    [
      `statistic_id\tunit\tstart\t${title}`,
      ...Array.from({ length: count }, (_, i) => `sensor.fridge_energy\tkWh\t${hour(start, i)}\t${cell(i)}`),
    ].join('\n');

  test.each(['sum', 'state'])('a %s stands at the end of the hour that begins at its start', async (title) => {
    const { suggestion, readings } = await take(
      file(title, (i) => `${100 + i / 10}`),
      'statistics.tsv',
    );
    expect(suggestion).toMatchObject({ counterStamp: 'start', mappings: [{ kind: 'counter' }] });
    expect(readings.map(({ at, value, spanS }) => [at, value, spanS])).toEqual(
      Array.from({ length: 48 }, (_, i) => [start + (i + 1) * 3600, 100_000 + i * 100, null]),
    );
  });

  test('a delta is the use of the hour that begins at its start, however it rises', async () => {
    const { suggestion, readings } = await take(
      file('delta', (i) => `${1 + i}`),
      'statistics.tsv',
    );
    expect(suggestion.mappings).toMatchObject([{ kind: 'interval' }]);
    expect(readings.map(({ at, value, spanS }) => [at, value, spanS])).toEqual(
      Array.from({ length: 48 }, (_, i) => [start + i * 3600, (1 + i) * 1000, 3600]),
    );
  });

  test('across a silence, the last sum before it still stands at the end of its own hour', async () => {
    const kept = [0, 1, 2, 9, 10, 40];
    const rows = kept.map((i) => `sensor.a\tkWh\t${hour(start, i)}\t${i}`);
    const { readings } = await take(['statistic_id\tunit\tstart\tsum', ...rows].join('\n'), 'x.tsv');
    expect(readings.map(({ at }) => at)).toEqual(kept.map((i) => start + (i + 1) * 3600));
  });

  test('statistics of five minutes above those of hours: each stands at its own end', async () => {
    const short = Array.from({ length: 24 }, (_, i) => `sensor.a\tkWh\t${iso(start + i * 300)}\t${10 + i}`);
    const long = [2, 3, 4].map((i) => `sensor.a\tkWh\t${hour(start, i)}\t${40 + i}`);
    const { readings } = await take(['statistic_id\tunit\tstart\tsum', ...short, ...long].join('\n'), 'x.tsv');
    expect(readings.map(({ at }) => at - start)).toEqual([
      ...Array.from({ length: 24 }, (_, i) => (i + 1) * 300),
      3 * 3600,
      4 * 3600,
      5 * 3600,
    ]);
  });

  test('rows with fewer cells above the others leave the title line what it is', async () => {
    const short = [0, 1, 2].map((i) => `sensor.a\tkWh\t${hour(start, i)}`);
    const full = Array.from({ length: 20 }, (_, i) => `sensor.a\tkWh\t${hour(start, i + 3)}\t${5 + i}\t${i}`);
    const { suggestion, readings } = await take(
      ['statistic_id\tunit\tstart\tstate\tsum', ...short, ...full].join('\n'),
      'x.tsv',
    );
    expect(suggestion).toMatchObject({ timeColumn: 'start', meterColumn: 'statistic_id', valueColumn: 'sum' });
    expect(readings).toHaveLength(20);
  });

  test('a mean without a unit is asked for, and not taken for kWh', async () => {
    const rows = [0, 1, 2].map((i) => `sensor.thing\t${hour(start, i)}\t1\t9\t${4 + i}`);
    const text = ['statistic_id\tstart\tmin\tmax\tmean', ...rows].join('\n');
    const { questions } = await previewOf(fileOf(text), 'x.tsv', 'UTC');
    const { readings } = await take(text, 'x.tsv');
    expect(questions).toContainEqual({ code: 'unit', column: 'sensor.thing' });
    expect(readings).toEqual([]);
  });
});
