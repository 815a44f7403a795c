/** Weekdays: the latest, those of a week, and from one to another. */
import { addDays, type LocalDay } from '@wattershed/domain';
import type { Item } from './reading.ts';
import { daySpan, unitSpan, weekdayOf } from './spans.ts';
import { is, isJoint, type Matcher, spanFound, valueOf } from './time-marks.ts';

const weekdayAt = (mark: Item | undefined): number | null => valueOf(mark, /^w(\d)$/);

/** The Monday of the week that is named. */
const mondayAt = (mark: Item | undefined, today: LocalDay): LocalDay | null => {
  const back = is(mark, 'thisWeek') ? 0 : is(mark, 'lastWeek') ? 1 : is(mark, 'weekBeforeLast') ? 2 : null;
  return back === null ? null : unitSpan('week', today, back).from;
};

/** The latest one that is over. */
const latest = (weekday: number, today: LocalDay): LocalDay =>
  addDays(today, -((weekdayOf(today) - weekday + 7) % 7 || 7));

/** "Mon to Fri last week", «de lunes a viernes», "पिछले हफ्ते सोमवार से शुक्रवार". */
export const byWeekdays: Matcher = (marks, at, { today, isComparing }) => {
  const before = mondayAt(marks[at], today);
  const start = before === null ? at : at + 1;
  const [one, two] = [weekdayAt(marks[start]), weekdayAt(marks[start + 2])];
  const isBetween = !isComparing && is(marks[start - 1], 'from');
  if (one === null || two === null || !isJoint(marks[start + 1], isBetween)) return null;
  const after = before === null ? mondayAt(marks[start + 3], today) : null;
  const monday = before ?? after;
  const days = (two - one + 7) % 7;
  const from = monday === null ? addDays(latest(two, today), -days) : addDays(monday, one);
  return spanFound(start - at + (after === null ? 3 : 4), { from, to: addDays(from, days + 1) });
};

/** "Saturday-Sunday", «el sábado y domingo pasados», "शनिवार-इतवार": two days in a row. */
export const byWeekdayPair: Matcher = (marks, at, { today, isComparing }) => {
  const isNext = is(marks[at], 'next');
  const start = isNext || is(marks[at], 'last', 'this') ? at + 1 : at;
  const one = weekdayAt(marks[start]);
  const second = is(marks[start + 1], 'to') ? start + 2 : start + 1;
  const two = weekdayAt(marks[second]);
  if (isComparing || one === null || two === null || (two - one + 7) % 7 !== 1) return null;
  const isNextAfter = is(marks[second + 1], 'next');
  const isAfter = isNextAfter || is(marks[second + 1], 'last');
  const length = second + 1 - at + (start === at && isAfter ? 1 : 0);
  if (isNext || isNextAfter) return { kind: 'future', length };
  const last = latest(two, today);
  return spanFound(length, { from: addDays(last, -1), to: addDays(last, 1) });
};

/** "Monday of last week", «el lunes de la semana pasada», "पिछले हफ्ते सोमवार". */
export const byWeekdayOfWeek: Matcher = (marks, at, { today }) => {
  const weekday = weekdayAt(marks[at]) ?? weekdayAt(marks[at + 1]);
  const monday = weekdayAt(marks[at]) === null ? mondayAt(marks[at], today) : mondayAt(marks[at + 1], today);
  return weekday === null || monday === null ? null : spanFound(2, daySpan(addDays(monday, weekday)));
};

/** The latest one that is over; "last Monday" is the same. */
export const byWeekday: Matcher = (marks, at, { today }) => {
  const isNext = is(marks[at], 'next');
  const start = isNext || is(marks[at], 'last', 'this') ? at + 1 : at;
  const weekday = weekdayAt(marks[start]);
  if (weekday === null) return null;
  const isLastAfter = start === at && is(marks[at + 1], 'last');
  const isNextAfter = start === at && is(marks[at + 1], 'next');
  const length = start - at + 1 + (isLastAfter || isNextAfter ? 1 : 0);
  if (isNext || isNextAfter) return { kind: 'future', length };
  return spanFound(length, daySpan(latest(weekday, today)));
};
