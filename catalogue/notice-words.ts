/** Where the words of a notice stand, by its kind: the first pages have words of their own. */
import { noticeFacts, type NoticeKind, type noticeKinds } from './notice-kinds.ts';

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
