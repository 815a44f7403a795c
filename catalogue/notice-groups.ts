/** By which ways a home is told of its notices, what of, and where their words stand: what the first pages need not load. */
import { noticeFacts, type NoticeGroup, type NoticeKind, type noticeKinds } from './notice-kinds.ts';

/**
 * What is told where nobody has chosen: by mail (to who may only look: nothing), and by what reaches a phone or a program. `needs`: what a home must
 * have so that there can be anything to tell.
 */
export const noticeGroups = {
  water: { byMail: true, byMessage: true, needs: 'leaks' },
  silent: { byMail: true, byMessage: true, needs: 'meters' },
  house: { byMail: true, byMessage: true, needs: 'meters' },
  meters: { byMail: false, byMessage: false, needs: 'meters' },
  use: { byMail: false, byMessage: false, needs: 'meters' },
  budgets: { byMail: true, byMessage: false, needs: 'money' },
} as const satisfies Record<NoticeGroup, NoticeGroupFacts>;

export const noticeGroupIds = Object.keys(noticeGroups) as NoticeGroup[];

interface NoticeGroupFacts {
  readonly byMail: boolean;
  readonly byMessage: boolean;
  readonly needs: 'leaks' | 'meters' | 'money';
}

/** By what a person is told beside the bell. */
export const noticeWays = ['mail', 'push', 'webhook', 'ntfy', 'matrix'] as const;
export type NoticeWay = (typeof noticeWays)[number];

/** Of what a utility costs. */
export const isOfMoney = (kind: NoticeKind): kind is KindOfMoney => noticeFacts(kind).group === 'budgets';

/** Of prices that are still to come; its words stand in `rules.json` as those of rules do. */
export const isOfPrices = (kind: NoticeKind): kind is 'price-peak' | 'block-ahead' =>
  kind === 'price-peak' || kind === 'block-ahead';

/** Found by a rule that looks once a day, and told by its words in `rules.json`. */
export const isOfRule = (kind: NoticeKind): kind is Exclude<NoticeKind, KindOfMoney | WordedApart> =>
  !isOfMoney(kind) && !(wordedApart as readonly string[]).includes(kind);

const wordedApart = ['burst', 'running-water', 'silent-meter', 'meter-check'] as const;
type WordedApart = (typeof wordedApart)[number];

type KindOfMoney = {
  [Kind in NoticeKind]: (typeof noticeKinds)[Kind]['group'] extends 'budgets' ? Kind : never;
}[NoticeKind];
