/** Who used how much: rooms and devices, all of them or the one that used most or least. */
import type { Utility } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import { wholeHome } from '../home.ts';
import type { AskedPeriod } from '../intent.ts';
import { escapeMarkdown, figure, utilityName } from '../writer.ts';
import { type Group, groupsOf, type GroupUse, rankedGroups, unmetered } from './amounts.ts';
import { type Cadence, type Days, heardWell, isOpen, spanOf, untilToday } from './periods.ts';
import {
  dayText,
  inPeriod,
  notesOf,
  pageOf,
  paragraphs,
  partName,
  plainGroup,
  roomWithin,
  simulatedNote,
  someOf,
  usageTexts,
  whenOf,
} from './phrases.ts';
import {
  hoursPeriod,
  type HourUse,
  readHours,
  readSpans,
  type SpanUse,
  type UseFacts,
  utilitiesOf,
} from './use-facts.ts';
import { groupsResult, hoursResult, hourText, spansResult, spanText, totalResult } from './use-results.ts';

type By = 'room' | 'device';

type GroupAsk = 'rooms' | 'devices' | `${'most' | 'least'}-${By}`;

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
  const part = key === unmetered ? facts.part : { ...facts.part, ...(by === 'room' ? { room: key } : { device: key }) };
  return figure(asking.write.amount(utility, used), pageOf(asking, { ...part, utility }, facts.period, by));
};

const totalFigure = (asking: Asking, { facts, by, utility, total }: Ranking): string =>
  figure(asking.write.amount(utility, total), pageOf(asking, { ...facts.part, utility }, facts.period, by));

const nameOf = (asking: Asking, key: string, by: By): string =>
  key === unmetered ? plainGroup(asking, key, by) : escapeMarkdown(plainGroup(asking, key, by));

const listText = (asking: Asking, ranking: Ranking): string => {
  const { by, utility, ranked, groups } = ranking;
  const rest = groups.find(({ key }) => key === unmetered)?.amounts[utility] ?? null;
  const written = ({ key, amount }: GroupUse): string =>
    usageTexts(asking.language)('named-amount', {
      name: nameOf(asking, key, by),
      amount: groupFigure(asking, ranking, key, amount.used),
    });
  return someOf(asking, ranked, maxNamed, written, rest === null ? [] : [written({ key: unmetered, amount: rest })]);
};

const oneText = (asking: Asking, ranking: Ranking, which: 'most' | 'least'): string => {
  const { language, write } = asking;
  const { by, utility, ranked, total } = ranking;
  const one = (which === 'most' ? ranked[0] : ranked.at(-1)) as GroupUse;
  return usageTexts(language)(which, {
    name: by === 'room' && one.key !== unmetered ? roomWithin(asking, one.key) : nameOf(asking, one.key, by),
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

// When it was used: each day, the day or the hour of the day with most or least.

type TimeAsk = `each-${Cadence}` | `${'most' | 'least'}-${'day' | 'hour'}`;

export const isOfTimes = (ask: string): ask is TimeAsk => /^(each-|(most|least)-(day|hour)$)/.test(ask);

/** Of `each-week` or `a-month`; else days. */
export const cadenceOf = (ask: string): Cadence =>
  ask.endsWith('-week') ? 'week' : ask.endsWith('-month') ? 'month' : 'day';

interface Told {
  readonly text: string;
  readonly result: FoundResult;
}

interface Used {
  readonly day: string;
  readonly used: number;
  readonly isWhole: boolean;
}

const usedIn = (days: readonly SpanUse[], utility: Utility): Used[] =>
  days.flatMap(({ day, amounts, whole }) => {
    const amount = amounts[utility];
    return amount === null ? [] : [{ day, used: amount.used, isWhole: whole.includes(utility) }];
  });

const extremeOf = <One extends { readonly used: number }>(
  ones: readonly One[],
  which: 'most' | 'least',
): One | undefined =>
  ones.reduce<One | undefined>((best, one) => {
    if (best === undefined) return one;
    return (which === 'most' ? one.used > best.used : one.used < best.used) ? one : best;
  }, undefined);

/** A day that was measured in part would be the stillest one by mistake. */
const leastOf = (known: readonly Used[]): Used | undefined =>
  extremeOf(
    known.filter(({ isWhole }) => isWhole),
    'least',
  ) ?? extremeOf(known, 'least');

/** What of a day, a week or a month lies in the period. */
const withinOf = ({ home }: Asking, asked: AskedPeriod, day: string, by: Cadence): Days => {
  const [period, span] = [untilToday(asked, home), spanOf(day, by)];
  return {
    from: span.from < period.from ? period.from : span.from,
    to: span.to > period.to ? period.to : span.to,
  };
};

const spanFigure = (
  asking: Asking,
  { part, period }: UseFacts,
  utility: Utility,
  { day, used }: Used,
  by: Cadence,
): string =>
  figure(asking.write.amount(utility, used), pageOf(asking, { ...part, utility }, withinOf(asking, period, day, by)));

const tellDay = (
  asking: Asking,
  facts: UseFacts,
  days: readonly SpanUse[],
  utility: Utility,
  which: 'most' | 'least',
): Told[] => {
  const { language } = asking;
  const known = usedIn(days, utility);
  const one = which === 'least' ? leastOf(known) : extremeOf(known, which);
  if (one === undefined) return [];
  const text = usageTexts(language)(`day-${which}`, {
    name: partName(asking, facts.part),
    utility: utilityName(language, utility),
    day: dayText(asking, one.day),
    amount: spanFigure(asking, facts, utility, one, 'day'),
  });
  return [{ text, result: spansResult(asking, facts.part, facts.period, utility, days, 'day') }];
};

/** Of so many each is told; of more the least and the most, and all in the chart. */
const maxListed = 12;

const eachText = (
  asking: Asking,
  facts: UseFacts,
  utility: Utility,
  known: readonly Used[],
  by: Cadence,
): string | null => {
  const { language, write } = asking;
  const { part, period } = facts;
  const least = leastOf(known);
  const most = extremeOf(known, 'most');
  if (least === undefined || most === undefined) return null;
  const t = usageTexts(language);
  const sum = known.reduce((all, { used }) => all + used, 0);
  const total = figure(write.amount(utility, sum), pageOf(asking, { ...part, utility }, period));
  const values = { name: partName(asking, part), utility: utilityName(language, utility), total };
  const amount = (one: Used): string => spanFigure(asking, facts, utility, one, by);
  if (by !== 'day' && known.length <= maxListed) {
    const list = known.map((one) => t('named-amount', { name: spanText(asking, one.day, by), amount: amount(one) }));
    return t(`by-${by}`, { ...values, list: write.list(list) });
  }
  return t(`each-${by}`, {
    ...values,
    least: amount(least),
    minDay: spanText(asking, least.day, by),
    most: amount(most),
    maxDay: spanText(asking, most.day, by),
  });
};

const tellEach = (
  asking: Asking,
  facts: UseFacts,
  spans: readonly SpanUse[],
  utility: Utility,
  by: Cadence,
): Told[] => {
  const text = eachText(asking, facts, utility, usedIn(spans, utility), by);
  return text === null ? [] : [{ text, result: spansResult(asking, facts.part, facts.period, utility, spans, by) }];
};

/** The first or the last week or month is told of in part only. */
const isCut = (asking: Asking, period: AskedPeriod, ask: TimeAsk): boolean => {
  const by = cadenceOf(ask);
  const last = addDays(period.to, -1);
  return isOpen(period, asking.home) || spanOf(period.from, by).from < period.from || spanOf(last, by).to > period.to;
};

const cutNote = (asking: Asking, period: AskedPeriod, ask: TimeAsk): string[] =>
  (ask === 'each-week' || ask === 'each-month') && isCut(asking, period, ask)
    ? [usageTexts(asking.language)(`cut-${cadenceOf(ask) === 'week' ? 'week' : 'month'}`)]
    : [];

const hourLine = (
  asking: Asking,
  { part }: UseFacts,
  period: AskedPeriod,
  utility: Utility,
  one: HourUse,
  which: 'most' | 'least',
): string => {
  const { language, write } = asking;
  const isDay = addDays(period.from, 1) === period.to;
  return usageTexts(language)(isDay ? `hour-one-${which}` : `hour-${which}`, {
    name: partName(asking, part),
    utility: utilityName(language, utility),
    from: write.clock(hourText(one.hour)),
    to: write.clock(hourText(one.hour + 1)),
    amount: figure(write.amount(utility, one.used), pageOf(asking, { ...part, utility }, period)),
  });
};

const tellHours = async (
  asking: Asking,
  facts: UseFacts,
  period: AskedPeriod,
  which: 'most' | 'least',
): Promise<Told[]> => {
  const all = await readHours(asking, facts.part, period);
  return all.flatMap(({ utility, hours }) => {
    const one = extremeOf(which === 'least' ? heardWell(hours) : hours, which);
    if (one === undefined) return [];
    const text = hourLine(asking, facts, period, utility, one, which);
    return [{ text, result: hoursResult(asking, facts.part, period, utility, hours) }];
  });
};

const tell = async (asking: Asking, facts: UseFacts, period: AskedPeriod, ask: TimeAsk): Promise<Told[]> => {
  const which = ask.startsWith('least') ? 'least' : 'most';
  if (ask.endsWith('hour')) return tellHours(asking, facts, period, which);
  const by = cadenceOf(ask);
  const spans = await readSpans(asking, facts.part, period, by);
  return utilitiesOf(asking.home, facts.part).flatMap((utility) =>
    ask.startsWith('each')
      ? tellEach(asking, facts, spans, utility, by)
      : tellDay(asking, facts, spans, utility, which),
  );
};

export const replyWithTimes = async (asking: Asking, facts: UseFacts, ask: TimeAsk): Promise<OwnAnswer> => {
  const t = usageTexts(asking.language);
  const period = ask.endsWith('hour') ? hoursPeriod(facts.period, asking.home) : facts.period;
  const told = await tell(asking, facts, period, ask);
  const notes = ask.startsWith('each')
    ? notesOf(asking, facts, ...cutNote(asking, period, ask))
    : simulatedNote(asking, facts.isSimulated);
  if (told.length === 0)
    return {
      text: paragraphs(t('hours-none', { when: whenOf(asking, period) }), notes),
      results: [totalResult(asking, facts.part, period)],
    };
  const texts = told.map(({ text }) => text);
  return {
    text: paragraphs(...inPeriod(asking, period, texts), ask === 'least-day' ? t('day-whole-only') : null, notes),
    results: told.map(({ result }) => result),
  };
};
