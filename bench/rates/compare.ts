/** One rate by our reader and engine, and by the independent one: month by month, and where they part, why. */
import { readUrdb } from '#subjects/bills/service/urdb/index.ts';
import { pricePlan } from '#subjects/bills/domain/tariff/price-bill.ts';
import type { Carried } from '#subjects/bills/domain/tariff/charges/carried.ts';
import type { IntervalUse } from '#subjects/bills/domain/tariff/interval-use.ts';
import type { TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';
import type { MadeRate } from './generate.ts';
import { type RateHome, roofUse, withRoof } from './homes.ts';
import { type MonthOfBill, NotUnderstood, priceMonths, type UrdbRate } from './independent.ts';

/** Amounts that are no further apart are equal: ours is rounded to the cent, once. */
const cent = 0.01;

/** What our reader names as left out, or refuses, and what the independent engine makes of it. */
export const meanings: Readonly<Record<string, string>> = {
  dgrules:
    'what is sent back, paid beside tiers of several periods: ours prices what was drawn; the other fills tiers hour by hour',
  sell: 'the price of what is sent back: the other pays it',
  flatdemandstructure: 'the month’s power in kVA: neither prices it',
  coincidentratestructure: 'power at the grid’s peak: neither prices it, as no record says when that was',
  demandreactivepowercharge: 'reactive power: neither prices it, as it was not measured',
  'urdb-unsupported': 'tiers by the kW of the month’s peak: ours refuses the rate; the other prices it',
};

export interface Compared {
  /** The code of the refusal. */
  readonly refused: string | null;
  /** Fields that our reader names as left out. */
  readonly leftOut: readonly string[];
  readonly months: number;
  readonly equal: number;
  /** Dollars a month: without what is left out, and with it where the independent engine knows it. */
  readonly largest: number;
  readonly largestLeftOut: number | null;
  /** Null: both are equal, or nobody knows why they are not. */
  readonly because: string | null;
  readonly isExplained: boolean;
}

const isSell = (path: readonly (string | number)[]): boolean => path.at(-1) === 'sell';

/** The rate without what our reader left out of it, so that all the rest is held against the other. */
const without = (rate: UrdbRate, paths: readonly (readonly (string | number)[])[]): UrdbRate => {
  const left = paths.filter((path) => !isSell(path)).map(([field]) => field);
  const companions: Readonly<Record<string, string>> = { flatdemandmonths: 'flatdemandstructure' };
  return Object.fromEntries(
    Object.entries(rate).filter(([field]) => !left.includes(field) && !left.includes(companions[field])),
  );
};

/** A year in days of months: `[2026-02-01, 2026-03-01)`. */
const dayOf = (year: number, month: number): string =>
  new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);

const ourMonths = (plan: TariffPlan, timeZone: string, use: IntervalUse, months: readonly MonthOfBill[]): number[] => {
  let carried: Carried | undefined = new Map();
  return months.map(({ year, month }) => {
    const [start, end] = [dayOf(year, month), dayOf(year, month + 1)];
    const cycleDays = (Date.parse(end) - Date.parse(start)) / 86_400_000;
    const cycle = { start, end, cycleDays, cycleMonths: 1 };
    // Whether a supplier rounds its lines, the database does not say.
    const bill = pricePlan({ plan: { ...plan, rounding: { lines: 'none' } }, timeZone, cycle, use, carried });
    carried = bill.carried;
    return Number(bill.total);
  });
};

const apart = (ours: readonly number[], theirs: readonly MonthOfBill[]): number[] =>
  ours.map((amount, i) => Math.abs(amount - (theirs[i]?.total ?? Number.NaN)));
const areEqual = (differences: readonly number[]): boolean => differences.every((difference) => difference <= cent);

const known = (price: () => MonthOfBill[]): MonthOfBill[] | null => {
  try {
    return price();
  } catch (error) {
    if (error instanceof NotUnderstood) return null;
    throw error;
  }
};

export const compare = ({ of, rate }: MadeRate, home: RateHome): Compared => {
  const read = readUrdb(JSON.stringify(rate));
  const nothing = { leftOut: [], months: 0, equal: 0, largest: 0, largestLeftOut: null };
  if (!read.ok) {
    const { code, path } = read.fault;
    const isTold = of.told?.includes(code) === true;
    return {
      ...nothing,
      refused: code,
      because: isTold ? null : `refused: ${code} ${path.join('.')}`,
      isExplained: isTold,
    };
  }
  const paths = read.notes.filter(({ code }) => code === 'left-out').map(({ path }) => path);
  const leftOut = [...new Set(paths.map((path) => String(isSell(path) ? 'sell' : path[0])))];
  const held = without(rate, paths);
  const hoursWithAll = of.on === 'roof' ? withRoof(home.hours) : home.hours;
  const hours = leftOut.length === 0 ? hoursWithAll : home.hours;
  const theirs = known(() => priceMonths(held, hours));
  if (theirs === null)
    return { ...nothing, refused: null, leftOut, because: 'ours alone prices it', isExplained: false };
  const isRoofed = hours === hoursWithAll && of.on === 'roof';
  const ours = ourMonths(read.plan, home.timeZone, isRoofed ? roofUse(home) : home.use, theirs);
  const differences = apart(ours, theirs);
  const whole = leftOut.length === 0 ? null : known(() => priceMonths(rate, hoursWithAll));
  const isEqual = areEqual(differences);
  const isNamed = leftOut.every((field) => of.told?.includes(field));
  return {
    refused: null,
    leftOut,
    months: differences.length,
    equal: differences.filter((difference) => difference <= cent).length,
    largest: Math.max(...differences),
    largestLeftOut: whole && Math.max(...apart(ours, whole)),
    because: isEqual ? null : 'nobody knows why',
    isExplained: isEqual && isNamed,
  };
};
