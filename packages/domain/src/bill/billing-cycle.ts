/** Which days a bill covers: from one billing day to the next, in the household's own calendar. */
import { addDays, daysBetween, type LocalDay } from './local-day.ts';

export interface Period {
  readonly start: LocalDay;
  /** The first day after it. */
  readonly end: LocalDay;
}

export interface BillingCycle extends Period {
  /** Days of the regular cycle it belongs to: what a monthly charge is divided by. */
  readonly monthDays: number;
}

/** A shorter rest beside a closed bill is no bill of its own: it joins its neighbour. */
const shortestDays = 8;

/** As long as a month may be, a cycle is a whole one, however it came about. */
const isMonth = (days: number): boolean => days >= 28 && days <= 31;

const dayIn = (year: number, month: number, day: number): LocalDay =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** The regular cycle that holds `day`. `billingDay` is 1 to 28, so that every month has it. */
export const cycleOf = (day: LocalDay, billingDay: number): BillingCycle => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = date >= billingDay ? month - 1 : month - 2;
  const start = dayIn(year, first, billingDay);
  const end = dayIn(year, first + 1, billingDay);
  return { start, end, monthDays: daysBetween(start, end) };
};

const boundariesUntil = (from: LocalDay, today: LocalDay, billingDay: number): LocalDay[] => {
  const days: LocalDay[] = [];
  for (let cycle = cycleOf(from, billingDay); ; cycle = cycleOf(cycle.end, billingDay)) {
    days.push(cycle.start);
    if (cycle.end > today) return [...days, cycle.end];
  }
};

const isBeside = (day: LocalDay, { start, end }: Period): boolean => {
  const before = daysBetween(day, start);
  const after = daysBetween(end, day);
  return (before > 0 && before < shortestDays) || (after > 0 && after < shortestDays);
};

/**
 * Every cycle from the one that holds `from` to the one that holds `today` (the last, which is open). Bills that are closed keep
 * their days when the billing day changes: the cycle beside them is cut short, or takes up a rest of less than eight days.
 */
export const billingCycles = (
  from: LocalDay,
  today: LocalDay,
  billingDay: number,
  closed: readonly Period[] = [],
): BillingCycle[] => {
  const regular = boundariesUntil(from, today, billingDay).filter(
    (day) => !closed.some((bill) => (day > bill.start && day < bill.end) || isBeside(day, bill)),
  );
  const cuts = closed.filter(({ end }) => end > from).flatMap(({ start, end }) => [start, end]);
  const boundaries = [...new Set([...regular, ...cuts])].sort();
  // A cut may have taken the end of the open cycle.
  const last = boundaries.at(-1) ?? from;
  if (last <= today) boundaries.push(cycleOf(addDays(last, shortestDays), billingDay).end);
  return boundaries
    .slice(1)
    .map((end, i) => {
      const start = boundaries[i] ?? end;
      const days = daysBetween(start, end);
      return { start, end, monthDays: isMonth(days) ? days : cycleOf(start, billingDay).monthDays };
    })
    .filter(({ end }) => end > from);
};
