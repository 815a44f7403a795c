/** Green Button feeds as text, for tests. */
export { fileFormat } from '../index.ts';

export interface GivenPoint {
  readonly uom?: string;
  readonly power?: string;
  readonly direction?: string;
  readonly accumulation?: string;
  readonly service?: string;
  readonly commodity?: string;
  readonly meter?: number;
  readonly currency?: string;
  readonly cost?: string;
}
export type FeedRow = readonly [start: number | string, duration: number | string, value: number | string];

const entry = (links: string, title: string, content: string): string =>
  `<entry>${links}<title>${title}</title><content>${content}</content></entry>`;
const link = (rel: string, href: string): string => `<link rel="${rel}" href="${href}"/>`;

/** A usage point with one meter reading. Prefixes, hosts and order differ between utilities. */
export const point = (rows: readonly FeedRow[], given: GivenPoint = {}): string => {
  const {
    uom = '72',
    power = '0',
    direction = '1',
    accumulation = '4',
    service = '0',
    commodity = '1',
    meter = 1,
    currency = '0',
    cost = '9',
  } = given;
  const place = `https://u.example/espi/RetailCustomer/1/UsagePoint/${meter}`;
  const type = `ReadingType/${meter}`;
  const blocks = rows.map(
    ([start, duration, value]) =>
      `<espi:IntervalReading><espi:cost>${cost}</espi:cost><espi:timePeriod><espi:duration>${duration}</espi:duration><espi:start>${start}</espi:start></espi:timePeriod><espi:value>${value}</espi:value></espi:IntervalReading>`,
  );
  return [
    entry(
      link('self', place),
      `Meter ${meter}`,
      `<espi:UsagePoint><espi:ServiceCategory><espi:kind>${service}</espi:kind></espi:ServiceCategory></espi:UsagePoint>`,
    ),
    entry(
      link('self', `${place}/MeterReading/1`) + link('related', `https://u.example/espi/${type}`),
      'Reading',
      '<espi:MeterReading/>',
    ),
    entry(
      link('up', `${place}/MeterReading/1/IntervalBlock`),
      '',
      `<espi:IntervalBlock><espi:interval><espi:duration>1</espi:duration><espi:start>1</espi:start></espi:interval>\n${blocks.join('\n')}</espi:IntervalBlock>`,
    ),
    entry(
      link('self', type),
      'Type',
      `<espi:ReadingType><espi:accumulationBehaviour>${accumulation}</espi:accumulationBehaviour><espi:commodity>${commodity}</espi:commodity><espi:currency>${currency}</espi:currency><espi:flowDirection>${direction}</espi:flowDirection><espi:powerOfTenMultiplier>${power}</espi:powerOfTenMultiplier><espi:uom>${uom}</espi:uom></espi:ReadingType>`,
    ),
  ].join('\n');
};
export const feed = (...points: string[]): string =>
  `<?xml version="1.0"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xmlns:espi="http://naesb.org/espi">\n${points.join('\n')}\n</feed>`;

export interface GivenSummary {
  readonly meter?: number;
  readonly start: number;
  readonly duration: number;
  /** Members as they stand in the feed, by name. */
  readonly fields?: Readonly<Record<string, string | number>>;
  readonly used?: readonly [uom: string, power: string, value: number | string];
  readonly items?: readonly Readonly<Record<string, string | number>>[];
  /** ESPI 1.1 had a name of its own for electricity. */
  readonly name?: 'UsageSummary' | 'ElectricPowerUsageSummary';
}

const members = (given: Readonly<Record<string, string | number>>): string =>
  Object.entries(given)
    .map(([name, value]) => `<espi:${name}>${value}</espi:${name}>`)
    .join('');

/** What the utility says of a billing period of a usage point. */
export const summary = (given: GivenSummary): string => {
  const { meter = 1, start, duration, fields = {}, used, items = [], name = 'UsageSummary' } = given;
  const place = `https://u.example/espi/RetailCustomer/1/UsagePoint/${meter}/${name}`;
  const [uom, powerOfTenMultiplier, value] = used ?? [];
  const consumption = used
    ? members({ powerOfTenMultiplier: powerOfTenMultiplier ?? 0, uom: uom ?? '', value: value ?? '' })
    : '';
  const details = items.map(
    (item) => `<espi:costAdditionalDetailLastPeriod>${members(item)}</espi:costAdditionalDetailLastPeriod>`,
  );
  return entry(
    link('self', `${place}/1`) + link('up', place),
    'Summary',
    `<espi:${name}><espi:billingPeriod>${members({ duration, start })}</espi:billingPeriod>${members(fields)}${details.join('')}
<espi:overallConsumptionLastPeriod>${consumption}</espi:overallConsumptionLastPeriod>
<espi:currentBillingPeriodOverAllConsumption><espi:value>7</espi:value></espi:currentBillingPeriodOverAllConsumption></espi:${name}>`,
  );
};

/** What an independent reader found in a real feed (../shared/data/greenbutton). */
export interface FeedTotals {
  readonly readings: number;
  readonly sum_raw: number;
  readonly cost_raw?: number;
  readonly first: number;
  readonly last_end: number;
  readonly reading_types: readonly { readonly uom: string; readonly powerOfTenMultiplier: string }[];
}
const perUnit: Readonly<Record<string, number>> = { '72': 1, '128': 3785.411784, '134': 1000 };

/** In Wh or mL. */
export const feedAmount = ({ sum_raw: sum, reading_types: [type] }: FeedTotals): number =>
  sum * (perUnit[type?.uom ?? ''] ?? 0) * 10 ** Number(type?.powerOfTenMultiplier);
