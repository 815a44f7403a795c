/**
 * What a home is told of by itself, the most urgent first. The database's check, the filters of the page, icons, mails and the wall follow from
 * this list; the words of a kind stand in `locales/<language>/rules.json` where it is found by a rule (`subjects/insight/domain/rules`).
 */
interface NoticeKindFacts {
  /** What it is about: the kinds of one group are filtered, and chosen to be told of, together. */
  readonly group: 'water' | 'silent' | 'meters' | 'use' | 'budgets';
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
  'device-change': { group: 'use', of: 'meter', tone: 'look' },
  'left-on': { group: 'use', of: 'meter', tone: 'look' },
  'always-on': { group: 'use', of: 'meter', tone: 'know' },
  'unusual-day': { group: 'use', of: 'meter', tone: 'know' },
  'budget-most': { group: 'budgets', of: 'utility', tone: 'know' },
  'budget-course': { group: 'budgets', of: 'utility', tone: 'know' },
} as const satisfies Record<string, NoticeKindFacts>;

export type NoticeKind = keyof typeof noticeKinds;
export type NoticeGroup = (typeof noticeKinds)[NoticeKind]['group'];

export const noticeKindIds = Object.keys(noticeKinds) as NoticeKind[];

export const noticeFacts = (kind: NoticeKind): NoticeKindFacts => noticeKinds[kind];

/** The smaller, the more urgent. */
export const urgencyOf = (kind: NoticeKind): number => noticeKindIds.indexOf(kind);
