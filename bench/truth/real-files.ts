/** Every file of measurements under ../shared/data, and what it comes to. */
import {
  ampdsMonths,
  bytesOf,
  exactMonths,
  homeFiles,
  openHome,
  vancouver,
} from '#subjects/readings/service/files/csv/testing.ts';
import { type FeedTotals, feedAmount } from '#subjects/readings/service/files/green-button/testing-feed.ts';
import { cellsBelowZero, firstsBy, jsonOf, risesBy, rowsOf, sumOf, sumsBy, textOf } from './reckon.ts';
import type { Answers, Trial } from './trial.ts';

const file = (path: string, answers?: Answers): Pick<Trial, 'name' | 'give'> => ({
  name: path,
  give: (doors) => doors.file(bytesOf(path), path.split('/').at(-1) ?? path, answers),
});

const kWh = 1000;
const litre = 1000;

const ampds = (): Trial[] => [
  {
    ...file(homeFiles.electricity),
    timeZone: vancouver,
    used: () => {
      const months = [...ampdsMonths()];
      const titles = Object.keys(months[0]?.[1] ?? {}).filter((title) => title.endsWith('_kwh'));
      return Object.fromEntries(
        titles.map((title) => [
          title.replace('_kwh', ''),
          Object.fromEntries(months.map(([month, totals]) => [month, totals[title] ?? 0])),
        ]),
      );
    },
    leftOut: () => cellsBelowZero(homeFiles.electricity),
  },
  {
    // Of the counter and its steps the counter is proposed.
    ...file(homeFiles.water),
    timeZone: vancouver,
    used: () => ({ counter_l: risesBy(rowsOf(homeFiles.water), '', 'counter_l', litre)[''] ?? 0 }),
  },
  {
    ...file(homeFiles.water, { only: 'litres_in_minute' }),
    timeZone: vancouver,
    used: async () => ({
      litres_in_minute: Object.fromEntries(await exactMonths(openHome(homeFiles.water), 2, vancouver)),
    }),
  },
];

const refit = (): Trial => ({
  ...file(homeFiles.minutes),
  used: () => {
    const rows = rowsOf(homeFiles.minutes);
    const columns = Object.keys(rows[0] ?? {}).filter((title) => title.endsWith('_w'));
    return Object.fromEntries(columns.map((column) => [column, sumOf(rows, column, 1 / 60)]));
  },
});

const daiad = (): Trial[] => [
  {
    ...file('daiad_alicante_water/meter_readings_hourly.csv.gz'),
    timeZone: 'Europe/Madrid',
    used: () => sumsBy(rowsOf('daiad_alicante_water/households.csv'), 'household', 'litres_between', litre),
  },
  {
    // Of what the phone fetched later only the time of the fetch is known: many showers at one time, which the preview says.
    ...file('daiad_amphiro_showers/showers_st_albans.csv.gz', { stamp: 'start' }),
    timeZone: 'Europe/London',
    used: () => sumsBy(rowsOf('daiad_amphiro_showers/showers_st_albans.csv.gz'), 'device', 'volume_l', litre),
    mark: 'asked',
  },
];

const fixtures = (): Trial[] =>
  [
    ['draw_events.csv.gz', 'volume_ml', undefined],
    ['fixture_minute_ml.csv.gz', 'volume_ml', { stamp: 'start', rowS: 60 }],
    ['raw_1s_samples.csv.gz', 'flow_ml_per_s', { stamp: 'start', rowS: 1 }],
  ].map(([name, column, answers]) => {
    const path = `weusedto_water_fixtures/${name as string}`;
    return {
      ...file(path, answers as Answers),
      timeZone: 'Europe/Rome',
      used: () => sumsBy(rowsOf(path), 'fixture', column as string),
    };
  });

const greenButton = (): Trial[] => {
  const totals = jsonOf('greenbutton/expected_totals.json') as Record<string, FeedTotals>;
  const names: Record<string, string> = {
    'Water.xml': 'a galaxy far, far away',
    'electric_containerized.xml': 'Coastal Multi-Family 12hr',
  };
  const told = Object.entries(totals).map(
    ([name, total]): Trial => ({
      ...file(`greenbutton/${name}`),
      timeZone: 'America/New_York',
      used: () => ({ [names[name] ?? feedTitle(`greenbutton/${name}`)]: Math.round(feedAmount(total)) }),
      // 27 million gallons in a month, as it says itself.
      ...(name === 'Water.xml' && { mark: 'quarantined' }),
    }),
  );
  const days = 'reencoded_exports/greenbutton_water_daily.xml';
  return [
    ...told,
    {
      ...file(days),
      timeZone: vancouver,
      used: () => ({ Water: Math.round(expectedExports()['greenbutton_water_daily.xml'].litres * litre) }),
    },
  ];
};
/** What it calls its usage point. */
const feedTitle = (path: string): string =>
  /UsagePoint\/\d+"[\s\S]*?<title[^>]*>([^<]+)</.exec(textOf(path))?.[1] ?? '';

interface Exports {
  readonly 'octopus_halfhour.csv': { readonly kwh: number };
  readonly 'pge_hourly.csv': { readonly kwh: number };
  readonly 'ha_statistics_counter.tsv': Readonly<Record<string, number>>;
  readonly 'energy.influx.lp': { readonly kwh_by_entity: Readonly<Record<string, number>> };
  readonly 'greenbutton_water_daily.xml': { readonly litres: number };
}
const expectedExports = (): Exports => jsonOf('reencoded_exports/expected.json') as Exports;
const renamed = (amounts: Readonly<Record<string, number>>, to: (name: string) => string) =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [to(name), Math.round(amount * kWh)]));

const reencoded = (): Trial[] => {
  const statistics = 'reencoded_exports/ha_statistics_counter.tsv';
  const lines = 'reencoded_exports/energy.influx.lp';
  const entities = () => Object.keys(expectedExports()['energy.influx.lp'].kwh_by_entity);
  const ofEntity = (name: string): string => `${name.replaceAll('_', '-')}-energy`;
  const firstOf = (name: string): number =>
    Math.round(Number(new RegExp(`entity_id=${name}_energy[^ ]* value=([\\d.]+)`).exec(textOf(lines))?.[1]) * kWh) -
    1_000_000;
  return [
    {
      ...file('reencoded_exports/octopus_halfhour.csv'),
      timeZone: 'Europe/London',
      used: () => ({ 'Consumption (kwh)': Math.round(expectedExports()['octopus_halfhour.csv'].kwh * kWh) }),
    },
    {
      ...file('reencoded_exports/pge_hourly.csv'),
      timeZone: vancouver,
      used: () => ({ 'Electric usage': Math.round(expectedExports()['pge_hourly.csv'].kwh * kWh) }),
    },
    {
      ...file(statistics),
      timeZone: vancouver,
      used: () => renamed(expectedExports()['ha_statistics_counter.tsv'], (name) => `sensor.${name}_energy`),
      unsaid: () => firstsBy(rowsOf(statistics, '\t'), 'statistic_id', 'sum', kWh),
    },
    {
      name: lines,
      timeZone: vancouver,
      give: async (doors) => {
        for (const entity of entities()) await doors.meter(ofEntity(entity), 'electricity');
        await doors.post('/api/v2/write?precision=ns', textOf(lines));
      },
      used: () => renamed(expectedExports()['energy.influx.lp'].kwh_by_entity, ofEntity),
      // Its counters began at 1,000 kWh, an hour before their first line.
      unsaid: () => Object.fromEntries(entities().map((entity) => [ofEntity(entity), firstOf(entity)])),
    },
  ];
};

const homeAssistant = (): Trial[] => {
  const [delta, state, sum] = ['delta', 'state_sum', 'test_counter_no_delta__counter_sum_state'].map(
    (name) => `ha_statistics/${name}.tsv`,
  ) as [string, string, string];
  const newestFirst = (path: string) => rowsOf(path, '\t').toReversed();
  const perUnit: Readonly<Record<string, number>> = { kWh, m3: 1_000_000, L: 1000 };
  return [
    { ...file(delta), used: () => sumsBy(rowsOf(delta, '\t'), 'statistic_id', 'delta', kWh) },
    { ...file(state), used: () => risesBy(newestFirst(state), 'statistic_id', 'state', kWh) },
    {
      ...file(sum),
      used: () => {
        const rows = rowsOf(sum, '\t');
        const ofUnit = (unit: string) =>
          risesBy(
            rows.filter((row) => row['unit'] === unit),
            'statistic_id',
            'sum',
            perUnit[unit] ?? 0,
          );
        return { ...ofUnit('kWh'), ...ofUnit('m3'), ...ofUnit('L') };
      },
    },
    { ...file('ha_statistics/min_max_mean.tsv') },
  ];
};

const spain = (): Trial[] => {
  const [layout, hourly] = ['spain_20td/consumption_cnmc_layout.csv', 'spain_20td/consumption_hourly.csv'] as const;
  const months = Object.fromEntries(
    Object.entries(
      (jsonOf('spain_20td/expected_bills.json') as { exact_monthly_recomputed: Record<string, { kwh: number }> })
        .exact_monthly_recomputed,
    ).map(([month, { kwh }]) => [month, Math.round(kwh * kWh)]),
  );
  return [
    { ...file(layout), used: () => ({ ES0000000000000000TT0F: months }), timeZone: 'Europe/Madrid' },
    { ...file(hourly), used: () => ({ kwh: months }), timeZone: 'Europe/Madrid' },
  ];
};

const tempo = (): Trial => ({
  // Half-hours, named by their end; over its first days only every other one is there.
  ...file('tariff_edf_tempo/consumption_30min_w.csv.gz', { stamp: 'end', rowS: 1800 }),
  timeZone: 'Europe/Paris',
  used: () => ({ mean_power_w: sumOf(rowsOf('tariff_edf_tempo/consumption_30min_w.csv.gz'), 'mean_power_w', 1 / 2) }),
});

export const realFiles = (): Trial[] => [
  ...ampds(),
  refit(),
  ...daiad(),
  ...fixtures(),
  ...spain(),
  tempo(),
  ...greenButton(),
  ...reencoded(),
  ...homeAssistant(),
];
