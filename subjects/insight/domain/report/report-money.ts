/** What a period cost, in whole cents: by day and utility, so that every line of a report sums to its total. */
import type { Utility } from '#catalogue/index.ts';
import { daysBetween, daysOf, type LocalDay } from '#catalogue/local-day.ts';
import { decimalText, type Exact, exact, minorDigits, sumOf } from '#subjects/bills/domain/tariff/exact.ts';
import { shareCents } from './cents.ts';
import { type DayCost, type DaysCost, groupBy } from './facts.ts';

/** What one utility cost on one day, of its use or of what goes by time. */
interface Cell {
  readonly day: LocalDay;
  readonly utility: Utility;
  readonly kind: 'use' | 'fixed';
  readonly cents: bigint;
}

export interface Ledger {
  readonly currency: string;
  readonly digits: number;
  readonly cells: readonly Cell[];
  /** Used, and nothing of it has a price: their use is told, and no money. */
  readonly without: ReadonlySet<Utility>;
  /** Wh or mL without a price, by utility, of those that have prices. */
  readonly unpriced: ReadonlyMap<Utility, number>;
  /** By utility and device, exact. */
  readonly devices: ReadonlyMap<string, Exact>;
}

export const deviceKey = (utility: Utility, deviceId: string): string => `${utility} ${deviceId}`;

/** Null where no tariff is in force. The days that have begun bear alike what goes by time. */
export const ledgerOf = (
  { currency, rows, fixed }: DaysCost,
  devices: readonly DayCost[],
  { start, end }: { readonly start: LocalDay; readonly end: LocalDay },
): Ledger | null => {
  if (currency === null) return null;
  const digits = minorDigits(currency);
  const days = daysOf(start, end);
  const inPeriod = rows.filter((row) => row.start >= start && row.start < end);
  const without = withoutPrice(inPeriod, fixed);
  const own = inPeriod.filter(({ utility }) => !without.has(utility));
  const use = [...groupBy(own, (row) => `${row.start} ${row.utility}`).values()].flatMap((group) => {
    const [first] = group;
    return first === undefined
      ? []
      : [
          {
            day: first.start,
            utility: first.utility,
            kind: 'use' as const,
            of: sumOf(group.map(({ cost }) => exact(cost))),
          },
        ];
  });
  const standing = fixed.flatMap(({ utility, amount }) =>
    days.map((day) => ({ day, utility, kind: 'fixed' as const, of: exact(amount).div(days.length) })),
  );
  const parts = [...use, ...standing];
  const cents = shareCents(
    parts.map(({ of }) => of),
    digits,
  );
  return {
    currency,
    digits,
    without,
    cells: parts.map(({ day, utility, kind }, i) => ({ day, utility, kind, cents: cents[i] ?? 0n })),
    unpriced: new Map(
      [...groupBy(own, ({ utility }) => utility)].map(([utility, group]) => [
        utility,
        group.reduce((sum, { unpriced }) => sum + unpriced, 0),
      ]),
    ),
    devices: new Map(
      [...groupBy(devices, ({ utility, deviceId = '' }) => deviceKey(utility, deviceId))].map(([key, group]) => [
        key,
        sumOf(group.map(({ cost }) => exact(cost))),
      ]),
    ),
  };
};

const withoutPrice = (rows: readonly DayCost[], fixed: DaysCost['fixed']): ReadonlySet<Utility> => {
  const priced = new Set([
    ...rows.filter(({ cost, unpriced }) => Number(cost) !== 0 || unpriced === 0).map(({ utility }) => utility),
    ...fixed.filter(({ amount }) => Number(amount) !== 0).map(({ utility }) => utility),
  ]);
  return new Set(rows.map(({ utility }) => utility).filter((utility) => !priced.has(utility)));
};

export const centsIn = ({ cells }: Ledger, of: (cell: Cell) => boolean = () => true): bigint =>
  cells.reduce((sum, cell) => (of(cell) ? sum + cell.cents : sum), 0n);

export const amountIn = (ledger: Ledger, of?: (cell: Cell) => boolean): string =>
  decimalText(centsIn(ledger, of), ledger.digits);

/** Nothing of it is without a price. */
export const isPriced = (ledger: Ledger, missing: readonly string[]): boolean =>
  missing.length === 0 && [...ledger.unpriced.values()].every((unpriced) => unpriced === 0);

/** What goes by time comes to in one day, on average. */
export const fixedPerDay = ({ fixed }: DaysCost, start: LocalDay, end: LocalDay): number =>
  fixed.reduce((sum, { amount }) => sum + Number(amount), 0) / Math.max(1, daysBetween(start, end));
