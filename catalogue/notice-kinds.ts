/**
 * What a home is told of by itself, the most urgent first. The database's check, the filters of the page, icons, mails and the wall follow from
 * this list; the words of a kind stand in `locales/<language>/rules.json` where it is found by a rule (`subjects/insight/domain/rules`).
 */
interface NoticeKindFacts {
  /** What it is about: the kinds of one group are filtered, and chosen to be told of, together. Those of budgets are of a utility, all others of a meter. */
  readonly group: string;
  /** alert: it costs by the hour; look: somebody has to look at it; know: it is good to know. */
  readonly tone: 'alert' | 'look' | 'know';
}

export const noticeKinds = {
  burst: { group: 'water', tone: 'alert' },
  'running-water': { group: 'water', tone: 'alert' },
  'empty-home': { group: 'house', tone: 'look' },
  'slow-leak': { group: 'water', tone: 'look' },
  'frost-tap': { group: 'house', tone: 'look' },
  'silent-meter': { group: 'silent', tone: 'look' },
  'prepaid-ends': { group: 'budgets', tone: 'look' },
  'price-peak': { group: 'budgets', tone: 'know' },
  'block-ahead': { group: 'budgets', tone: 'know' },
  'budget-passed': { group: 'budgets', tone: 'know' },
  'meter-check': { group: 'meters', tone: 'look' },
  'dry-pump': { group: 'use', tone: 'look' },
  'no-heat': { group: 'use', tone: 'look' },
  'cold-wash': { group: 'use', tone: 'look' },
  'device-change': { group: 'use', tone: 'look' },
  'left-on': { group: 'use', tone: 'look' },
  'always-on': { group: 'use', tone: 'know' },
  'unusual-day': { group: 'use', tone: 'know' },
  'budget-most': { group: 'budgets', tone: 'know' },
  'budget-course': { group: 'budgets', tone: 'know' },
} as const satisfies Record<string, NoticeKindFacts>;

export type NoticeKind = keyof typeof noticeKinds;

export const noticeKindIds = Object.keys(noticeKinds) as NoticeKind[];

export type NoticeGroup = (typeof noticeKinds)[NoticeKind]['group'];

export const noticeFacts = (kind: NoticeKind): Pick<NoticeKindFacts, 'tone'> & { readonly group: NoticeGroup } =>
  noticeKinds[kind];

/** Water that runs now and should not: it costs by the hour. */
export const isLeak = (kind: NoticeKind): kind is 'burst' | 'running-water' => noticeFacts(kind).tone === 'alert';

/** The smaller, the more urgent. */
export const urgencyOf = (kind: NoticeKind): number => noticeKindIds.indexOf(kind);

/** Figures as the words of a rule use them: each is written by its unit. All are optional, no other is kept. */
export interface FindingFigures {
  /** Which of the rule's words, where it has several: `more`, `less`. */
  readonly words?: string;
  /** Wh or mL a day, as before and as it is now. */
  readonly usualPerDay?: number;
  readonly nowPerDay?: number;
  /** W that never rest, as before and as it is now. */
  readonly usualW?: number;
  readonly nowW?: number;
  /** 0.2 for a fifth more or less. */
  readonly share?: number;
  /** Of a leak: mL an hour, mL so far. */
  readonly floorMlPerHour?: number;
  readonly leakMl?: number;
  readonly usedMl?: number;
  /** Wh or mL in all. */
  readonly used?: number;
  /** What it should have been by what was usual. */
  readonly expected?: number;
  /** mL of water that ran meanwhile, where the meter is none of water. */
  readonly drawnMl?: number;
  /** How long, s. */
  readonly lastedS?: number;
  /** Mean °C outdoors of the last day, and of the day before it. */
  readonly celsius?: number;
  readonly celsiusBefore?: number;
  /** Hours by the home's clock, 0 to 24. */
  readonly fromHour?: number;
  readonly toHour?: number;
  /** The device, meter or room that made it so. */
  readonly mostly?: string;
}

/** Figures of prices to come: money and rates as decimal texts, a rate by the billing unit. */
export interface PriceFigures {
  /** The dear day, or the one on which the dearer block begins. */
  readonly day?: string;
  readonly rate?: string;
  readonly usualRate?: string;
  readonly nextRate?: string;
  readonly unit?: string;
  /** By the home's clock: `07:00–10:00, 18:00–22:00`. */
  readonly hours?: string;
  readonly cheapHours?: string;
  /** What the dearer block adds to the bill, and the Wh or mL that would have to be left. */
  readonly more?: string;
  readonly less?: number;
}
