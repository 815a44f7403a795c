import type { Utility } from '#catalogue/index.ts';
import type { UsageCosts } from '#subjects/bills/contract/bill-costs.ts';
import type { UsageRow } from '../../contract/usage.ts';
import type { AnalyticsFigures } from './analytics-figures.ts';

/** Money is counted in millionths of the currency, whole as use is in Wh and mL: an hour of a lamp is less than a cent. */
export const moneyParts = 1_000_000;

/** What the figures of the page cost. */
export interface AnalyticsCosts {
  /** Null: no tariff is in force in the period. */
  currency: string | null;
  /** The page's own figures with money in place of use: rows without a price are left out. */
  figures: AnalyticsFigures;
  /** Standing charges and the like, in millionths: in no row. */
  fixed: Record<Utility, number>;
  /** Of the period's own use, in Wh or mL. */
  unpriced: Record<Utility, number>;
  /** Starts of buckets, each with its utility, of which nothing has a price. */
  withoutPrice: ReadonlySet<string>;
}

export const unpricedKey = (start: string, utility: Utility): string => `${start} ${utility}`;

export const millionths = (amount: string): number => Math.round(Number(amount) * moneyParts);

const keyOf = ({ start, utility, deviceId = '' }: { start: string; utility: Utility; deviceId?: string | undefined }) =>
  `${start} ${utility} ${deviceId}`;

/** The same rows with what they cost in place of what was used; one of which nothing has a price is left out. */
export function priceRows(
  used: readonly UsageRow[],
  costs: UsageCosts | undefined,
  currency: string | null,
): readonly UsageRow[] {
  // What was paid in another currency cannot stand beside this one.
  if (costs === undefined || currency === null || costs.currency !== currency) return [];
  const known = new Map(costs.rows.map((row) => [keyOf(row), row]));
  return used.flatMap((row) => {
    const cost = known.get(keyOf(row));
    if (row.used !== 0 && (cost === undefined || isWithoutPrice(cost, row))) return [];
    const money = millionths(cost?.cost ?? '0');
    const partOf = (part: number) => (row.used === 0 ? 0 : Math.round((money * part) / row.used));
    return [{ ...row, used: money, estimated: partOf(row.estimated), imported: partOf(row.imported) }];
  });
}

/** Costs may be some minutes older than use: what has come since is no lack of a price. */
const isWithoutPrice = ({ cost, unpriced }: UsageCosts['rows'][number], { used }: UsageRow): boolean =>
  Number(cost) === 0 && unpriced !== 0 && Math.abs(unpriced) >= Math.abs(used) / 2;

export function unpricedUse(used: readonly UsageRow[], { rows }: UsageCosts, utility: Utility): number {
  const shown = new Set(used.map(keyOf));
  return rows
    .filter((row) => row.utility === utility && shown.has(keyOf(row)))
    .reduce((sum, { unpriced }) => sum + unpriced, 0);
}

/** Of which buckets nothing has a price. */
export function withoutPrice(used: readonly UsageRow[], costs: UsageCosts | undefined): ReadonlySet<string> {
  const priced = new Set(
    priceRows(used, costs, costs?.currency ?? null).map((row) => unpricedKey(row.start, row.utility)),
  );
  return new Set(
    used
      .filter((row) => row.used !== 0)
      .map((row) => unpricedKey(row.start, row.utility))
      .filter((key) => !priced.has(key)),
  );
}
