import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  ampdsMonths,
  exactMonths,
  fileOf,
  hasHomes,
  homeFiles,
  homesNote,
  iso,
  listedMonths,
  mapTo,
  openHome,
  previewOf,
  readWhole,
  startOf,
  sumByMonth,
  textOf,
  vancouver,
  wide,
} from './testing.ts';

describe('statistics', () => {
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
      stamp: 'start',
      rowS: 3600,
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
});

describe('spain', () => {
  const file = fileURLToPath(
    new URL('../../../../../../shared/data/spain_20td/consumption_cnmc_layout.csv', import.meta.url),
  );
  const hasFile = existsSync(file);

  const take = async (text: string, zone = 'Asia/Kolkata') => {
    const { suggestion, problems, questions } = await previewOf(fileOf(text), 'consumo.csv', zone);
    const whole = await readWhole(fileOf(text), suggestion);
    return { suggestion, questions, readings: whole.readings, problems: [...problems, ...whole.problems] };
  };
  const cups = 'ES0021000000000001JN0F';
  /** The hours of a local day as numbers, from 1. */
  const day = (date: string, hours: readonly number[], more = ''): string[] =>
    hours.map((n) => `${cups};${date};${n};0,${100 + n}${more}`);
  const to = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);

  describe('hours by their number, as Spanish distributors and the CNMC write them', () => {
    const titles = 'CUPS;Fecha;Hora;Consumo_kWh';

    test('a whole year with its day of 23 and its day of 25 hours: each hour once, in Madrid, wherever the home is', async () => {
      const first = Date.UTC(2026, 0, 1);
      const days = Array.from({ length: 365 }, (_, i) => {
        const [y, m, d] = new Date(first + i * 86_400_000).toISOString().slice(0, 10).split('-');
        const date = `${d}/${m}/${y}`;
        return day(date, to(date === '29/03/2026' ? 23 : date === '25/10/2026' ? 25 : 24));
      });
      const { suggestion, problems, readings } = await take([titles, ...days.flat()].join('\n'));
      expect(problems).toEqual([]);
      expect(suggestion).toMatchObject({
        layout: 'long',
        timeZone: 'Europe/Madrid',
        clockColumn: 'Hora',
        valueColumn: 'Consumo_kWh',
        mappings: [{ column: cups, unit: 'kWh', kind: 'interval' }],
      });
      expect(readings).toHaveLength(8760);
      const begin = Date.UTC(2025, 11, 31, 23) / 1000;
      expect(readings.map(({ at, spanS }) => [at, spanS])).toEqual(
        Array.from({ length: 8760 }, (_, i) => [begin + i * 3600, 3600]),
      );
    });

    test('days that name the hours of the clock: 3 is missing in spring, and comes twice in autumn', async () => {
      const spring = day('29/03/2026', [1, 2, ...to(24).slice(3)]);
      const autumn = day('25/10/2026', [1, 2, 3, 3, ...to(24).slice(3)]);
      const { readings, problems } = await take([titles, ...spring, ...autumn].join('\n'));
      expect(problems).toEqual([]);
      const begins = (date: number, count: number) => Array.from({ length: count }, (_, i) => date / 1000 + i * 3600);
      expect(readings.map(({ at }) => at)).toEqual([
        ...begins(Date.UTC(2026, 2, 28, 23), 23),
        ...begins(Date.UTC(2026, 9, 24, 22), 25),
      ]);
    });

    test('hours that end at 1:00 to 24:00: none of a day of 23 or 25 is lost, and a 0:00 is the day before’s last', async () => {
      const datadis = (date: string, ends: readonly string[]) => ends.map((end) => `${cups};${date};${end};0,100`);
      const ends = to(24).map((n) => `${String(n).padStart(2, '0')}:00`);
      const lines = [
        ...datadis(
          '2025/03/30',
          ends.filter((end) => end !== '03:00'),
        ),
        ...datadis('2025/10/26', [...ends.slice(0, 3), ...ends.slice(2)]),
        ...datadis('2025/10/27', ends.slice(0, -1)),
        ...datadis('2025/10/28', ['0:00', ...ends]),
      ];
      const { readings, problems } = await take(['cups;fecha;hora;consumo_kWh', ...lines].join('\n'));
      expect(problems).toEqual([]);
      const begins = (date: number, count: number) => Array.from({ length: count }, (_, i) => date / 1000 + i * 3600);
      expect(readings.map(({ at }) => at)).toEqual([
        ...begins(Date.UTC(2025, 2, 29, 23), 23),
        ...begins(Date.UTC(2025, 9, 25, 22), 25 + 24 + 24),
      ]);
    });

    test('hours from 0 to 23 are the clock’s', async () => {
      const { readings } = await take([titles, ...day('04/05/2026', [0, ...to(23)])].join('\n'), 'Atlantic/Canary');
      expect(readings.map(({ at }) => iso(at))[0]).toBe('2026-05-03T23:00:00Z');
      expect(readings).toHaveLength(24);
    });

    test.each([
      ['CUPS;Fecha;Hora;AE_kWh;AS_kWh;AE_AUTOCONS_kWh;REAL/ESTIMADO', ';0,500;0,200;R', ['AE_AUTOCONS_kWh']],
      ['CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion;Energia_vertida_kWh', ';R;0,500', []],
      ['CUPS;Fecha;Hora;Consumo_kWh;Excedentes_kWh', ';0,500', []],
    ])('what went back to the grid is a meter of its own: %s', async (line, more, left) => {
      const { readings, problems, suggestion } = await take([line, ...day('04/05/2026', to(24), more)].join('\n'));
      expect(problems.map(({ line: at, column, code }) => [at, column, code])).toEqual(
        left.map((column) => [0, column, 'returned-left-out']),
      );
      const [drawn, back, ...others] = suggestion.mappings;
      expect(others).toEqual([]);
      expect(back).toMatchObject({ column: `${drawn?.column} ↩`, target: { newDevice: { flow: 'returned' } } });
      const sumOf = (column = '') =>
        readings.filter((one) => one.column === column).reduce((sum, { value }) => sum + value, 0);
      expect(sumOf(drawn?.column)).toBe(24 * 100 + 300);
      expect(sumOf(back?.column)).toBe(24 * 500);
    });

    test('a supply point that never gave anything back has one meter', async () => {
      const titled = 'CUPS;Fecha;Hora;Consumo_kWh;Energia_vertida_kWh';
      const { suggestion, problems } = await take([titled, ...day('04/05/2026', to(24), ';0,000')].join('\n'));
      expect(suggestion.mappings.map(({ target }) => 'skip' in target)).toEqual([false]);
      expect(suggestion).not.toHaveProperty('backColumn');
      expect(problems).toEqual([]);
    });

    test.skipIf(!hasFile)(
      `a real home’s file, every row${hasFile ? '' : ' (../shared/data is not here)'}`,
      async () => {
        const text = readFileSync(file, 'utf8');
        const { readings, problems } = await take(text);
        expect(problems).toEqual([]);
        expect(readings).toHaveLength(text.trim().split('\n').length - 1);
        expect(iso(readings[0]?.at ?? 0)).toBe('2022-03-09T00:00:00Z');
        const starts = new Set(readings.map(({ at }) => at));
        expect(starts.size).toBe(readings.length);
      },
    );
  });
});

describe('real homes', () => {
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
});
