/** Made files of each kind that was once read wrongly. */
import { feed, point } from '#subjects/readings/service/files/green-button/testing-feed.ts';
import type { Trial } from './trial.ts';

const hourMs = 3_600_000;

/** Wh of the `i`-th hour: uneven, so that an hour in the wrong place is another total of its month. */
const use = (i: number): number => 100 + ((i * 37) % 211);
const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);
const kWh = (wh: number): string => (wh / 1000).toFixed(3);
const comma = (wh: number): string => kWh(wh).replace('.', ',');
const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');
const csv = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** By local month of the instant in which each hour begins. */
const byMonth = (beginMs: number, amounts: readonly number[], timeZone = 'UTC'): Record<string, number> => {
  const local = new Intl.DateTimeFormat('sv', { timeZone, year: 'numeric', month: '2-digit' });
  const months: Record<string, number> = {};
  amounts.forEach((amount, i) => {
    const month = local.format(beginMs + i * hourMs);
    months[month] = (months[month] ?? 0) + amount;
  });
  return months;
};

/** The last day of April and the first of May. */
const begin = Date.UTC(2026, 3, 30);
const twoDays = range(48).map(use);
const runningSums = (amounts: readonly number[]): number[] => {
  let total = 1_000_000;
  return amounts.map((amount) => (total += amount));
};

const statistics = (title: string, cells: readonly number[], more: readonly string[] = []): string =>
  csv(
    `statistic_id\tunit\tstart\t${title}`,
    ...more,
    ...cells.map((wh, i) => `sensor.fridge\tkWh\t${iso(begin + i * hourMs)}\t${kWh(wh)}`),
  );
/** What a counter's first value stands for was used before it. */
const afterFirst = (amounts: readonly number[]): Record<string, number> => byMonth(begin, [0, ...amounts.slice(1)]);

const homeAssistant = (): Trial[] => [
  ...(['sum', 'state'] as const).map((title) => ({
    name: `statistics: ${title}, which stands at the end of its hour`,
    give: (doors: Parameters<Trial['give']>[0]) => doors.file(statistics(title, runningSums(twoDays)), 'ha.tsv'),
    used: () => ({ 'sensor.fridge': afterFirst(twoDays) }),
  })),
  {
    name: 'statistics: delta',
    give: (doors) => doors.file(statistics('delta', twoDays), 'ha.tsv'),
    used: () => ({ 'sensor.fridge': byMonth(begin, twoDays) }),
  },
  {
    name: 'statistics: short rows above the long ones',
    give: (doors) =>
      doors.file(
        statistics(
          'state\tsum',
          [],
          [
            ...[-3, -2, -1].map((i) => `sensor.fridge\tkWh\t${iso(begin + i * hourMs)}`),
            ...runningSums(twoDays).map((wh, i) => `sensor.fridge\tkWh\t${iso(begin + i * hourMs)}\t5000\t${kWh(wh)}`),
          ],
        ),
        'ha.tsv',
      ),
    used: () => ({ 'sensor.fridge': afterFirst(twoDays) }),
  },
  {
    name: 'statistics: a mean without a unit, said to be W',
    give: (doors) =>
      doors.file(
        csv(
          'statistic_id\tstart\tmin\tmax\tmean',
          ...twoDays.map((watts, i) => `sensor.thing\t${iso(begin + i * hourMs)}\t0\t999\t${watts}`),
        ),
        'ha.tsv',
        { unit: { 'sensor.thing': { unit: 'W', kind: 'mean' } } },
      ),
    used: () => ({ 'sensor.thing': byMonth(begin, twoDays) }),
  },
  {
    name: '48 rising amounts, asked and said to be amounts',
    give: (doors) =>
      doors.file(
        csv('time,kitchen kWh', ...range(48).map((i) => `${iso(begin + i * hourMs)},${kWh(500 + i)}`)),
        'kitchen.csv',
        { kind: 'interval' },
      ),
    used: () => ({ 'kitchen kWh': 25_128 }),
  },
];

/** The same of three meters, hour by hour, in a shuffle that is always the same. */
const shuffled = (lines: readonly string[]): string[] => {
  const order = lines.map((line, i) => ({ line, key: Math.imul(i + 1, 2_654_435_761) >>> 0 }));
  return order.toSorted((a, b) => a.key - b.key).map(({ line }) => line);
};
const rooms = ['kitchen', 'bath', 'hall'] as const;
const longRows = (count: number): string[] =>
  range(count).flatMap((i) =>
    rooms.map((room, k) => `${iso(Date.UTC(2024, 0, 1) + i * hourMs)},${room},${kWh(use(3 * i + k))}`),
  );
const longTotals = (count: number): Record<string, number> =>
  Object.fromEntries(rooms.map((room, k) => [room, sum(range(count).map((i) => use(3 * i + k)))]));

const tables = (): Trial[] => [
  {
    name: 'a long file: time, name, value',
    give: (doors) => doors.file(csv('time,name,value kWh', ...longRows(500)), 'long.csv'),
    used: () => longTotals(500),
  },
  {
    name: 'Enedis: mean W of half-hours, by their end, below two lines of its own',
    give: (doors) =>
      doors.file(
        csv(
          'Identifiant PRM;Type de donnees;Date de debut;Date de fin;Grandeur physique;Etape metier;Unite;Pas en minutes',
          '12345678901234;Courbe de charge;30/04/2026;02/05/2026;Energie active;Comptage Brut;W;30',
          'Horodate;Valeur',
          ...range(96).map((i) => `${iso(begin + ((i + 1) * hourMs) / 2)};${2 * use(i)}`),
        ),
        'enedis.csv',
        { stamp: 'end' },
      ),
    used: () => ({ Valeur: sum(range(96).map(use)) }),
  },
  {
    name: '72 shuffled rows of a counter',
    give: (doors) =>
      doors.file(
        csv(
          'time,main_kwh_total',
          ...shuffled(runningSums(range(72).map(use)).map((wh, i) => `${iso(begin + i * hourMs)},${kWh(wh)}`)),
        ),
        'shuffled.csv',
      ),
    used: () => ({ main_kwh_total: sum(range(72).map(use).slice(1)) }),
  },
  {
    name: '36,000 shuffled rows of a long file',
    give: (doors) => doors.file(csv('time,name,value kWh', ...shuffled(longRows(12_000))), 'shuffled.csv'),
    used: () => longTotals(12_000),
  },
  {
    name: 'the same file again, once its device was renamed',
    give: async (doors) => {
      const file = csv('time,kitchen_kwh', ...twoDays.map((wh, i) => `${iso(begin + i * hourMs)},${kWh(wh)}`));
      await doors.file(file, 'home.csv');
      await doors.rename('kitchen_kwh', 'Where we cook');
      await doors.file(file, 'home-2.csv');
    },
    used: () => ({ kitchen_kwh: byMonth(begin, twoDays) }),
  },
  {
    name: 'an import that was undone',
    give: async (doors) => {
      await doors.file(
        csv('time,kitchen_kwh', ...twoDays.map((wh, i) => `${iso(begin + i * hourMs)},${kWh(wh)}`)),
        'a',
      );
      await doors.undo();
    },
  },
  {
    name: 'Latin-1 titles, decimal commas, a date of 1969 and an amount below zero',
    give: (doors) =>
      doors.file(
        Buffer.from(
          csv(
            'Zeit;Küche (kWh)',
            '01.01.1969 00:00;5,000',
            ...twoDays.map((wh, i) => `${germanTime(begin + i * hourMs)};${i === 7 ? '-0,250' : comma(wh)}`),
          ),
          'latin1',
        ),
        'küche.csv',
      ),
    used: () => ({
      'Küche (kWh)': byMonth(
        begin,
        twoDays.map((wh, i) => (i === 7 ? 0 : wh)),
      ),
    }),
    leftOut: () => ['line 10, Küche (kWh): -0,250', 'line 2, of 1969'],
  },
];
const germanTime = (ms: number): string => {
  const [, year, month, day, clock] = /^(\d+)-(\d+)-(\d+)T(\d+:\d+)/.exec(iso(ms)) ?? [];
  return `${day}.${month}.${year} ${clock}`;
};

/** A year of Madrid with its days of 23 and 25 hours, as distributors and the CNMC number hours: from 1 to 25. */
const spain = (): Trial[] => {
  const yearBegin = Date.UTC(2024, 11, 31, 23);
  const hours = range(8760).map(use);
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Madrid', dateStyle: 'short' });
  const clockHour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Madrid', hour: '2-digit', hourCycle: 'h23' });
  const numbered = (cells: (wh: number) => string): string[] => {
    let [date, number] = ['', 0];
    return hours.map((wh, i) => {
      const today = clock.format(yearBegin + i * hourMs);
      number = today === date ? number + 1 : 1;
      date = today;
      return `ES0021000000000001JN0F;${date};${number};${cells(wh)}`;
    });
  };
  const used = () => ({ ES0021000000000001JN0F: byMonth(yearBegin, hours, 'Europe/Madrid') });
  return [
    {
      name: 'CNMC: a year of hours 1 to 25, in a home elsewhere',
      give: (doors) => doors.file(csv('CUPS;Fecha;Hora;Consumo_kWh', ...numbered(comma)), 'cnmc.csv'),
      // The home's own months begin an hour or two later.
      used: () => ({ ES0021000000000001JN0F: byMonth(yearBegin, hours) }),
    },
    {
      name: 'CNMC with what went back, and what was used of own production',
      timeZone: 'Europe/Madrid',
      give: (doors) =>
        doors.file(
          csv(
            'CUPS;Fecha;Hora;AE_kWh;AS_kWh;AE_AUTOCONS_kWh;REAL/ESTIMADO',
            ...numbered((wh) => `${comma(wh)};0,5;0,2;R`),
          ),
          'cnmc.csv',
        ),
      used: () => ({
        ...used(),
        'ES0021000000000001JN0F ↩': byMonth(
          yearBegin,
          hours.map(() => 500),
          'Europe/Madrid',
        ),
      }),
    },
    {
      name: 'Datadis: hours by their end, 24:00 the last',
      timeZone: 'Europe/Madrid',
      give: (doors) =>
        doors.file(
          csv(
            'cups;fecha;hora;consumo_kWh;metodoObtencion;energiaVertida_kWh',
            ...hours.map((wh, i) => {
              const [day, month, year] = clock.format(yearBegin + i * hourMs).split('/');
              const hour = Number(clockHour.format(yearBegin + i * hourMs)) + 1;
              return `ES0021000000000001JN0F;${year}/${month}/${day};${String(hour).padStart(2, '0')}:00;${comma(wh)};Real;0,000`;
            }),
          ),
          'datadis.csv',
        ),
      used,
    },
  ];
};

/** What a utility says of each day is its own figure of that day. */
const greenButton = (): Trial[] => {
  const zone = 'Europe/Madrid';
  const local = new Intl.DateTimeFormat('sv', { timeZone: zone });
  const starts = range(8760)
    .map((i) => Date.UTC(2024, 11, 31, 23) + i * hourMs)
    .filter((at, i, all) => i === 0 || local.format(at) !== local.format(all[i - 1]));
  const rows = starts.map((at, i) => {
    const end = starts[i + 1] ?? Date.UTC(2025, 11, 31, 23);
    return { at, spanS: (end - at) / 1000, wh: 1000 + use(i) };
  });
  return [
    {
      name: 'Green Button: amounts of days, two of them of 23 and 25 hours',
      timeZone: zone,
      give: (doors) => doors.file(feed(point(rows.map(({ at, spanS, wh }) => [at / 1000, spanS, wh]))), 'days.xml'),
      used: () => {
        const months: Record<string, number> = {};
        for (const { at, wh } of rows) {
          const month = local.format(at).slice(0, 7);
          months[month] = (months[month] ?? 0) + wh;
        }
        return { 'Meter 1': months };
      },
    },
    {
      name: 'Green Button: what goes back is a meter of its own, and what nets both beside them is no use',
      give: (doors) => {
        const hours = range(24).map((i) => [begin / 1000 + i * 3600, 3600, use(i)] as const);
        return doors.file(
          feed(point(hours), point(hours, { meter: 2, direction: '4' }), point(hours, { meter: 3, direction: '19' })),
          'points.xml',
        );
      },
      used: () => ({ 'Meter 1': sum(range(24).map(use)), 'Meter 3': sum(range(24).map(use)) }),
    },
    {
      name: 'Green Button: a meter that nets both, alone',
      give: (doors) =>
        doors.file(
          feed(
            point(
              netted.map((wh, i) => [begin / 1000 + i * 3600, 3600, wh]),
              { direction: '4' },
            ),
          ),
          'net.xml',
        ),
      used: () => ({ 'Meter 1': byMonth(begin, netted.map(above)), 'Meter 1 ↩': byMonth(begin, netted.map(below)) }),
    },
  ];
};

/** Of two days: more is drawn in some hours, more returned in others. */
const netted = twoDays.map((wh, i) => (i % 24 > 9 && i % 24 < 16 ? -2 * wh : wh));
const above = (wh: number): number => Math.max(0, wh);
const below = (wh: number): number => Math.max(0, -wh);

/** What goes both ways, as files tell it. */
const bothWays = (): Trial[] => {
  const row = (i: number): string => iso(begin + i * hourMs);
  const [drawn, back] = [netted.map(above), netted.map(below)];
  const hourOf = (i: number): string =>
    `ES0021000000000001JN0F;2026/04/${i < 24 ? '29' : '30'};${String((i % 24) + 1).padStart(2, '0')}:00`;
  const spanish = Date.UTC(2026, 3, 28, 22);
  return [
    ...[
      ['Import kWh', 'Export kWh'],
      ['Bezug (kWh)', 'Einspeisung (kWh)'],
      ['Consommation kWh', 'Injection kWh'],
      ['Grid consumption (kWh)', 'Solar generation (kWh)'],
    ].map(
      ([taken = '', given = '']): Trial => ({
        name: `a column of each way: ${taken}, ${given}`,
        give: (doors) =>
          doors.file(
            csv(
              `start,${taken},${given}`,
              ...netted.map((_wh, i) => `${row(i)},${kWh(drawn[i] ?? 0)},${kWh(back[i] ?? 0)}`),
            ),
            'home.csv',
          ),
        used: () => ({ [taken]: byMonth(begin, drawn), [given]: byMonth(begin, back) }),
      }),
    ),
    {
      name: 'a column that nets both, alone',
      give: (doors) => doors.file(csv('start,net kWh', ...netted.map((wh, i) => `${row(i)},${kWh(wh)}`)), 'net.csv'),
      used: () => ({ 'net kWh': byMonth(begin, drawn), 'net kWh ↩': byMonth(begin, back) }),
    },
    {
      name: 'Datadis: with what went back',
      timeZone: 'Europe/Madrid',
      give: (doors) =>
        doors.file(
          csv(
            'cups;fecha;hora;consumo_kWh;metodoObtencion;energiaVertida_kWh',
            ...netted.map((_wh, i) => `${hourOf(i)};${comma(drawn[i] ?? 0)};Real;${comma(back[i] ?? 0)}`),
          ),
          'datadis.csv',
        ),
      used: () => ({
        ES0021000000000001JN0F: byMonth(spanish, drawn, 'Europe/Madrid'),
        'ES0021000000000001JN0F ↩': byMonth(spanish, back, 'Europe/Madrid'),
      }),
    },
    {
      name: 'statistics: what a home took and gave back, by their names',
      give: (doors) =>
        doors.file(
          csv(
            'statistic_id\tunit\tstart\tdelta',
            ...netted.flatMap((_wh, i) => [
              `sensor.grid_energy_import\tkWh\t${row(i)}\t${kWh(drawn[i] ?? 0)}`,
              `sensor.grid_energy_export\tkWh\t${row(i)}\t${kWh(back[i] ?? 0)}`,
            ]),
          ),
          'ha.tsv',
        ),
      used: () => ({
        'sensor.grid_energy_import': byMonth(begin, drawn),
        'sensor.grid_energy_export': byMonth(begin, back),
      }),
    },
  ];
};

export const madeFiles = (): Trial[] => [...homeAssistant(), ...tables(), ...spain(), ...greenButton(), ...bothWays()];
