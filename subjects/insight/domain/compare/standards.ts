/** What homes of a country use, as somebody published it: each figure as it stands there, with its source. No figure, no guess. */
import type { Utility } from '#catalogue/index.ts';

/** For one person, two, three and so on; null: not published. */
type ByPeople = readonly (number | null)[];

type Dwelling = 'house' | 'flat';

/** `people`: of a home, by how many live in it; the last one stands for more where `orMore` says so. */
type Amount =
  | { readonly per: 'person'; readonly value: number }
  | { readonly per: 'home'; readonly value: number }
  | { readonly per: 'people'; readonly orMore: boolean; readonly any: ByPeople }
  | ({ readonly per: 'people'; readonly orMore: boolean } & Readonly<Record<Dwelling, ByPeople>>);

export const standardKinds = ['mean', 'median', 'norm'] as const;
/** What the figure holds besides lamps and appliances. */
export const standardScopes = ['all', 'no-heat', 'water'] as const;

export interface Standard {
  /** ISO 3166, two letters. */
  readonly country: string;
  readonly utility: Utility;
  readonly is: (typeof standardKinds)[number];
  readonly scope: (typeof standardScopes)[number];
  readonly unit: 'kWh/year' | 'L/day' | 'm3/month';
  readonly amount: Amount;
  /** `year`: of what was measured, or from which it holds. */
  readonly source: { readonly title: string; readonly year: number; readonly url: string };
}

const daysOfYear = 365.25;
/** Wh or mL a day in one of the unit. */
const perDayOf: Record<Standard['unit'], number> = {
  'kWh/year': 1000 / daysOfYear,
  'L/day': 1000,
  'm3/month': 12_000_000 / daysOfYear,
};

// Each was found in two places, the publisher's own or who cites it, unless its comment says otherwise.
export const standards: readonly Standard[] = [
  {
    country: 'AT',
    utility: 'electricity',
    is: 'mean',
    scope: 'no-heat',
    unit: 'kWh/year',
    // In one place only: fuelpoverty.at, which cites it. Each further person: 1,300 in a house, 500 in a flat.
    amount: {
      per: 'people',
      orMore: false,
      house: [2000, 3750, 5100, 6400, 7700, 9000],
      flat: [1250, 2200, 3000, 3600, 4100, 4600],
    },
    source: {
      title: 'Energieinstitut Vorarlberg, max50 Nr. 45',
      year: 2011,
      url: 'http://fuelpoverty.at/kenngroessen/groessen/bewertung_stromverbrauch.php',
    },
  },
  {
    country: 'AT',
    utility: 'water',
    is: 'mean',
    scope: 'water',
    unit: 'L/day',
    amount: { per: 'person', value: 130 },
    source: {
      title: 'BML, Trinkwasserverbrauch',
      year: 2023,
      url: 'https://info.bml.gv.at/themen/wasser/wasser-oesterreich/zahlen/trinkwasserverbrauch.html',
    },
  },
  {
    country: 'AU',
    utility: 'electricity',
    is: 'mean',
    scope: 'all',
    unit: 'kWh/year',
    // Without the Northern Territory; the states lie between 4,500 and 8,000.
    amount: { per: 'home', value: 5500 },
    source: {
      title: 'ACIL Allen for the AER, Energy consumption benchmarks',
      year: 2017,
      url: 'https://acilallen.com.au/projects/energy/energy-consumption-benchmarks',
    },
  },
  {
    country: 'CA',
    utility: 'water',
    is: 'mean',
    scope: 'water',
    unit: 'L/day',
    amount: { per: 'person', value: 223 },
    source: {
      title: 'Statistics Canada, Survey of Drinking Water Plants',
      year: 2021,
      url: 'https://www150.statcan.gc.ca/n1/daily-quotidien/231114/dq231114d-eng.htm',
    },
  },
  {
    country: 'CZ',
    utility: 'water',
    is: 'mean',
    scope: 'water',
    unit: 'L/day',
    amount: { per: 'person', value: 86.7 },
    source: {
      title: 'ČSÚ, Vodovody, kanalizace a vodní toky',
      year: 2023,
      url: 'https://nase-voda.cz/csu-domacnosti-vodou-nadale-setri-v-prumyslu-spotreba-mirne-roste',
    },
  },
  {
    country: 'DE',
    utility: 'electricity',
    is: 'mean',
    scope: 'no-heat',
    unit: 'kWh/year',
    // Three and five in a house were not found.
    amount: {
      per: 'people',
      orMore: false,
      house: [2400, 3000, null, 4000],
      flat: [1400, 2000, 2600, 2900, 3000],
    },
    source: { title: 'co2online, Stromspiegel', year: 2023, url: 'https://www.stromspiegel.de' },
  },
  {
    country: 'DE',
    utility: 'water',
    is: 'mean',
    scope: 'water',
    unit: 'L/day',
    amount: { per: 'person', value: 121 },
    source: { title: 'BDEW, Trinkwassergebrauch', year: 2023, url: 'https://www.bdew.de' },
  },
  {
    country: 'DK',
    utility: 'water',
    is: 'mean',
    scope: 'water',
    unit: 'L/day',
    amount: { per: 'person', value: 100 },
    source: {
      title: 'DANVA, Vand i tal 2023',
      year: 2022,
      url: 'https://www.danva.dk/nyheder/2023/dette-er-aarsag-til-danskernes-rekordlave-vandforbrug/',
    },
  },
  {
    country: 'ES',
    utility: 'electricity',
    is: 'mean',
    scope: 'all',
    unit: 'kWh/year',
    // The panel of homes, by the same authority, told 209 kWh a month in 2020.
    amount: { per: 'home', value: 2412 },
    source: {
      title: 'CNMC, Boletín de indicadores eléctricos',
      year: 2023,
      url: 'https://preciosluzhoy.com/consumo-medio-kwh-dia/',
    },
  },
  {
    country: 'ES',
    utility: 'water',
    is: 'mean',
    scope: 'water',
    unit: 'L/day',
    amount: { per: 'person', value: 128 },
    source: {
      title: 'INE, Estadística sobre el suministro y saneamiento del agua',
      year: 2022,
      url: 'https://europapress.es/castilla-y-leon/noticia-consumo-medio-agua-cyl-fue-146-litros-habitante-dia-2022-20240723123314.html',
    },
  },
  {
    country: 'FI',
    utility: 'water',
    is: 'mean',
    scope: 'water',
    unit: 'L/day',
    amount: { per: 'person', value: 113 },
    source: {
      title: 'Motiva & TTS, Kestävä vedenkäyttö',
      year: 2020,
      url: 'https://www.tts.fi/hankkeet/asuminen/kestava-vedenkaytto/',
    },
  },
  {
    country: 'FR',
    utility: 'water',
    is: 'mean',
    scope: 'water',
    unit: 'L/day',
    amount: { per: 'person', value: 148 },
    source: {
      title: 'OFB, Panorama des services et de leur performance',
      year: 2021,
      url: 'https://www.eaufrance.fr/chiffres-cles/volume-deau-potable-consomme-par-habitant-par-jour-en-2021',
    },
  },
  {
    country: 'GB',
    utility: 'electricity',
    is: 'median',
    scope: 'no-heat',
    unit: 'kWh/year',
    // One rate. With a rate for nights, which mostly heats by electricity, it is 3,400.
    amount: { per: 'home', value: 2500 },
    source: {
      title: 'Ofgem, Typical Domestic Consumption Values from July 2026',
      year: 2026,
      url: 'https://www.ofgem.gov.uk/consultation/review-typical-domestic-consumption-values',
    },
  },
  {
    country: 'GB',
    utility: 'water',
    is: 'mean',
    scope: 'water',
    unit: 'L/day',
    // Of England.
    amount: { per: 'person', value: 136.5 },
    source: {
      title: 'Environment Agency, water use in England 2024/25',
      year: 2025,
      url: 'https://www.gov.uk/government/news/water-efficiency-must-become-national-priority-says-ea',
    },
  },
  {
    country: 'IE',
    utility: 'electricity',
    is: 'mean',
    scope: 'all',
    unit: 'kWh/year',
    amount: { per: 'home', value: 4200 },
    source: {
      title: 'CRU, typical annual consumption',
      year: 2017,
      url: 'https://www.energia.ie/estimated-annual-bill',
    },
  },
  {
    country: 'IE',
    utility: 'water',
    is: 'median',
    scope: 'water',
    unit: 'L/day',
    // Of a meter; the mean, 357, holds leaks.
    amount: { per: 'home', value: 261 },
    source: {
      title: 'CSO, Domestic Metered Public Water Consumption',
      year: 2022,
      url: 'https://www.cso.ie/en/releasesandpublications/ep/p-dmpwc/domesticmeteredpublicwaterconsumption2022/keyfindings',
    },
  },
  {
    country: 'IN',
    utility: 'water',
    is: 'norm',
    scope: 'water',
    unit: 'L/day',
    // What is planned for in towns with sewers.
    amount: { per: 'person', value: 135 },
    source: {
      title: 'CPHEEO, Manual on Water Supply and Treatment',
      year: 1999,
      url: 'http://archive.indiawaterportal.org/ask/12265',
    },
  },
  {
    country: 'JP',
    utility: 'electricity',
    is: 'mean',
    scope: 'all',
    unit: 'kWh/year',
    amount: { per: 'home', value: 4175 },
    source: {
      title: '環境省, 家庭部門のCO2排出実態統計調査',
      year: 2021,
      url: 'https://www.env.go.jp/earth/ondanka/kateico2tokei/energy/detail/01/',
    },
  },
  {
    country: 'JP',
    utility: 'water',
    is: 'mean',
    scope: 'water',
    unit: 'm3/month',
    // Of Tokyo.
    amount: { per: 'people', orMore: true, any: [8.1, 14.9, 19.9, 23.1, 27.8, 34.1] },
    source: {
      title: '東京都水道局, 生活用水実態調査',
      year: 2020,
      url: 'https://www.waterworks.metro.tokyo.lg.jp/faq/qa-14.html',
    },
  },
  {
    country: 'NL',
    utility: 'electricity',
    is: 'mean',
    scope: 'all',
    unit: 'kWh/year',
    amount: { per: 'person', value: 1355 },
    source: {
      title: 'CBS, elektriciteitsverbruik per bewoner',
      year: 2016,
      url: 'http://www.blikopnieuws.nl/economie/262827/45-procent-minder-elektriciteitsverbruik-per-bewoner.html',
    },
  },
  {
    country: 'NL',
    utility: 'water',
    is: 'mean',
    scope: 'water',
    unit: 'L/day',
    amount: { per: 'person', value: 128.1 },
    source: {
      title: 'CBS & Vewin, Watergebruik Thuis',
      year: 2021,
      url: 'https://www.cbs.nl/nl-nl/longread/aanvullende-statistische-diensten/2022/watergebruik-thuis--wgt---2021',
    },
  },
  {
    country: 'US',
    utility: 'electricity',
    is: 'mean',
    scope: 'all',
    unit: 'kWh/year',
    // In one place only, its own.
    amount: { per: 'home', value: 10_715 },
    source: {
      title: 'EIA, Electric Sales, Revenue, and Average Price',
      year: 2020,
      url: 'https://www.eia.gov/tools/faqs/faq.php?id=97&t=3',
    },
  },
  {
    country: 'US',
    utility: 'water',
    is: 'mean',
    scope: 'water',
    unit: 'L/day',
    // 82 US gallons.
    amount: { per: 'person', value: 310.4 },
    source: {
      title: 'USGS, Estimated Use of Water in the United States',
      year: 2015,
      url: 'https://www.waternewsnetwork.com/why-americans-are-using-a-lot-less-water/',
    },
  },
];

export interface HomeFactsForStandard {
  readonly country: string | null;
  readonly residents: number | null;
  readonly dwelling: Dwelling | null;
}

/** Why there is none: what the home has not said, or nobody published. */
export const missingReasons = ['country', 'residents', 'dwelling', 'unpublished'] as const;

export type FoundStandard =
  | { readonly standard: Standard; readonly perDay: number }
  | { readonly missing: (typeof missingReasons)[number] };

const byPeople = (list: ByPeople, residents: number, orMore: boolean): number | null =>
  list[residents - 1] ?? (orMore && residents > list.length ? (list.at(-1) ?? null) : null);

/** Wh or mL a day of a home like this one. */
export const standardFor = (
  utility: Utility,
  { country, residents, dwelling }: HomeFactsForStandard,
): FoundStandard => {
  if (country === null) return { missing: 'country' };
  const standard = standards.find((one) => one.country === country && one.utility === utility);
  if (standard === undefined) return { missing: 'unpublished' };
  const size = perDayOf[standard.unit];
  const { amount } = standard;
  if (amount.per === 'home') return { standard, perDay: amount.value * size };
  if (residents === null) return { missing: 'residents' };
  if (amount.per === 'person') return { standard, perDay: amount.value * residents * size };
  const list = 'any' in amount ? amount.any : dwelling && amount[dwelling];
  if (list === null) return { missing: 'dwelling' };
  const value = byPeople(list, residents, amount.orMore);
  return value === null ? { missing: 'unpublished' } : { standard, perDay: value * size };
};
