/**
 * Day-ahead prices of the ENTSO-E Transparency Platform by bidding zone: documents of type A44, which hold hours or quarter-hours. A zone may have
 * several auctions: the first in their own numbering is the market's price. In curves of type A03 what is as before is left out.
 */
import { SaxesParser } from 'saxes';
import { type MarketPrice, pulledPrices } from './market-prices.ts';
import { definePull, type Pulled, PullFault } from './pull.ts';

const hourS = 3600;
const dayS = 86_400;
/** A year is what they give at most; a quarter of one is some megabyte. */
const daysAtOnce = 90;
const patienceS = 3 * dayS;
/** More than a year of quarter-hours. */
const maxPrices = 50_000;
/** A zone that has no price in so many days is none of theirs. */
const daysOfAny = 30;

/** Bidding zones by their codes in the EIC scheme. */
export const zones = {
  AT: '10YAT-APG------L',
  BE: '10YBE----------2',
  BG: '10YCA-BULGARIA-R',
  CH: '10YCH-SWISSGRIDZ',
  CZ: '10YCZ-CEPS-----N',
  'DE-LU': '10Y1001A1001A82H',
  DK1: '10YDK-1--------W',
  DK2: '10YDK-2--------M',
  EE: '10Y1001A1001A39I',
  ES: '10YES-REE------0',
  FI: '10YFI-1--------U',
  FR: '10YFR-RTE------C',
  GR: '10YGR-HTSO-----Y',
  HR: '10YHR-HEP------M',
  HU: '10YHU-MAVIR----U',
  'IE-SEM': '10Y1001A1001A59C',
  'IT-NORD': '10Y1001A1001A73I',
  'IT-CNOR': '10Y1001A1001A70O',
  'IT-CSUD': '10Y1001A1001A71M',
  'IT-SUD': '10Y1001A1001A788',
  'IT-CALA': '10Y1001C--00096J',
  'IT-SICI': '10Y1001A1001A75E',
  'IT-SARD': '10Y1001A1001A74G',
  LT: '10YLT-1001A0008Q',
  LV: '10YLV-1001A00074',
  ME: '10YCS-CG-TSO---S',
  MK: '10YMK-MEPSO----8',
  NL: '10YNL----------L',
  NO1: '10YNO-1--------2',
  NO2: '10YNO-2--------T',
  NO3: '10YNO-3--------J',
  NO4: '10YNO-4--------9',
  NO5: '10Y1001A1001A48H',
  PL: '10YPL-AREA-----S',
  PT: '10YPT-REN------W',
  RO: '10YRO-TEL------P',
  RS: '10YCS-SERBIATSOV',
  SE1: '10Y1001A1001A44P',
  SE2: '10Y1001A1001A45N',
  SE3: '10Y1001A1001A46L',
  SE4: '10Y1001A1001A47J',
  SI: '10YSI-ELES-----O',
  SK: '10YSK-SEPS-----K',
} as const;

interface Auction {
  number: number;
  currency: string;
  unit: string;
  isShortened: boolean;
  readonly prices: MarketPrice[];
}

const steps: Readonly<Record<string, number>> = { PT15M: 900, PT30M: 1800, PT60M: hourS, PT1H: hourS };
const positionOf = 'classificationSequence_AttributeInstanceComponent.position';

/** The prices of one period, in the order of their positions. */
const pricesOf = (
  fields: ReadonlyMap<string, string>,
  points: ReadonlyMap<number, string>,
  isShortened: boolean,
): MarketPrice[] => {
  const [start = NaN, end = NaN] = ['start', 'end'].map((name) => Date.parse(fields.get(name) ?? '') / 1000);
  const stepS = steps[fields.get('resolution') ?? ''];
  // No answer holds more than what was asked for.
  if (stepS === undefined || !(end > start) || (end - start) / dayS > 400) throw new PullFault('not-understood');
  const prices: MarketPrice[] = [];
  let price: string | undefined;
  for (let [startS, position] = [start, 1]; startS < end; startS += stepS, position += 1) {
    price = points.get(position) ?? (isShortened ? price : undefined);
    if (price !== undefined) prices.push({ startS, stepS, price });
  }
  return prices;
};

/** What an acknowledgement says instead of prices: that there are none, or what is wrong. */
type Document = { readonly auctions: readonly Auction[]; readonly reason: string | null };

const readDocument = (text: string): Document => {
  const parser = new SaxesParser();
  const path: string[] = [];
  const auctions: Auction[] = [];
  let [said, reason, root] = ['', '', ''];
  let auction: Auction | undefined;
  let fields = new Map<string, string>();
  let points = new Map<number, string>();
  let position = 0;
  const close: Record<string, () => void> = {
    [positionOf]: () => auction && (auction.number = Number(said)),
    'currency_Unit.name': () => auction && (auction.currency = said),
    'price_Measure_Unit.name': () => auction && (auction.unit = said),
    curveType: () => auction && (auction.isShortened = said === 'A03'),
    position: () => (position = Number(said)),
    'price.amount': () => points.set(position, said),
    TimeSeries: () => auction && auctions.push(auction),
    text: () => path.includes('Reason') && (reason = said),
    Period: () => {
      auction?.prices.push(...pricesOf(fields, points, auction.isShortened));
      if (auction && auction.prices.length > maxPrices) throw new PullFault('not-understood');
    },
  };
  parser.on('opentag', ({ name }) => {
    said = '';
    root ||= name;
    path.push(name);
    if (name === 'TimeSeries') auction = { number: 1, currency: 'EUR', unit: 'MWH', isShortened: false, prices: [] };
    if (name === 'Period') [fields, points] = [new Map(), new Map()];
  });
  parser.on('text', (piece) => (said += piece));
  parser.on('closetag', ({ name }) => {
    said = said.trim();
    if (path.includes('Period')) fields.set(name, said);
    if (Object.hasOwn(close, name)) close[name]?.();
    path.pop();
    said = '';
  });
  try {
    parser.write(text).close();
  } catch (error) {
    throw error instanceof PullFault ? error : new PullFault('not-understood', { cause: error });
  }
  const isAnswer = root === 'Publication_MarketDocument' || root === 'Acknowledgement_MarketDocument';
  if (!isAnswer) throw new PullFault('not-understood');
  return { auctions, reason: root.startsWith('Ack') ? reason : null };
};

/** As their interface takes an instant: `202611212300`. */
const stamp = (atS: number): string => new Date(atS * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 12);

export const entsoe = definePull({
  id: 'entsoe',
  label: 'ENTSO-E',
  base: 'https://web-api.tp.entsoe.eu',
  fills: 'prices',
  flows: [],
  hasKey: true,
  settings: { zone: Object.keys(zones) },
  everyS: 3 * hourS,
  next: async ({ settings: { zone = '' }, key, from, now }, ask): Promise<Pulled> => {
    const domain = zones[zone as keyof typeof zones];
    const begin = Math.floor(from / hourS) * hourS;
    const end = Math.floor(Math.min(from + daysAtOnce * dayS, now + 2 * dayS) / hourS) * hourS;
    const query = new URLSearchParams({
      securityToken: key,
      documentType: 'A44',
      'contract_MarketAgreement.type': 'A01',
      in_Domain: domain,
      out_Domain: domain,
      periodStart: stamp(begin),
      periodEnd: stamp(end),
    });
    // Some of their words come as a request that was wrong.
    const { auctions, reason } = readDocument(await ask.text(`/api?${query.toString()}`, {}, [400]));
    if (reason !== null && !/no matching data/i.test(reason)) throw new PullFault('not-understood', { cause: reason });
    const first = auctions.reduce((least, { number }) => Math.min(least, number), Infinity);
    const [one] = auctions;
    if (!one && end - begin >= daysOfAny * dayS) throw new PullFault('nothing-there');
    if (auctions.some(({ unit, currency }) => unit !== 'MWH' || currency !== one?.currency))
      throw new PullFault('not-understood');
    const series = ['entsoe', zone, one && one.currency !== 'EUR' ? one.currency : ''].filter(Boolean).join('-');
    const prices = auctions.flatMap((auction) => (auction.number === first ? auction.prices : []));
    return pulledPrices(series.toLowerCase(), prices, { from, end, now, patienceS });
  },
});
