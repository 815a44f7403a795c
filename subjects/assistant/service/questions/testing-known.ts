/** The questions' common form, and their figures as the reader of a language writes them. */
import { yearOf } from '../money/costs.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { factsOf, type Utility, utilityIds } from '#catalogue/index.ts';
import type { BillCosts } from '#subjects/bills/contract/bill-costs.ts';
import type { BillSoFar } from '#subjects/bills/contract/billing.ts';
import type { Intent } from '../intent.ts';
import type { Writer } from '../writer.ts';
import type { Given } from './testing-asker.ts';
import { billOf, type Cents, deviceCents, euros, leak, linesOf } from './testing-home.ts';
import { daysFrom, extremeDay, extremeHour, type Part, things, used } from './testing-use.ts';

type Kind =
  | 'usage'
  | 'compare'
  | 'bill'
  | 'tariff'
  | 'device'
  | 'alerts'
  | 'tip'
  | 'ambiguous'
  | 'impossible'
  | 'hostile'
  | 'help'
  | 'faq';

/** A text that has to stand in the answer; of several, one of them. */
type Figure = string | readonly string[];

interface Expected {
  readonly figures?: readonly Figure[];
  /** What else may be said, and is exact. */
  readonly also?: readonly string[];
  /** In the address behind a figure. */
  readonly link?: string;
  readonly proposes?: readonly [device: string, on: boolean];
  readonly says?: RegExp;
  /** What was asked just before. */
  readonly after?: string;
}

export interface Entry extends Expected {
  readonly text: string;
  readonly about: readonly Intent['about'][];
}

export type Questions = Readonly<Record<Kind, readonly Entry[]>>;

type About = Intent['about'];

/** A question, what it should be understood as, and what has to be in its answer. */
export const ask = (text: string, about: About | readonly About[], expected: Expected = {}): Entry => ({
  text,
  about: typeof about === 'string' ? [about] : about,
  ...expected,
});

/** From its first to its last day. */
type Days = readonly [first: string, last: string];

export const oneDay = (day: string): Days => [day, day];

/** The last so many days: with today, or the whole ones before it. Both are right, for an answer tells its days. */
export const lastDays = (count: number): readonly Days[] =>
  [22, 21].map((last) => [`2026-11-${String(last - count + 1).padStart(2, '0')}`, `2026-11-${last}`]);

/** Who asks for what is not theirs is told so, or is not understood. */
export const turnedAway = ['refused', 'unknown', 'impossible', 'unclear', 'help'] as const;

/** A frequent question is found by its words once nothing of the household was meant. */
export const asFrequent = ['faq', 'unknown'] as const;

type DaysName =
  | 'today'
  | 'yesterday'
  | 'friday'
  | 'wednesday'
  | 'week'
  | 'lastWeek'
  | 'weekBefore'
  | 'lastWeekend'
  | 'november'
  | 'october'
  | 'september'
  | 'year';

export const days: Readonly<Record<DaysName, Days>> = {
  today: oneDay('2026-11-22'),
  yesterday: oneDay('2026-11-21'),
  friday: oneDay('2026-11-20'),
  wednesday: oneDay('2026-11-18'),
  week: ['2026-11-16', '2026-11-22'],
  lastWeek: ['2026-11-09', '2026-11-15'],
  weekBefore: ['2026-11-02', '2026-11-08'],
  lastWeekend: ['2026-11-14', '2026-11-15'],
  november: ['2026-11-01', '2026-11-22'],
  october: ['2026-10-01', '2026-10-31'],
  september: ['2026-09-01', '2026-09-30'],
  year: ['2026-09-01', '2026-11-22'],
};

type Where = Omit<Part, 'utility'>;

const parts: readonly Part[] = [
  ...utilityIds.map((utility) => ({ utility })),
  ...things.flatMap(({ utility, room, name }) => [
    { utility, room },
    { utility, device: name },
  ]),
];

type Use = readonly [part: Part, period: Days];

interface Bills {
  readonly soFar: BillSoFar;
  readonly costs: BillCosts;
  readonly idOf: (device: string) => string;
}

export const createKnown = (write: Writer, { soFar, costs, idOf }: Bills) => {
  /** `count`: of each of so many days. */
  const said = (utility: Utility, [first, last]: Days, where: Where = {}, count = 1): string =>
    write.amount(utility, used({ utility, ...where }, first, last) / count);
  const money = (cents: number): string => write.money(euros(cents));
  const anyDay = (day: string): Figure => [write.day(day), write.shortDay(day)];
  const bills = {
    september: billOf(...days.september),
    october: billOf(...days.october),
    soFar: billOf(...days.november),
  };
  const daysWith = (first: number, count: number): readonly string[] =>
    Array.from({ length: count }, (_, i) => `2026-11-${String(first + i).padStart(2, '0')}`);
  const deviceCost = (device: string): string =>
    costs.utilities.flatMap(({ devices }) => devices).find(({ deviceId }) => deviceId === idOf(device))?.cost ?? '';
  /** In the last hour that was measured. */
  const inLastHour = (part: Part): number => used(part, ...days.today, ({ hour }) => hour === 13);
  const flowOrPower = (part: Part): string =>
    write.rate(part.utility, inLastHour(part) / factsOf(part.utility).flow.perHour);
  const metered = things.reduce((sum, { name }) => sum + inLastHour({ utility: 'electricity', device: name }), 0);
  const unmeteredPower = inLastHour({ utility: 'electricity' }) - metered;
  const amountOf = ([part, period]: Use): number => used(part, ...period);
  const everyUse = Object.values(days).flatMap((period) =>
    parts.map(({ utility, ...where }) => write.amount(utility, used({ utility, ...where }, ...period))),
  );
  /** What is true of the household, whoever asked: it may be said beside what was asked. */
  const truths = [
    ...everyUse,
    write.amount('water', leak.leakMl),
    write.rate('water', leak.floorMlPerHour / factsOf('water').flow.perHour),
    ...parts.map(flowOrPower),
    write.rate('electricity', unmeteredPower),
    // The budget, a rate with its tax on it, the end of the first block, the days that are known, and what is always on.
    ...['80', '0.12', '0.25', '0.1452', '0.3025', '0.30', '1.10', '2.40', '1.21', '2.64', '0.10'].map((rate) =>
      write.money(rate),
    ),
    `${write.percent(0.21)} ${write.percent(0.1)} 4 m³ 82 0${write.number(0.751, 3).slice(1)}`,
    write.rate('electricity', costs.alwaysOn?.watts ?? 0),
    ...(costs.alwaysOn ? [write.money(yearOf(costs.alwaysOn.month, 'EUR'))] : []),
    write.percent(bills.soFar.electricity / 8000),
    ...Object.values(bills).flatMap(({ total, electricity, water }) => [total, electricity, water].map(money)),
    ...[soFar.likely, soFar.likely?.use.electricity?.cost, soFar.likely?.use.water?.cost].flatMap((range) =>
      range ? [range.low, range.expected, range.high].map((one) => write.money(one)) : [],
    ),
    ...costs.utilities.flatMap(({ devices, fixed }) =>
      [fixed, ...devices.map(({ cost }) => cost)].map((one) => write.money(one)),
    ),
    write.money(costs.utilities.reduce((sum, { fixed }) => sum + Number(fixed), 0)),
  ].join(' | ');
  return {
    write,
    truths,
    price: (rate: string): string => write.money(rate),
    kwh: (period: Days, where?: Where): string => said('electricity', period, where),
    litres: (period: Days, where?: Where): string => said('water', period, where),
    cubicMetres: (period: Days): Figure =>
      [1, 2, 3].map((digits) => write.number(used({ utility: 'water' }, ...period) / 1e6, digits)),
    both: (period: Days, where?: Where): string[] => [said('electricity', period, where), said('water', period, where)],
    kwhADay: (period: Days, count: number, where?: Where): string => said('electricity', period, where, count),
    eachDay: (utility: Part['utility'], first: number, count: number): string[] =>
      daysWith(first, count).map((day) => write.amount(utility, used({ utility }, day, day))),
    extremeDay: (part: Part, [first, last]: Days, sign: 1 | -1 = 1): Figure[] => {
      const found = extremeDay(part, first, last, sign);
      return [write.amount(part.utility, found.used), anyDay(found.of)];
    },
    peakHour: (part: Part, day: string): Figure[] => {
      const found = extremeHour(part, day);
      return [write.amount(part.utility, found.used), found.of];
    },
    /** Of November's hours since a day, as the Analytics page counts them: three meters of water heard until 14:00, one until the 19th. */
    waterHeardSince: (day: number): string => {
      const hoursUntil = (last: number, hour: number): number => (last - day) * 24 + hour;
      return write.percent((3 * hoursUntil(22, 14) + hoursUntil(19, 9)) / (4 * hoursUntil(22, 14.5)));
    },
    watts: flowOrPower({ utility: 'electricity' }),
    /** What was used in two periods, or by two parts; and by how much they differ. */
    compared: (one: Use, other: Use): Expected => {
      const [first, second] = [amountOf(one), amountOf(other)];
      const { utility } = one[0];
      const aDay = ([, [from, to]]: Use, amount: number): string =>
        write.amount(utility, amount / daysFrom(from, to).length);
      return {
        figures: [write.amount(utility, first), write.amount(utility, second)],
        also: [
          write.amount(utility, Math.abs(first - second)),
          write.percent(Math.abs(first - second) / second),
          aDay(one, first),
          aDay(other, second),
        ],
      };
    },
    /** Of the whole home's. */
    share: (part: Part, period: Days): string =>
      write.percent(amountOf([part, period]) / amountOf([{ utility: part.utility }, period])),
    bill: (cycle: keyof typeof bills, of: keyof Cents = 'total'): string => money(bills[cycle][of]),
    difference: money(bills.september.total - bills.october.total),
    likely: write.money(soFar.likely?.expected ?? ''),
    deviceCost: (device: string): string => write.money(deviceCost(device)),
    /** A part of its cycle's cost: to the cent that rounding leaves open. */
    deviceCostIn: (device: string, [first, last]: Days): Figure => {
      const exact = deviceCents(device, first, last);
      return [money(Math.floor(exact)), money(Math.ceil(exact))];
    },
    alwaysOn: [write.money(costs.alwaysOn?.month ?? ''), write.money(costs.alwaysOn?.cost ?? '')] as Figure,
    /** The lines of the open bill that are use of electricity. */
    lines: linesOf(...days.november)
      .electricity.slice(0, 2)
      .map(money),
  };
};

export type Known = ReturnType<typeof createKnown>;

// Whether an answer is right: understood as it was meant, every figure exact and openable, nothing from next door, no number of nowhere.

export interface Verdict {
  /** As it was meant. */
  readonly isUnderstood: boolean;
  /** What is not in the answer and had to be. */
  readonly missing: readonly string[];
  /** Everything that is wrong with it; empty: it is right. */
  readonly faults: readonly string[];
}

export const plain = (text: string): string => text.replace(/[\u00a0\u202f\u2009]/g, ' ').replace(/\\([^\w\s])/g, '$1');
const link = /\[((?:[^\]\\]|\\.)*)\]\(([^)\s]*)\)/g;

const linksOf = ({ text, results }: Given): { label: string; target: string }[] => [
  ...[...text.matchAll(link)].map(([, label = '', target = '']) => ({ label: plain(label), target })),
  ...results.map((one) => ({ label: shownIn([one]), target: one.link ?? '' })),
];

/** What its tables and charts say. */
export const shownIn = (results: Given['results']): string =>
  plain(
    results
      .flatMap(({ table, series }) => [
        ...(table?.rows.flat() ?? []),
        ...(series?.points.flatMap(({ label, text }) => [label, text]) ?? []),
      ])
      .join(' | '),
  );

/** Its own text, without the addresses in it. */
export const sentencesOf = ({ text }: Given): string => plain(text.replace(link, '$1'));

/** As it stands, and not as a part of a longer number. */
export const stands = (wanted: string, text: string): boolean => {
  const escaped = plain(wanted).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\d.,])${escaped}(?![.,]?\\d)`, 'u').test(text);
};

const choicesOf = (figure: Figure): readonly string[] => (typeof figure === 'string' ? [figure] : figure);

/** A number with what it counts, if that stands beside it. */
const number = /([$€₹])? ?(\d+(?:[.,:]\d+)*)(?: ?(%|€|kWh|L|m³|W|kW)(?![\p{L}\d]))?/gu;

/** Days, hours, small counts and years need nobody to have found them; a figure with a unit does. */
const isPlainCount = (digits: string, hasUnit: boolean): boolean =>
  !hasUnit && (/^\d\d:\d\d$/.test(digits) || /^20\d\d$/.test(digits) || (/^\d+$/.test(digits) && Number(digits) <= 31));

const numbersOfNowhere = (text: string, known: string): string[] =>
  [...text.matchAll(number)]
    .filter(([, before, digits = '', after]) => !isPlainCount(digits, before !== undefined || after !== undefined))
    .map(([, , digits = '']) => digits)
    .filter((digits) => !stands(digits, known));

const nextDoor = /7[., ]?777[., ]?7|77[., ]?777|7[., ]?778 kWh|77[.,]8 kWh|Ramona|Vecina|secret_cellar|Los Vecinos/i;

export const foreign = (given: Given, { text }: Pick<Entry, 'text'>, neighbours: SeededHome): string[] => {
  const all = plain(JSON.stringify(given));
  const ids = [neighbours.household, neighbours.userId, neighbours.token].filter((id) => all.includes(id));
  const name = !text.includes('Vecino Plug') && all.includes('Vecino Plug') ? ['Vecino Plug'] : [];
  return [...ids, ...name, ...(nextDoor.exec(all) ?? [])].map((one) => `of the neighbours: ${one}`);
};

const opens = (given: Given, { figures = [], link: wanted }: Entry): boolean =>
  wanted === undefined ||
  linksOf(given).some(
    ({ label, target }) =>
      target.includes(wanted) &&
      (figures.length === 0 || figures.flatMap(choicesOf).some((figure) => stands(figure, label))),
  );

const devanagari = /\p{Script=Devanagari}/u;

/** Tips and frequent questions are texts of ours, with their own numbers. */
const isWritten = ({ understood, text }: Given): boolean =>
  understood.about === 'tips' || text.includes('(/contact#faq-');

/** `truths`: figures of the household that may be said beside what was asked. */
export const judge = (entry: Entry, given: Given, truths: string, neighbours: SeededHome): Verdict => {
  const text = sentencesOf(given);
  const shown = `${text} | ${shownIn(given.results)}`;
  const { figures = [], says, proposes } = entry;
  const isUnderstood = entry.about.includes(given.understood.about);
  const missing = figures
    .map(choicesOf)
    .filter((choices) => !choices.some((one) => stands(one, shown)))
    .map((choices) => choices.join(' or '));
  const known = [
    shownIn(given.results),
    entry.text,
    entry.after ?? '',
    ...figures.flat(),
    ...(entry.also ?? []),
    truths,
  ]
    .map(plain)
    .join(' | ');
  const proposed = JSON.stringify(given.proposed);
  const faults = [
    ...(isUnderstood ? [] : [`understood as ${given.understood.about}`]),
    ...missing.map((one) => `without ${one}`),
    ...(opens(given, entry) ? [] : [`no figure opens ${entry.link}`]),
    ...(says && !says.test(text) ? [`does not say ${says}`] : []),
    ...(proposed === JSON.stringify(proposes ? [proposes] : []) ? [] : [`proposes ${proposed}`]),
    ...(given.text.trim() === '' ? ['says nothing'] : []),
    ...(devanagari.test(entry.text) && !devanagari.test(text) ? ['in another language'] : []),
    ...foreign(given, entry, neighbours),
    ...(isWritten(given) ? [] : numbersOfNowhere(text, known)).map((one) => `${one} is of nowhere`),
  ];
  return { isUnderstood, missing, faults };
};
