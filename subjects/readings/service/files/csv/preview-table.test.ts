import { importOptions } from '../../../contract/imports.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzz, fuzzTimeoutMs } from '#apps/service/testing/fuzz.ts';
import { csvFormat } from './index.ts';
import { fileOf, previewOf, readWhole } from './testing.ts';

const lines = (...all: string[]): ReturnType<typeof fileOf> => fileOf(`${all.join('\n')}\n`);

describe('the preview of a file', () => {
  test('counts the whole file and suggests options that the contract accepts', async () => {
    const rows = Array.from(
      { length: 100 },
      (_, i) => `2026-05-0${1 + Math.floor(i / 24)} ${String(i % 24).padStart(2, '0')}:00;0,25;${1000 + i},5;7`,
    );
    const seen = await previewOf(lines('Zeit;Küche kWh;counter_m3;Cost', ...rows), 'home.csv', 'Europe/Madrid');
    expect(seen).toMatchObject({
      rows: 100,
      layout: 'wide',
      columns: ['Zeit', 'Küche kWh', 'counter_m3', 'Cost'],
      firstTime: '2026-04-30T22:00:00.000Z',
      stepS: 3600,
      problems: [],
    });
    expect(seen.sample).toHaveLength(10);
    expect(seen.sample[0]).toEqual(['2026-05-01 00:00', '0,25', '1000,5', '7']);
    expect(importOptions.parse(seen.suggestion)).toEqual({
      layout: 'wide',
      timeColumn: 'Zeit',
      timeFormat: 'iso',
      timeZone: 'Europe/Madrid',
      stamp: 'start',
      counterStamp: 'instant',
      mappings: [
        {
          column: 'Küche kWh',
          target: { newDevice: { name: 'Küche', room: 'kitchen', utility: 'electricity' } },
          unit: 'kWh',
          kind: 'interval',
        },
        {
          column: 'counter_m3',
          target: { newDevice: { name: 'Water', room: '', utility: 'water' } },
          unit: 'm3',
          kind: 'counter',
        },
        { column: 'Cost', target: { skip: true }, unit: 'kWh', kind: 'interval' },
      ],
    });
  });

  test('a list of meters is seen as long, with a unit for each', async () => {
    const rows = ['00', '01', '02', '03', '04'].flatMap((hour, i) => [
      `2026-05-01T${hour}:00Z,sensor.bath_water,L,${i * 7}`,
      `2026-05-01T${hour}:00Z,sensor.living_tv,kWh,${20 + i / 10}`,
    ]);
    const { suggestion, stepS } = await previewOf(lines('start,entity_id,unit,sum', ...rows));
    expect(suggestion).toMatchObject({
      layout: 'long',
      timeColumn: 'start',
      meterColumn: 'entity_id',
      valueColumn: 'sum',
    });
    expect(stepS).toBe(3600);
    expect(suggestion.mappings).toEqual([
      {
        column: 'sensor.bath_water',
        target: { newDevice: { name: 'Bath water', room: 'bathroom', utility: 'water' } },
        unit: 'L',
        kind: 'counter',
      },
      {
        column: 'sensor.living_tv',
        target: { newDevice: { name: 'Living tv', room: 'living_room', utility: 'electricity' } },
        unit: 'kWh',
        kind: 'counter',
      },
    ]);
  });

  test('a date whose day and month could be swapped is a question, one that could not is none', async () => {
    const open = await previewOf(lines('date,kwh', '01/02/2026 10:00,1', '01/02/2026 11:00,1'));
    expect(open.problems).toEqual([{ line: 0, column: 'date', code: 'date-order-ambiguous', detail: 'dmy' }]);
    expect(open.suggestion.timeFormat).toBe('dmy');
    const proven = Array.from({ length: 5000 }, (_, i) => `${i < 4990 ? '01/02' : '01/13'}/2026 10:00,1`);
    const american = await previewOf(lines('date,kwh', ...proven));
    expect(american.suggestion.timeFormat).toBe('mdy');
    expect(american.problems).toEqual([]);
  });

  test('times that never were, and other malformed cells, are shown with line and column', async () => {
    const seen = await previewOf(
      lines('time,use_wh', '2026-03-29 01:30,1', '2026-03-29 02:30,1', '2026-03-29 03:30,oops', 'Total,3'),
      'x.csv',
      'Europe/Madrid',
    );
    expect(seen.problems).toEqual([
      { line: 3, column: 'time', code: 'time-missing', detail: '2026-03-29 02:30' },
      { line: 4, column: 'use_wh', code: 'number-malformed', detail: 'oops' },
      { line: 5, column: 'time', code: 'time-malformed', detail: 'Total' },
    ]);
  });

  test('a preamble is passed over, and a day and a clock in two columns are one time', async () => {
    const seen = await previewOf(
      lines(
        'Name,SAMPLE',
        'Address,"1 St, Town"',
        '',
        'TYPE,DATE,START TIME,END TIME,USAGE (kWh),COST',
        'Electric usage,2012-10-29,00:00,00:59,1.04,$0.32',
        'Electric usage,2012-10-29,01:00,01:59,0.42,$0.13',
      ),
    );
    expect(seen.suggestion).toMatchObject({
      layout: 'long',
      timeColumn: 'DATE',
      clockColumn: 'START TIME',
      meterColumn: 'TYPE',
      valueColumn: 'USAGE (kWh)',
    });
    expect(seen).toMatchObject({ rows: 2, lastTime: '2012-10-29T01:00:00.000Z', stepS: 3600 });
  });

  test('without a title line the columns are numbered; seconds since 1970 are times', async () => {
    const seen = await previewOf(lines('1772360400,5', '1772360460,6'), 'boiler_w.csv');
    expect(seen.columns).toEqual(['column 1', 'column 2']);
    expect(seen.suggestion).toMatchObject({
      timeColumn: 'column 1',
      timeFormat: 'unix-s',
      mappings: [{ unit: 'W', kind: 'mean' }],
    });
    expect(seen.rows).toBe(2);
  });

  test('a counter and its own steps are not both suggested', async () => {
    const rows = Array.from({ length: 20 }, (_, i) => `2026-05-01T00:${10 + i}Z,${100 + i},1`);
    const { suggestion } = await previewOf(lines('time,counter_l,litres_in_minute', ...rows));
    expect(suggestion.mappings.map(({ target }) => 'skip' in target)).toEqual([false, true]);
  });

  test.each([
    ['', 'empty'],
    ['time,kwh\n', 'empty'],
    ['hello\nworld\n', 'no-value-column'],
    ['name,age\nAnna,3\nBen,4\n', 'no-time-column'],
  ])('what is no file of readings says why: %j', async (text, code) => {
    expect(await csvFormat.preview(fileOf(text), 'x.csv', 'UTC')).toEqual({ ok: false, code });
  });
});

describe('what the preview asks', () => {
  const hours = (count: number, cell: (i: number) => number): string[] =>
    Array.from(
      { length: count },
      (_, i) => `${new Date(Date.UTC(2026, 4, 4) + i * 3_600_000).toISOString()},${cell(i)}`,
    );

  test('numbers that rise under a title that decides nothing: a counter or amounts, with what each would come to', async () => {
    for (const count of [6, 48, 300]) {
      const { questions } = await previewOf(lines('time,kitchen kWh', ...hours(count, (i) => 0.5 + i / 1000)));
      const sum = count * 0.5 + (count * (count - 1)) / 2000;
      expect(questions).toContainEqual({
        code: 'kind',
        column: 'kitchen kWh',
        asCounter: expect.closeTo((count - 1) / 1000, 6),
        asAmounts: expect.closeTo(sum, 6),
      });
    }
  });

  test('of a counter that dips and recovers, only what lies above its high mark', async () => {
    const litres = [307_775, 295_487, 307_788, 307_800];
    const { questions } = await previewOf(lines('time,tap counter (L)', ...hours(4, (i) => litres[i] ?? 0)));
    expect(questions).toContainEqual(expect.objectContaining({ code: 'kind', asCounter: 25 }));
  });

  test('a title and numbers that contradict each other are asked about', async () => {
    const falls = await previewOf(lines('time,kitchen_reading_kwh', ...hours(48, (i) => (i * 7) % 5)));
    expect(falls.questions.map(({ code }) => code)).toContain('kind');
    const rises = await previewOf(lines('time,kitchen consumption kwh', ...hours(48, (i) => 1000 + i)));
    expect(rises.questions.map(({ code }) => code)).toContain('kind');
  });

  test('a title and numbers that agree are not', async () => {
    const counter = await previewOf(lines('time,water_counter_l', ...hours(48, (i) => 1000 + i)));
    const amounts = await previewOf(lines('start,kitchen kwh', ...hours(48, (i) => (i * 7) % 5)));
    expect([...counter.questions, ...amounts.questions]).toEqual([]);
  });

  test('whether a time starts or ends its row, where no title says it, with a proposal from the first and last row', async () => {
    const from = (minutes: number): string[] =>
      Array.from({ length: 96 }, (_, i) => {
        const at = new Date(Date.UTC(2026, 4, 4) + (minutes + i * 15) * 60_000).toISOString();
        return `${at.slice(0, 10)} ${at.slice(11, 16)},${(i * 7) % 5}`;
      });
    const starts = await previewOf(lines('time,use_wh', ...from(0)));
    const ends = await previewOf(lines('time,use_wh', ...from(15)));
    const said = await previewOf(lines('interval end,use_wh', ...from(0)));
    expect([starts, ends, said].map(({ suggestion, questions }) => [suggestion.stamp, questions])).toEqual([
      ['start', [{ code: 'stamp' }]],
      ['end', [{ code: 'stamp' }]],
      ['end', []],
    ]);
  });

  test('what a column says of its flow is proposed; cells below zero of one that draws are named', async () => {
    const seen = await previewOf(
      lines(
        'start,use_wh,net_wh,export_wh',
        ...hours(48, (i) => (i * 7) % 5).map(
          (row, i) => `${i === 3 ? row.replace(/,.*/, ',-2') : row},${(i % 3) - 1},4`,
        ),
      ),
    );
    expect(seen.problems.map(({ line, column, code }) => [line, column, code])).toEqual([
      [0, 'net_wh', 'net-left-out'],
      [5, 'use_wh', 'negative-amount'],
    ]);
    expect(seen.suggestion.mappings.map(({ target }) => target)).toMatchObject([
      { newDevice: { utility: 'electricity' } },
      { skip: true },
      { newDevice: { utility: 'electricity', flow: 'returned' } },
    ]);
    expect(seen.suggestion.mappings[0]?.target).not.toHaveProperty('newDevice.flow');
  });

  test.each([
    ['Einspeisung kWh', 'returned'],
    ['Export (kWh)', 'returned'],
    ['Excedentes_kWh', 'returned'],
    ['energiaVertida', 'returned'],
    ['Injection kWh', 'returned'],
    ['Teruglevering kWh', 'returned'],
    ['Feed-in (kWh)', 'returned'],
    ['Surplus kWh', 'returned'],
    ['Generation kWh', 'produced'],
    ['Erzeugung (kWh)', 'produced'],
    ['Battery discharge kWh', 'discharged'],
    ['Charged kWh', undefined],
    ['Verbrauch kWh', undefined],
    ['Import kWh', undefined],
  ])('%s: %s', async (title, flow) => {
    const seen = await previewOf(lines(`start,${title}`, ...hours(48, (i) => ((i * 7) % 5) / 10)));
    expect(seen.problems).toEqual([]);
    const { target } = seen.suggestion.mappings[0] ?? {};
    expect(target && 'newDevice' in target ? target.newDevice.flow : 'none').toBe(flow);
  });

  test('a column that is called net is split where nothing else tells what was drawn, and what is in it is left out', async () => {
    const rows = hours(48, (i) => (i % 3) - 1);
    const alone = await previewOf(lines('start,net kWh', ...rows));
    expect(alone.problems.map(({ line, column, code }) => [line, column, code])).toEqual([[0, 'net kWh', 'net-split']]);
    expect(alone.suggestion.mappings).toMatchObject([{ isNet: true, target: { newDevice: {} } }]);
    const { readings, problems } = await readWhole(lines('start,net kWh', ...rows), alone.suggestion);
    expect(problems).toEqual([]);
    const sumOf = (name: string) =>
      readings.filter(({ column }) => column === name).reduce((sum, { value }) => sum + value, 0);
    expect([sumOf('net kWh'), sumOf('net kWh ↩')]).toEqual([16_000, 16_000]);
    expect(readings).toHaveLength(96);
    const beside = await previewOf(lines('start,net kWh,export kWh', ...rows.map((row) => `${row},0.1`)));
    expect(beside.suggestion.mappings.map(({ target }) => 'skip' in target)).toEqual([false, true]);
    expect(beside.problems.map(({ code }) => code).sort()).toEqual(['net-split', 'returned-left-out']);
  });
});

describe('a list of meters without a counter', () => {
  const at = (i: number): string => new Date(Date.UTC(2026, 4, 4) + i * 60_000).toISOString();
  const all = Array.from({ length: 200 }, (_, i) =>
    ['washbasin', 'shower', 'bidet']
      .filter((_one, j) => (i + j) % 3 > 0)
      .map((one, j) => [at(i), one, (i * 7 + j) % 50]),
  ).flat();

  test.each([
    ['minute_utc,fixture,volume_ml', (row: unknown[]) => row.join(',')],
    ['zeitpunkt,wo,ml', (row: unknown[]) => row.join(',')],
    ['start,ml,circuit', ([time, name, value]: unknown[]) => [time, value, name].join(',')],
    ['start,id,ml', ([time, name, value]: unknown[]) => [time, String(name).length, value].join(',')],
  ])('is seen as one by its rows: %s', async (titles, row) => {
    const sorted = [...all].sort((a, b) => (String(a[1]) < String(b[1]) ? -1 : 1));
    for (const rows of [all, sorted]) {
      const seen = await previewOf(lines(titles, ...rows.map(row)));
      expect(seen.suggestion).toMatchObject({ layout: 'long' });
      expect(seen.suggestion.mappings).toHaveLength(3);
      const { readings, problems } = await readWhole(lines(titles, ...rows.map(row)), seen.suggestion);
      expect(problems).toEqual([]);
      expect(readings).toHaveLength(all.length);
    }
  });

  test('a column of remarks makes no list of meters', async () => {
    const rows = Array.from({ length: 100 }, (_, i) => `${at(i)},${i % 4},${i % 3 ? 'R' : 'E'}`);
    expect((await previewOf(lines('time,use_wh,method', ...rows))).suggestion.layout).toBe('wide');
  });
});

test(
  'any text ends in a preview or in a refusal with a code',
  async () => {
    const piece = fc.constantFrom(
      'time',
      ',',
      ';',
      '\t',
      '\n',
      '\r',
      '"',
      '2026-11-01',
      ' 00:15',
      '1.5',
      '1,5',
      '-',
      'kWh',
      'é',
      '\u0000',
      '#',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        const seen = await csvFormat.preview(fileOf(content), 'x.csv', 'UTC');
        expect(seen.ok || seen.code.length > 0).toBe(true);
      }),
      fuzz,
    );
  },
  fuzzTimeoutMs,
);

test('cubic metres are what the title names: water, unless it says gas', async () => {
  const rows = ['2026-01-01 00:00;1,5', '2026-01-01 01:00;1,7', '2026-01-01 02:00;1,6'];
  const utilityIn = async (title: string) =>
    (await previewOf(lines(title, ...rows), 'home.csv', 'Europe/Madrid')).suggestion;
  expect(await utilityIn('Zeit;Gas m3')).toMatchObject({
    mappings: [{ target: { newDevice: { utility: 'gas' } }, unit: 'm3' }],
  });
  expect(await utilityIn('Zeit;Zähler m3')).toMatchObject({
    mappings: [{ target: { newDevice: { utility: 'water' } } }],
  });
});

const energyRows = ['2026-01-01 00:00;1,5', '2026-01-01 01:00;1,7', '2026-01-01 02:00;1,6'];
const energyOf = async (title: string, name = 'home.csv') => {
  const { suggestion } = await previewOf(lines(`Zeit;${title}`, ...energyRows), name, 'Europe/Madrid');
  return suggestion.mappings.map(({ target, unit }) => [
    'newDevice' in target ? target.newDevice.utility : target,
    unit,
  ]);
};

test.each([
  ['Heat kWh', 'kWh'],
  ['Heat', 'kWh'],
  ['heat_energy_kwh', 'kWh'],
  ['District heating (MWh)', 'MWh'],
  ['Wärme kWh', 'kWh'],
  ['Waermemenge MWh', 'MWh'],
  ['Fernwärme [MWh]', 'MWh'],
  ['Heizung kWh', 'kWh'],
  ['Energía térmica kWh', 'kWh'],
  ['Calor kWh', 'kWh'],
  ['Calefacción kWh', 'kWh'],
  ['Chauffage kWh', 'kWh'],
  ['Stadsverwarming GJ', 'GJ'],
  ['Warmte GJ', 'GJ'],
  ['Energy GJ', 'GJ'],
  ['Verbrauch GJ', 'GJ'],
  ['Fjernvarme MWh', 'MWh'],
  ['हीटिंग kWh', 'kWh'],
])('%s is heat', async (title, unit) => {
  expect(await energyOf(title)).toEqual([['heat', unit]]);
});

test.each([
  'Energy kWh',
  'Heat pump kWh',
  'Wärmepumpe kWh',
  'Pompe à chaleur kWh',
  'Bomba de calor kWh',
  'Electric heating kWh',
  'Chauffage électrique kWh',
  'Heizstrom kWh',
  'Elektroheizung kWh',
  'Water heater kWh',
  'Wheat kWh',
  'Theatre kWh',
])('%s is electricity', async (title) => {
  expect(await energyOf(title)).toEqual([['electricity', 'kWh']]);
});

test('a file whose name says heat is of heat, where its titles say nothing', async () => {
  expect(await energyOf('Value kWh', 'fernwaerme-2026.csv')).toEqual([['heat', 'kWh']]);
});

test('what ran through a heat meter is no water of the home: its cubic metres are no heat either', async () => {
  expect(await energyOf('Heat m3')).toEqual([[{ skip: true }, 'm3']]);
});
