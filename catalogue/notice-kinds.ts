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
  'running-water': { group: 'water', of: 'meter', tone: 'alert' },
  'silent-meter': { group: 'silent', of: 'meter', tone: 'look' },
  'prepaid-ends': { group: 'budgets', of: 'utility', tone: 'look' },
  'budget-passed': { group: 'budgets', of: 'utility', tone: 'know' },
  'meter-check': { group: 'meters', of: 'meter', tone: 'look' },
  'budget-most': { group: 'budgets', of: 'utility', tone: 'know' },
  'budget-course': { group: 'budgets', of: 'utility', tone: 'know' },
} as const satisfies Record<string, NoticeKindFacts>;

/** What is told where nobody has chosen: by mail (to who may only look: nothing), and by what reaches a phone or a program. */
export const noticeGroups = {
  water: { byMail: true, byMessage: true },
  silent: { byMail: true, byMessage: true },
  meters: { byMail: false, byMessage: false },
  use: { byMail: false, byMessage: false },
  budgets: { byMail: true, byMessage: false },
} as const satisfies Record<string, { readonly byMail: boolean; readonly byMessage: boolean }>;

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

/** The smaller, the more urgent. */
export const urgencyOf = (kind: NoticeKind): number => noticeKindIds.indexOf(kind);
