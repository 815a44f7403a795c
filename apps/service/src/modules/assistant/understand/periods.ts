/** The period that is asked of, and the one that it is compared with. */
import { addDays } from '@wattershed/domain';
import type { Home } from '../home.ts';
import type { AskedPeriod } from '../question.ts';
import { type Item, marksOf, type Reading } from './reading.ts';
import { periodOf } from './spans.ts';
import { dateAt, isJoint, monthAt, type Time } from './time-marks.ts';
import { timesIn } from './times.ts';

/** As many days, so much earlier. */
export type Ago = 'year-ago' | 'week-ago';

export interface Periods {
  readonly period: AskedPeriod | null;
  readonly against: AskedPeriod | Ago | null;
  /** Something that has not begun is asked of. */
  readonly isFuture: boolean;
}

interface Placed {
  readonly period: AskedPeriod | Ago | null;
  readonly isAgainst: boolean;
  readonly isFuture: boolean;
}

/** "from X to Y", "between X and Y", "X से Y": one time out of two. */
const joined = (times: readonly Time[], marks: readonly Item[], isComparing: boolean): Time[] => {
  const result: Time[] = [];
  for (const time of times) {
    const before = result.at(-1);
    const end = before ? before.at + before.length : 0;
    const around = [marks[(before?.at ?? 0) - 1], marks[time.at + time.length]];
    const isBetween = before !== undefined && around.some((mark) => mark?.concepts.has('from'));
    const joins = time.at === end + 1 && isJoint(marks[end], isBetween && !isComparing) && (isBetween || !isComparing);
    if (joins && before?.kind === 'span' && time.kind === 'span' && before.span.from < time.span.to)
      result[result.length - 1] = {
        ...before,
        length: time.at + time.length - before.at,
        span: { from: before.span.from, to: time.span.to },
        name: null,
      };
    else result.push(time);
  }
  return result;
};

/** These stand between the two; the words of Hindi stand after the other time. */
const isVersus = /^(?:vs|versus|बनाम|banam)$/;
const isPostposition = /मुकाबले|तुलना|अपेक्षा|mukable|muqable|mukabale|tulna/;

const placedTime = (
  time: Time,
  marks: readonly Item[],
  { language }: Reading,
  isComparing: boolean,
  home: Home,
): Placed => {
  const [before, after] = [marks[time.at - 1], marks[time.at + time.length]];
  const isAgainst =
    isComparing &&
    ((language === 'hi' && after?.concepts.has('than') && !isVersus.test(after.text)) ||
      (before?.concepts.has('than') &&
        (language !== 'hi' || isVersus.test(before.text) || !isPostposition.test(before.text))) ||
      before?.concepts.has('since') ||
      false);
  if (time.kind === 'future') return { period: null, isAgainst, isFuture: true };
  if (time.kind !== 'span') return { period: time.kind, isAgainst: true, isFuture: false };
  const isRange = marks.slice(time.at, time.at + time.length).some(({ concepts }) => concepts.has('to'));
  const isSince =
    !isRange &&
    ((before?.concepts.has('since') && !isAgainst) ||
      (language === 'hi' && !isComparing && /^(?:से|se)$/.test(after?.text ?? '')));
  const span = isSince ? { from: time.span.from, to: addDays(home.today, 1) } : time.span;
  const period = periodOf(span, home.today, isSince ? null : time.name);
  return { period, isAgainst, isFuture: period === null };
};

/** Countries south of the equator, by their codes. */
const southern = new Set(['AR', 'AU', 'BO', 'BR', 'CL', 'NZ', 'PE', 'PY', 'UY', 'ZA']);

export const periodsIn = (reading: Reading, home: Home, isComparing: boolean): Periods => {
  const all = marksOf(reading.items);
  const isBeforeDate = (at: number): boolean => dateAt(all[at + 1], true) !== null;
  const hasMonth = (at: number): boolean =>
    all.slice(at, at + 2).some((mark) => monthAt(mark) !== null || mark.concepts.has('nth'));
  // "Del" goes before much; of "Monday 9 November" the date is enough.
  const marks = all.filter(
    ({ text, concepts }, at) =>
      (text !== 'del' || isBeforeDate(at)) &&
      !([...concepts].some((one) => /^w\d$/.test(one)) && isBeforeDate(at) && hasMonth(at + 2)),
  );
  const calendar = {
    today: home.today,
    isMonthFirst: reading.language === 'en' && home.country === 'US',
    isSouthern: home.country !== null && southern.has(home.country),
    isOfFuture: reading.has('will'),
    isComparing,
  };
  const times = joined(timesIn(marks, calendar), marks, isComparing);
  const placed = times.map((time) => placedTime(time, marks, reading, isComparing, home));
  const own = placed.filter(({ isAgainst, period }) => !isAgainst && typeof period !== 'string');
  const others = [...placed.filter(({ isAgainst }) => isAgainst), ...(isComparing ? own.slice(1) : [])];
  const [first] = own;
  return {
    period: first && typeof first.period !== 'string' ? first.period : null,
    against: others[0]?.period ?? null,
    isFuture: placed.some(({ isFuture }) => isFuture),
  };
};
