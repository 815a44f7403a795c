/**
 * What a home is told of by itself, the most urgent first. The database's check, the filters of the page, icons, mails and the wall follow from
 * this list; the words of a kind stand in `locales/<language>/rules.json` where it is found by a rule (`subjects/insight/domain/rules`).
 */
interface NoticeKindFacts {
  /** What it is about: the kinds of one group are filtered, and chosen to be told of, together. */
  readonly group: keyof typeof noticeGroups;
  /** Of a meter, or of what a utility costs. */
  readonly of: 'meter' | 'utility';
  /** alert: it costs by the hour; look: somebody has to look at it; know: it is good to know. */
  readonly tone: 'alert' | 'look' | 'know';
}

export const noticeKinds = {
  burst: { group: 'water', of: 'meter', tone: 'alert' },
  'running-water': { group: 'water', of: 'meter', tone: 'alert' },
  'slow-leak': { group: 'water', of: 'meter', tone: 'look' },
  'silent-meter': { group: 'silent', of: 'meter', tone: 'look' },
  'prepaid-ends': { group: 'budgets', of: 'utility', tone: 'look' },
  'budget-passed': { group: 'budgets', of: 'utility', tone: 'know' },
  'meter-check': { group: 'meters', of: 'meter', tone: 'look' },
  'dry-pump': { group: 'use', of: 'meter', tone: 'look' },
  'no-heat': { group: 'use', of: 'meter', tone: 'look' },
  'cold-wash': { group: 'use', of: 'meter', tone: 'look' },
  'device-change': { group: 'use', of: 'meter', tone: 'look' },
  'left-on': { group: 'use', of: 'meter', tone: 'look' },
  'always-on': { group: 'use', of: 'meter', tone: 'know' },
  'unusual-day': { group: 'use', of: 'meter', tone: 'know' },
  'budget-most': { group: 'budgets', of: 'utility', tone: 'know' },
  'budget-course': { group: 'budgets', of: 'utility', tone: 'know' },
} as const satisfies Record<string, NoticeKindFacts>;

/**
 * What is told where nobody has chosen: by mail (to who may only look: nothing), and by what reaches a phone or a program. `needs`: what a home must
 * have so that there can be anything to tell.
 */
export const noticeGroups = {
  water: { byMail: true, byMessage: true, needs: 'leaks' },
  silent: { byMail: true, byMessage: true, needs: 'meters' },
  meters: { byMail: false, byMessage: false, needs: 'meters' },
  use: { byMail: false, byMessage: false, needs: 'meters' },
  budgets: { byMail: true, byMessage: false, needs: 'money' },
} as const satisfies Record<string, NoticeGroupFacts>;

interface NoticeGroupFacts {
  readonly byMail: boolean;
  readonly byMessage: boolean;
  readonly needs: 'leaks' | 'meters' | 'money';
}

/** By what a person is told beside the bell. */
export const noticeWays = ['mail', 'push', 'webhook', 'ntfy', 'matrix'] as const;
export type NoticeWay = (typeof noticeWays)[number];

export type NoticeKind = keyof typeof noticeKinds;

export const noticeKindIds = Object.keys(noticeKinds) as NoticeKind[];

/** The groups that something is of. */
export type NoticeGroup = (typeof noticeKinds)[NoticeKind]['group'];
const groupsOfKinds: ReadonlySet<string> = new Set(Object.values(noticeKinds).map(({ group }) => group));
export const noticeGroupIds = (Object.keys(noticeGroups) as NoticeGroup[]).filter((id) => groupsOfKinds.has(id));

export const noticeFacts = (kind: NoticeKind): NoticeKindFacts => noticeKinds[kind];

/** Water that runs now and should not: it costs by the hour. */
export const isLeak = (kind: NoticeKind): kind is 'burst' | 'running-water' => noticeFacts(kind).tone === 'alert';

/** Of what a utility costs. */
export const isOfMoney = (kind: NoticeKind): kind is KindsOf<'utility'> => noticeFacts(kind).of === 'utility';

/** Found by a rule that looks once a day, and told by its words in `rules.json`. */
export const isOfRule = (kind: NoticeKind): kind is Exclude<KindsOf<'meter'>, WordedApart> =>
  noticeFacts(kind).of === 'meter' && !(wordedApart as readonly string[]).includes(kind);

const wordedApart = ['burst', 'running-water', 'silent-meter', 'meter-check'] as const;
type WordedApart = (typeof wordedApart)[number];

type KindsOf<Of extends 'meter' | 'utility'> = {
  [Kind in NoticeKind]: (typeof noticeKinds)[Kind]['of'] extends Of ? Kind : never;
}[NoticeKind];

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
  /** Hours by the home's clock, 0 to 24. */
  readonly fromHour?: number;
  readonly toHour?: number;
  /** The device, meter or room that made it so. */
  readonly mostly?: string;
}
