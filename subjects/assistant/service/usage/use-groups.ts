/** Who used how much: rooms and devices, all of them or the one that used most or least. */
import type { Utility } from '#catalogue/index.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import { wholeHome } from '../home.ts';
import { escapeMarkdown, figure } from '../links.ts';
import { utilityName } from '../names.ts';
import { type Group, groupsOf, type GroupUse, rankedGroups, untracked } from './amounts.ts';
import { inPeriod, notesOf, pageOf, paragraphs, plainGroup, roomWithin, usageTexts } from './phrases.ts';
import { type UseFacts, utilitiesOf } from './use-facts.ts';
import { groupsResult } from './use-results.ts';

type By = 'room' | 'device';

export type GroupAsk = 'rooms' | 'devices' | `${'most' | 'least'}-${By}`;

/** All of one utility, with the facts that it is told with. */
interface Ranking {
  readonly facts: UseFacts;
  readonly by: By;
  readonly utility: Utility;
  readonly groups: readonly Group[];
  readonly ranked: readonly GroupUse[];
  readonly total: number;
}

const maxNamed = 5;

const groupFigure = (asking: Asking, { facts, by, utility }: Ranking, key: string, used: number): string => {
  const part = key === untracked ? facts.part : { ...facts.part, ...(by === 'room' ? { room: key } : { device: key }) };
  return figure(asking.write.amount(utility, used), pageOf(asking, { ...part, utility }, facts.period, by));
};

const totalFigure = (asking: Asking, { facts, by, utility, total }: Ranking): string =>
  figure(asking.write.amount(utility, total), pageOf(asking, { ...facts.part, utility }, facts.period, by));

const nameOf = (asking: Asking, key: string, by: By): string =>
  key === untracked ? plainGroup(asking, key, by) : escapeMarkdown(plainGroup(asking, key, by));

const listText = (asking: Asking, ranking: Ranking): string => {
  const { language, write } = asking;
  const t = usageTexts(language);
  const { by, utility, ranked, groups } = ranking;
  const named = ranked.slice(0, maxNamed);
  const rest = groups.find(({ key }) => key === untracked)?.amounts[utility] ?? null;
  const items = [...named, ...(rest === null ? [] : [{ key: untracked, amount: rest }])].map(({ key, amount }) =>
    t('named-amount', { name: nameOf(asking, key, by), amount: groupFigure(asking, ranking, key, amount.used) }),
  );
  const more = ranked.length - named.length;
  return write.list(more > 0 ? [...items, t('list-more', { count: more })] : items);
};

const oneText = (asking: Asking, ranking: Ranking, which: 'most' | 'least'): string => {
  const { language, write } = asking;
  const { by, utility, ranked, total } = ranking;
  const one = (which === 'most' ? ranked[0] : ranked.at(-1)) as GroupUse;
  return usageTexts(language)(which, {
    name: by === 'room' && one.key !== untracked ? roomWithin(asking, one.key) : nameOf(asking, one.key, by),
    utility: utilityName(language, utility),
    amount: groupFigure(asking, ranking, one.key, one.amount.used),
    share: write.percent(total === 0 ? 0 : one.amount.used / total),
    total: totalFigure(asking, ranking),
  });
};

/** Nothing but the whole is known. */
const isUndivided = ({ by, ranked }: Ranking): boolean =>
  by === 'room' ? ranked.every(({ key }) => key === wholeHome) : ranked.length === 0;

const textOf = (asking: Asking, ranking: Ranking, ask: GroupAsk): string => {
  const { language } = asking;
  const t = usageTexts(language);
  const { by, utility, ranked } = ranking;
  const values = { utility: utilityName(language, utility), total: totalFigure(asking, ranking) };
  if (isUndivided(ranking)) return t('no-groups', values);
  const isRanking = ranked.length > 1;
  if (isRanking && ask.startsWith('most')) return oneText(asking, ranking, 'most');
  if (isRanking && ask.startsWith('least')) return oneText(asking, ranking, 'least');
  return t(`by-${by}`, { ...values, list: listText(asking, ranking) });
};

export const replyWithGroups = (asking: Asking, facts: UseFacts, ask: GroupAsk): OwnAnswer => {
  const by = ask.includes('room') ? 'room' : 'device';
  const groups = groupsOf(facts.rows, by, facts.latest);
  const lines = utilitiesOf(asking.home, facts.part).flatMap((utility) => {
    const total = facts.amounts[utility]?.used;
    const ranked = rankedGroups(groups, utility);
    return total === undefined ? [] : [textOf(asking, { facts, by, utility, groups, ranked, total }, ask)];
  });
  return {
    text: paragraphs(...inPeriod(asking, facts.period, lines), notesOf(asking, facts)),
    results: [groupsResult(asking, facts.part, facts.period, by, groups)],
  };
};
