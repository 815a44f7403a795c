/** Who used how much: rooms and devices, all of them or the one that used most or least; and when it was. */
import type { Utility } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import type { FoundResult, OwnAnswer } from '../asking.ts';
import { wholeHome } from '../home.ts';
import type { AskedPeriod } from '../intent.ts';
import { type Amount, groupsOf, sumUsed, unmetered } from './amounts.ts';
import { type Cadence, type Days, heardWell, isOpen, spanOf, untilToday } from './periods.ts';
import { type By, note, paragraphs, type Voice } from './phrases.ts';
import { hoursPeriod, type KnownUse, readHours, readSpans, type SpanUse, type UseFacts } from './use-facts.ts';
import { groupsResult, hoursResult, spansResult, spanText, totalResult } from './use-results.ts';
import { notesOf } from './reply-about-use.ts';

type Which = 'most' | 'least';
type GroupAsk = 'rooms' | 'devices' | `${Which}-${By}`;

interface GroupUse {
  readonly key: string;
  readonly amount: Amount;
}

const maxNamed = 5;

/** All groups of one utility, those that used most or least first; `count`: of these only so many are named. */
const groupsText = (
  voice: Voice,
  { part, period }: UseFacts,
  { utility, used: total }: KnownUse,
  groups: readonly GroupUse[],
  { ask, count }: { readonly ask: GroupAsk; readonly count: number | undefined },
): string => {
  const { t, write } = voice;
  const by = ask.includes('room') ? 'room' : 'device';
  const ranked = groups.filter(({ key }) => key !== unmetered).sort((a, b) => b.amount.used - a.amount.used);
  const amountOf = ({ key, amount }: GroupUse): string =>
    voice.amount(utility, amount.used, key === unmetered ? part : { ...part, [by]: key }, period, by);
  const values = { utility: voice.utility(utility), total: voice.amount(utility, total, part, period, by) };
  // Nothing but the whole is known.
  const isUndivided = by === 'room' ? ranked.every(({ key }) => key === wholeHome) : ranked.length === 0;
  if (isUndivided) return t('no-groups', values);
  const isLeast = ask.startsWith('least');
  if (isLeast) ranked.reverse();
  const [one] = ranked;
  const which = isLeast ? 'least' : 'most';
  if (one !== undefined && count === undefined && ranked.length > 1 && ask.startsWith(which))
    return t(which, {
      ...values,
      name: by === 'room' ? voice.roomWithin(one.key) : voice.group(one.key, by),
      amount: amountOf(one),
      share: write.percent(total === 0 ? 0 : one.amount.used / total),
    });
  const written = (group: GroupUse): string => voice.named(voice.group(group.key, by), amountOf(group));
  const rest = count === undefined ? groups.filter(({ key }) => key === unmetered).map(written) : [];
  return t(`by-${by}`, { ...values, list: voice.some(ranked, count ?? maxNamed, written, rest) });
};

export const replyWithGroups = (voice: Voice, facts: UseFacts, ask: GroupAsk, count: number | undefined): OwnAnswer => {
  const by = ask.includes('room') ? 'room' : 'device';
  const groups = groupsOf(facts.rows, by, facts.latest);
  const lines = facts.known.map((known) => {
    const own = groups.flatMap(({ key, amounts: { [known.utility]: amount } }) => (amount ? [{ key, amount }] : []));
    return groupsText(voice, facts, known, own, { ask, count });
  });
  return {
    text: paragraphs(...voice.inPeriod(facts.period, lines), notesOf(voice, facts)),
    results: [groupsResult(voice, facts, by, groups)],
  };
};

// When it was used: each day, the day or the hour of the day with most or least.

type TimeAsk = `each-${Cadence}` | `${Which}-${'day' | 'hour'}`;

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

const extremeOf = <One extends { readonly used: number }>(ones: readonly One[], which: Which): One | undefined =>
  ones.reduce<One | undefined>((best, one) => {
    if (best === undefined) return one;
    return (which === 'most' ? one.used > best.used : one.used < best.used) ? one : best;
  }, undefined);

/** A day that was measured in part would be the stillest one by mistake. */
const extremeDay = (known: readonly Used[], which: Which): Used | undefined => {
  const whole = which === 'least' ? known.filter(({ isWhole }) => isWhole) : [];
  return extremeOf(whole.length > 0 ? whole : known, which);
};

/** What of a day, a week or a month lies in the period. */
const withinOf = ({ home }: Voice, asked: AskedPeriod, day: string, by: Cadence): Days => {
  const [period, span] = [untilToday(asked, home), spanOf(day, by)];
  return {
    from: span.from < period.from ? period.from : span.from,
    to: span.to > period.to ? period.to : span.to,
  };
};

/** Of so many each is told; of more the least and the most, and all in the chart. */
const maxListed = 12;

/** Of one utility; null: nothing is known of it. */
const spansText = (
  voice: Voice,
  { part, period }: UseFacts,
  utility: Utility,
  known: readonly Used[],
  ask: TimeAsk,
): string | null => {
  const { t, write } = voice;
  const by = cadenceOf(ask);
  const [least, most] = [extremeDay(known, 'least'), extremeDay(known, 'most')];
  if (least === undefined || most === undefined) return null;
  const amount = ({ day, used }: Used): string => voice.amount(utility, used, part, withinOf(voice, period, day, by));
  const values = {
    name: voice.name(part),
    utility: voice.utility(utility),
    total: voice.amount(utility, sumUsed(known), part, period),
  };
  if (ask === 'most-day' || ask === 'least-day') {
    const one = ask === 'most-day' ? most : least;
    const key = ask === 'most-day' ? 'day-most' : 'day-least';
    return t(key, { ...values, day: voice.weekday(one.day), amount: amount(one) });
  }
  const dayText = ({ day }: Used): string => spanText(voice, day, by);
  if (by !== 'day' && known.length <= maxListed) {
    const list = known.map((one) => voice.named(dayText(one), amount(one)));
    return t(`by-${by}`, { ...values, list: write.list(list) });
  }
  const extremes = { least: amount(least), minDay: dayText(least), most: amount(most), maxDay: dayText(most) };
  return t(`each-${by}`, { ...values, ...extremes });
};

const knownDays = (spans: readonly SpanUse[], utility: Utility): Used[] =>
  spans.flatMap(({ day, amounts, whole }) => {
    const amount = amounts[utility];
    return amount === null ? [] : [{ day, used: amount.used, isWhole: whole.includes(utility) }];
  });

const tellSpans = async (voice: Voice, facts: UseFacts, ask: TimeAsk): Promise<Told[]> => {
  const by = cadenceOf(ask);
  const spans: readonly SpanUse[] = await readSpans(voice, facts.part, facts.period, by);
  return facts.shown.flatMap((utility) => {
    const known = knownDays(spans, utility);
    const text = spansText(voice, facts, utility, known, ask);
    return text === null ? [] : [{ text, result: spansResult(voice, facts, utility, spans, by) }];
  });
};

/** Days with more than an amount, in base units: how many of how many, and the first of them. */
export const replyWithDaysOver = async (voice: Voice, facts: UseFacts, over: number): Promise<OwnAnswer> => {
  const { t, write } = voice;
  const { part, period } = facts;
  const spans = await readSpans(voice, part, period, 'day');
  const told = facts.shown.flatMap((utility): Told[] => {
    const known = knownDays(spans, utility);
    const most = extremeOf(known, 'most');
    if (most === undefined) return [];
    const above = known.filter(({ used }) => used > over);
    const amount = ({ day, used }: Used): string =>
      voice.amount(utility, used, part, withinOf(voice, period, day, 'day'));
    const text = t(above.length === 0 ? 'days-over-none' : 'days-over', {
      name: voice.name(part),
      utility: voice.utility(utility),
      over: write.amount(utility, over),
      all: known.length,
      count: above.length,
      list: voice.some(above, maxNamed, (one) => voice.named(voice.weekday(one.day), amount(one))),
      amount: amount(most),
      day: voice.weekday(most.day),
    });
    return [{ text, result: spansResult(voice, facts, utility, spans, 'day') }];
  });
  const lines = voice.inPeriod(
    period,
    told.map(({ text }) => text),
  );
  return { text: paragraphs(...lines, notesOf(voice, facts)), results: told.map(({ result }) => result) };
};

const tellHours = async (voice: Voice, { part }: UseFacts, period: AskedPeriod, which: Which): Promise<Told[]> => {
  const isDay = addDays(period.from, 1) === period.to;
  return (await readHours(voice, part, period)).flatMap(({ utility, hours }) => {
    const one = extremeOf(which === 'least' ? heardWell(hours) : hours, which);
    if (one === undefined) return [];
    const text = voice.t(isDay ? `hour-one-${which}` : `hour-${which}`, {
      name: voice.name(part),
      utility: voice.utility(utility),
      ...voice.hour(one.hour),
      amount: voice.amount(utility, one.used, part, period),
    });
    return [{ text, result: hoursResult(voice, { part, period }, utility, hours) }];
  });
};

/** The first or the last week or month is told of in part only. */
const cutNotes = (voice: Voice, period: AskedPeriod, by: Cadence): string[] => {
  if (by === 'day') return [];
  const last = addDays(period.to, -1);
  const isCut =
    isOpen(period, voice.home) || spanOf(period.from, by).from < period.from || spanOf(last, by).to > period.to;
  return isCut ? [voice.t(`cut-${by}`)] : [];
};

export const replyWithTimes = async (voice: Voice, facts: UseFacts, ask: TimeAsk): Promise<OwnAnswer> => {
  const isOfHours = ask.endsWith('hour');
  const period = isOfHours ? hoursPeriod(facts.period, voice.home) : facts.period;
  const which = ask.startsWith('least') ? 'least' : 'most';
  const told = isOfHours ? await tellHours(voice, facts, period, which) : await tellSpans(voice, facts, ask);
  const notes = ask.startsWith('each')
    ? notesOf(voice, facts, ...cutNotes(voice, period, cadenceOf(ask)))
    : note(voice.simulated(facts.isSimulated));
  if (told.length === 0)
    return {
      text: paragraphs(voice.t('hours-none', { when: voice.when(period) }), notes),
      results: [totalResult(voice, { part: facts.part, period })],
    };
  const lines = voice.inPeriod(
    period,
    told.map(({ text }) => text),
  );
  return {
    text: paragraphs(...lines, ask === 'least-day' && voice.t('day-whole-only'), notes),
    results: told.map(({ result }) => result),
  };
};
