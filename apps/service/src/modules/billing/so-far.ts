/** The open cycle: what it costs so far, what it may come to, and how that compares over as many days. */
import type { BillSoFar } from '@wattershed/contracts';
import { addDays, type BillingCycle, cycleOf, daysBetween, expectUse, type LocalDay } from '@wattershed/domain';
import type { Books, HeardUse } from './books.ts';
import { cyclesOf } from './close-bills.ts';
import type { BillEngine } from './engine.ts';
import { coverageOf, figuresOf, hasReadings, within } from './use-figures.ts';

/** Less than this share of a period heard, and it is nothing to compare with. */
const leastCoverage = 0.5;

type Compared = NonNullable<BillSoFar['compared']>;

/** The first `days` days of an earlier cycle; null where they were hardly measured, or had no such price. */
const comparedPeriod = (
  cycle: BillingCycle,
  days: number,
  currency: string,
  books: Books,
  use: readonly HeardUse[],
  engine: BillEngine,
): Compared['lastCycle'] => {
  const end = addDays(cycle.start, Math.min(days, daysBetween(cycle.start, cycle.end)));
  const own = within(use, cycle.start, end);
  if (!hasReadings(own) || (coverageOf(own) ?? 0) < leastCoverage || end !== addDays(cycle.start, days)) return null;
  const price = engine.price({ ...cycle, end }, books.tariffs, own);
  if (price === null || price.currency !== currency || price.unpricedDays > 0) return null;
  return { start: cycle.start, end, amount: price.totalAmount };
};

const sameDayLastYear = (day: LocalDay): LocalDay =>
  `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`.replace('-02-29', '-02-28');

const compare = (
  open: BillingCycle,
  currency: string,
  books: Books,
  use: readonly HeardUse[],
  engine: BillEngine,
): Compared | null => {
  const days = daysBetween(open.start, books.today);
  const now = comparedPeriod(open, days, currency, books, use, engine);
  if (days === 0 || now === null) return null;
  const before = cyclesOf(books).at(-2);
  const yearAgo = cycleOf(sameDayLastYear(open.start), books.billingDay);
  return {
    days,
    amount: now.amount,
    lastCycle: before ? comparedPeriod(before, days, currency, books, use, engine) : null,
    lastYear: comparedPeriod(yearAgo, days, currency, books, use, engine),
  };
};

export const readSoFar = (books: Books, use: readonly HeardUse[], engine: BillEngine): BillSoFar => {
  const { today, tariffs } = books;
  const open = cyclesOf(books).at(-1) ?? cycleOf(today, books.billingDay);
  const until = addDays(today, 1);
  const own = within(use, open.start, until);
  const price = engine.price({ ...open, end: until }, tariffs, own);
  const known = use.filter((one) => one.used !== 0 || one.coveredS > 0);
  const expected = price && expectUse(known, open.start, open.end, today);
  const [low, high] = [expected?.low, expected?.high].map((side) => side && engine.price(open, tariffs, side));
  return {
    household: books.household,
    timeZone: books.timeZone,
    origin: books.kind !== 'home' ? 'simulated' : books.isMeasured ? 'measured' : 'none',
    today,
    start: open.start,
    end: open.end,
    daysGone: daysBetween(open.start, today),
    daysLeft: daysBetween(today, open.end),
    currency: price?.currency ?? null,
    cost: price && {
      total: price.totalAmount,
      electricity: price.electricityCost,
      water: price.waterCost,
      lines: [...price.lines],
      unpricedDays: price.unpricedDays,
    },
    ...figuresOf(own),
    coverage: coverageOf(own),
    likely:
      expected && low && high && low.currency === price.currency
        ? { low: low.totalAmount, high: high.totalAmount, basedOnDays: expected.basedOnDays }
        : null,
    compared: price && compare(open, price.currency, books, use, engine),
  };
};
