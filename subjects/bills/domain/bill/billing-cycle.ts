/** Which days a bill covers: from one billing day, or reading of the meter, to the next, in the household's own calendar. */
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { exact } from '../tariff/exact.ts';
import type { DecimalText } from '../tariff/plan.ts';

export interface Period {
  readonly start: LocalDay;
  /** The first day after it. */
  readonly end: LocalDay;
}

export interface BillingCycle extends Period {
  /** Days of the regular cycle that it is, or is a part of, and how many months that stands for. */
  readonly cycleDays: number;
  readonly cycleMonths: number;
}

/**
 * `day`: a day of each month, 1 to 28, so that every month has it. `dates`: days of each year as `MM-DD`, as of bills for two or three
 * months. `reads`: the days on which the meter was read, as bills say; the next is not known before it is entered.
 */
export type CycleRule =
  | { readonly kind: 'day'; readonly day: number }
  | { readonly kind: 'dates'; readonly dates: readonly string[] }
  | { readonly kind: 'reads'; readonly dates: readonly LocalDay[] };

/** A shorter rest beside a closed bill is no bill of its own: it joins its neighbour. */
const minDays = 8;
const daysInMonth = 365.25 / 12;

/** As long as a month may be, a cycle is a whole one, however it came about. */
const isMonth = (days: number): boolean => days >= 28 && days <= 31;

const dayIn = (year: number, month: number, day: number): LocalDay =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

const monthsIn = (days: number): number => Math.max(1, Math.round(days / daysInMonth));

const whole = (start: LocalDay, end: LocalDay): BillingCycle => {
  const cycleDays = daysBetween(start, end);
  return { start, end, cycleDays, cycleMonths: monthsIn(cycleDays) };
};

const cycleByDay = (day: LocalDay, billingDay: number): BillingCycle => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = date >= billingDay ? month - 1 : month - 2;
  return whole(dayIn(year, first, billingDay), dayIn(year, first + 1, billingDay));
};

const cycleByDates = (day: LocalDay, dates: readonly string[]): BillingCycle => {
  const year = Number(day.slice(0, 4));
  const all = [year - 1, year, year + 1].flatMap((one) => dates.map((date) => `${one}-${date}`)).sort();
  const start = all.findLast((one) => one <= day) ?? day;
  return whole(start, all.find((one) => one > day) ?? addDays(day, 1));
};

/** The middle one of the times between readings; a month where there is only one. */
const usualDays = (reads: readonly LocalDay[]): number => {
  const gaps = reads
    .slice(1)
    .map((read, i) => daysBetween(reads[i] ?? read, read))
    .sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? 30;
};

/** After the last reading the cycle is open for as long as no other is entered; before the first it goes back in equal steps. */
const cycleByReads = (day: LocalDay, dates: readonly LocalDay[], today: LocalDay): BillingCycle => {
  const reads = [...dates].sort();
  const usual = usualDays(reads);
  const [first = day] = reads;
  if (day < first) {
    const steps = Math.ceil(daysBetween(day, first) / usual);
    return whole(addDays(first, -steps * usual), addDays(first, (1 - steps) * usual));
  }
  const start = reads.findLast((read) => read <= day) ?? day;
  const next = reads.find((read) => read > day);
  if (next !== undefined) return whole(start, next);
  const expected = addDays(start, usual);
  return whole(start, expected > today ? expected : addDays(today, 1));
};

/** The regular cycle that holds `day`. A rule without a date is that of the first of each month. */
export const cycleOf = (day: LocalDay, rule: CycleRule, today: LocalDay = day): BillingCycle => {
  if (rule.kind === 'dates' && rule.dates.length > 0) return cycleByDates(day, rule.dates);
  if (rule.kind === 'reads' && rule.dates.length > 0) return cycleByReads(day, rule.dates, today);
  return cycleByDay(day, rule.kind === 'day' ? rule.day : 1);
};

const boundariesUntil = (from: LocalDay, today: LocalDay, rule: CycleRule): LocalDay[] => {
  const days: LocalDay[] = [];
  for (let cycle = cycleOf(from, rule, today); ; cycle = cycleOf(cycle.end, rule, today)) {
    days.push(cycle.start);
    if (cycle.end > today) return [...days, cycle.end];
  }
};

const isBeside = (day: LocalDay, { start, end }: Period): boolean => {
  const before = daysBetween(day, start);
  const after = daysBetween(end, day);
  return (before > 0 && before < minDays) || (after > 0 && after < minDays);
};

/** A cycle between two boundaries: whole where it is as long as one, else a part of the regular one. */
const cycleBetween = (start: LocalDay, end: LocalDay, rule: CycleRule, today: LocalDay): BillingCycle => {
  const days = daysBetween(start, end);
  const regular = cycleOf(start, rule, today);
  if (isMonth(days) || rule.kind === 'reads' || days === regular.cycleDays) return whole(start, end);
  return { start, end, cycleDays: regular.cycleDays, cycleMonths: regular.cycleMonths };
};

/**
 * Every cycle from the one that holds `from` to the one that holds `today` (the last, which is open). Bills that are closed keep
 * their days when the rule changes: the cycle beside them is cut short, or takes up a rest of less than eight days.
 */
export const billingCycles = (
  from: LocalDay,
  today: LocalDay,
  rule: CycleRule,
  closed: readonly Period[] = [],
): BillingCycle[] => {
  const regular = boundariesUntil(from, today, rule).filter(
    (day) => !closed.some((bill) => (day > bill.start && day < bill.end) || isBeside(day, bill)),
  );
  const cuts = closed.filter(({ end }) => end > from).flatMap(({ start, end }) => [start, end]);
  const boundaries = [...new Set([...regular, ...cuts])].sort();
  // A cut may have taken the end of the open cycle.
  const last = boundaries.at(-1) ?? from;
  if (last <= today) {
    const next = cycleOf(addDays(last, minDays), rule, today).end;
    boundaries.push(next > today ? next : addDays(today, 1));
  }
  return boundaries
    .slice(1)
    .map((end, i) => cycleBetween(boundaries[i] ?? end, end, rule, today))
    .filter(({ end }) => end > from);
};

// How a budget stands: what is spent of it, and whether it is on course to be passed.

const budgetStages = ['budget-course', 'budget-most', 'budget-passed'] as const;
export type BudgetStage = (typeof budgetStages)[number];

const warnPercent = 75;

/** The most serious that holds; null: all is well. `likely`: what the cycle is expected to cost; null: nobody can tell. */
export const budgetStage = (
  budget: DecimalText,
  soFar: DecimalText,
  likely: DecimalText | null,
): BudgetStage | null => {
  const spent = exact(soFar);
  if (spent.compare(exact(budget)) >= 0) return 'budget-passed';
  if (spent.mul(100).compare(exact(budget).mul(warnPercent)) >= 0) return 'budget-most';
  return likely !== null && exact(likely).compare(exact(budget)) > 0 ? 'budget-course' : null;
};
