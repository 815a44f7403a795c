/** The period that is asked of, and the one that it is compared with. */
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import type { Home } from '../../home.ts';
import type { AskedPeriod } from '../../intent.ts';
import { type Item, itemsThatSay, marksOf, type Reading } from '../reading.ts';
import { says } from '../sayings.ts';
import {
  assumed,
  dateAt,
  is,
  isJoint,
  monthAt,
  periodOf,
  type Span,
  type Time,
  weekdayAt,
  weekdayOf,
} from './spans.ts';
import { timesIn } from './times.ts';

/** As many days, so much earlier. */
type Ago = 'year-ago' | 'week-ago';

export interface Periods {
  readonly period: AskedPeriod | null;
  readonly against: AskedPeriod | Ago | null;
  /** Something that has not begun is asked of. */
  readonly isFuture: boolean;
  /** All that were named, in their order. */
  readonly named: readonly AskedPeriod[];
  /** The words of a time, and what joins them. */
  readonly timeWords: ReadonlySet<string>;
}

interface Placed {
  readonly time: Time;
  readonly period: AskedPeriod | null;
  /** What it is of the time that is asked of. */
  readonly ago: Ago | null;
  readonly isAgainst: boolean;
  readonly words: readonly string[];
}

interface Setting {
  readonly isComparing: boolean;
  /** From the first time to the second: they are two, and the second is asked of. */
  readonly isChange: boolean;
}

interface Question {
  readonly reading: Reading;
  readonly home: Home;
  readonly isComparing: boolean;
}

/** From one of two times to the other; null: they are two. */
const spanOfBoth = (
  before: Time,
  time: Time,
  marks: readonly Item[],
  { reading, isComparing }: Question,
): Span | null => {
  if (before.kind !== 'span' || time.kind !== 'span') return null;
  const [one, other] = [before.span, time.span];
  const end = before.at + before.length;
  const isTogether = reading.has('total') && !isComparing;
  // "This month and last month in total".
  if (isTogether && other.to === one.from && time.at <= end + 1) return { from: other.from, to: one.to };
  const around = [marks[before.at - 1], marks[time.at + time.length]];
  const isBetween = around.some((mark) => is(mark, 'from'));
  const joins = isComparing ? isBetween && isJoint(marks[end], false) : isJoint(marks[end], isBetween || isTogether);
  return joins && time.at === end + 1 && one.from < other.to ? { from: one.from, to: other.to } : null;
};

/** "from X to Y", "between X and Y", "X से Y": one time out of two. */
const joined = (times: readonly Time[], marks: readonly Item[], question: Question): Time[] => {
  const result: Time[] = [];
  for (const time of times) {
    const before = result.at(-1);
    const span = before ? spanOfBoth(before, time, marks, question) : null;
    if (!before || span === null) result.push(time);
    else {
      const length = time.at + time.length - before.at;
      result[result.length - 1] = { kind: 'span', at: before.at, length, span, name: null };
    }
  }
  return result;
};

/** It is the one that another is set against: "than" goes before it; in Hindi it may come after. */
const isSetAgainst = (before: Item | undefined, after: Item | undefined, { language }: Reading): boolean =>
  is(before, 'since') ||
  (is(before, 'than') && !says(before?.text ?? '', language, 'than.only-behind')) ||
  (is(after, 'than') && says(after?.text ?? '', language, 'than.behind'));

const wordsOf = ({ at, length }: Time, marks: readonly Item[]): string[] => {
  const around = [marks[at - 1], marks[at + length]].filter((mark) => is(mark, 'from', 'to', 'since', 'than', 'ago'));
  return [...marks.slice(at, at + length), ...around].flatMap((mark) => mark?.text.split(' ') ?? []);
};

const maxBetween = 4;

/** "Since we moved in on 1 September", "1 सितंबर को घर बदलने के बाद से": the words between the two; null: there is no such "since". */
const awayFromSince = (
  { at, length }: Time,
  [before, after]: readonly [Time | undefined, Time | undefined],
  marks: readonly Item[],
  { language }: Reading,
): readonly Item[] | null => {
  const end = at + length;
  const ahead = marks.slice(Math.max(at - maxBetween - 1, before ? before.at + before.length : 0), at);
  const behind = marks.slice(end, Math.min(end + maxBetween + 1, after?.at ?? marks.length));
  const since = ahead.findLastIndex((mark) => is(mark, 'since'));
  if (since !== -1) return ahead.slice(since + 1);
  const sinceBehind = behind.findIndex((mark) => is(mark, 'since') && says(mark.text, language, 'since.behind'));
  return sinceBehind === -1 ? null : behind.slice(0, sinceBehind);
};

const placedTime = (
  time: Time,
  beside: readonly [Time | undefined, Time | undefined],
  marks: readonly Item[],
  { reading, isComparing, home }: Question,
): Placed => {
  const end = time.at + time.length;
  const [before, after] = [marks[time.at - 1], marks[end]];
  const isAgainst = isComparing && isSetAgainst(before, after, reading);
  const words = wordsOf(time, marks);
  if (time.kind === 'future') return { time, period: null, ago: null, isAgainst, words };
  if (time.kind !== 'span') return { time, period: null, ago: time.kind, isAgainst: true, words };
  const isRange = marks.slice(time.at, end).some((mark) => is(mark, 'to'));
  const isSinceBefore = is(before, 'since') && !isAgainst;
  const isSinceAfter = !isComparing && says(after?.text ?? '', reading.language, 'since.behind');
  const between = isComparing ? null : awayFromSince(time, beside, marks, reading);
  const isSince = !isRange && (isSinceBefore || isSinceAfter || between !== null);
  const span = isSince ? { from: time.span.from, to: addDays(home.today, 1) } : time.span;
  return {
    time,
    period: periodOf(span, home.today, isSince ? null : time.name),
    ago: null,
    isAgainst,
    words: [...words, ...(between ?? []).flatMap(({ text }) => text.split(' '))],
  };
};

const lengthOf = (period: AskedPeriod | null): number => (period ? daysBetween(period.from, period.to) : 0);

/** A part of a week that lies in a longer time: "the weekend of this week". */
const isWithin = (one: AskedPeriod | null, other: AskedPeriod | null): boolean =>
  one !== null && other !== null && lengthOf(other) <= 7 && one.from >= other.from && one.to <= other.to;

/** "Weekends in October": the month; that it is of its weekends is told as left out. */
const longestOf = (own: readonly Placed[]): Placed | undefined =>
  own.reduce<Placed | undefined>((best, one) => {
    if (best === undefined) return one;
    const [length, most] = [lengthOf(one.period), lengthOf(best.period)];
    const isNarrower = length < most && isWithin(one.period, best.period);
    return isNarrower || (length > most && !isWithin(best.period, one.period)) ? one : best;
  }, undefined);

/** Of "on Mondays", «los lunes», "हर सोमवार", which are no one day: that they are not answered is told as left out. */
const weekdaysInGeneral = (reading: Reading): ReadonlySet<Item> => {
  const said = itemsThatSay(reading, 'time.none');
  return new Set([...said].filter((item) => weekdayAt(item) !== null || is(item, 'weekend')));
};

/** Countries south of the equator, by their codes. */
const southern = new Set(['AR', 'AU', 'BO', 'BR', 'CL', 'NZ', 'PE', 'PY', 'UY', 'ZA']);

/** "Del" goes before much; of "Monday 9 November" the date is enough. */
const withoutRepeats = (all: readonly Item[]): Item[] => {
  const isBeforeDate = (at: number): boolean => dateAt(all[at + 1], true) !== null;
  const isWithMonth = (at: number): boolean =>
    /^\d+[/.]\d/.test(all[at + 1]?.text ?? '') ||
    (isBeforeDate(at) && all.slice(at + 2, at + 4).some((mark) => monthAt(mark) !== null || is(mark, 'nth')));
  return all.filter(
    (mark, at) => (mark.text !== 'del' || isBeforeDate(at)) && !(weekdayAt(mark) !== null && isWithMonth(at)),
  );
};

const unjoined = (mark: Item): Item => (is(mark, 'to') ? { ...mark, concepts: new Set() } : mark);

/** A weekday is taken in where a single day that is answered is one; beside another date it is told as left out. */
const withWeekdays = (words: ReadonlySet<string>, items: readonly Item[], answered: readonly Placed[]): Set<string> => {
  const days = answered.flatMap(({ period }) => (period !== null && lengthOf(period) === 1 ? [period.from] : []));
  const result = new Set(words);
  if (days.length === 0) return result;
  for (const item of items) {
    const weekday = weekdayAt(item);
    if (weekday === null) continue;
    if (days.some((day) => weekdayOf(day) === weekday)) result.add(item.text);
    else result.delete(item.text);
  }
  return result;
};

const askedOf = (placed: readonly Placed[], isChange: boolean): readonly Placed[] => {
  const own = placed.filter(({ isAgainst }) => !isAgainst);
  return isChange ? own.slice(0, 2).toReversed() : own;
};

export const periodsIn = (reading: Reading, home: Home, { isComparing, isChange }: Setting): Periods => {
  const question = { reading, home, isComparing };
  const inGeneral = weekdaysInGeneral(reading);
  const said = withoutRepeats(marksOf(reading.items.filter((item) => !inGeneral.has(item))));
  const marks = isChange ? said.map(unjoined) : said;
  const times = timesIn(marks, {
    today: home.today,
    isMonthFirst: reading.language === 'en' && home.country === 'US',
    country: home.country,
    isSouthern: home.country !== null && southern.has(home.country),
    isOfFuture: reading.has('will'),
    isComparing,
  });
  const placed = joined(times, marks, question).map((time, at, all) =>
    placedTime(time, [all[at - 1], all[at + 1]], marks, question),
  );
  const own = askedOf(placed, isChange);
  const first = isComparing ? own[0] : longestOf(own);
  const [other] = [...placed.filter(({ isAgainst }) => isAgainst), ...(isComparing ? own.slice(1) : [])];
  const answered = [first, other].filter((one) => one !== undefined);
  const future = placed.filter(({ period, ago }) => period === null && ago === null);
  const isInGeneral = inGeneral.size > 0 && placed.length === 0 && !isComparing;
  return {
    period: first?.period ?? (isInGeneral ? assumed('last-30-days', home.today) : null),
    against: other?.period ?? other?.ago ?? null,
    isFuture: future.length > 0,
    named: placed.flatMap(({ period }) => (period === null ? [] : [period])),
    timeWords: withWeekdays(new Set([...answered, ...future].flatMap(({ words }) => words)), reading.items, answered),
  };
};
