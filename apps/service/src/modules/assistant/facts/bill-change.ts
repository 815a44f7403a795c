/** Why the latest bill is not as much as an earlier one: parts by size that sum to the difference, to the cent. */
import type { Utility } from '@wattershed/catalogue';
import type { BillChanges } from '@wattershed/contracts';
import { daysBetween, exact, minorDigits, sumOf, textOf } from '@wattershed/domain';
import type { FiledBill } from '../../billing/index.ts';
import type { Sources } from '../sources.ts';
import { mostBills } from './closed-bills.ts';

type Explained = BillChanges['utilities'][number]['parts'][number];

export interface ChangePart extends Omit<Explained, 'kind'> {
  /** `unpriced`: of a utility that only one of the two bills has a tariff for. */
  readonly kind: Explained['kind'] | 'unpriced';
  readonly utility: Utility | null;
}

export interface BillChange {
  readonly bill: FiledBill;
  readonly against: NonNullable<BillChanges['against']>;
  readonly difference: string;
  readonly daysMore: number;
  /** The largest first. */
  readonly parts: readonly ChangePart[];
  readonly weather: BillChanges['weather'];
  /** Of the earlier bill's time. */
  readonly earlierCoverage: number | null;
}

/** All parts of both utilities, with what a utility without a tariff in one of the bills makes of it. */
const partsOf = ({ utilities }: BillChanges, difference: string, currency: string): ChangePart[] => {
  const parts = utilities.flatMap(({ utility, parts: own }) => own.map((part): ChangePart => ({ ...part, utility })));
  const told = sumOf(parts.map(({ amount }) => exact(amount)));
  const left = exact(difference).sub(told);
  const unpriced: ChangePart[] = left.equals(0)
    ? []
    : [{ kind: 'unpriced', utility: null, amount: textOf(left, minorDigits(currency)) }];
  return [...parts, ...unpriced].sort((a, b) => exact(b.amount).abs().compare(exact(a.amount).abs()));
};

/** `no-bills`: none is closed; `no-earlier`: there is none in the same currency to hold it against. */
export const readBillChange = async (
  { bills: readBills, changes: readChanges }: Pick<Sources, 'bills' | 'changes'>,
  asked: 'before' | 'year',
): Promise<BillChange | 'no-bills' | { readonly bill: FiledBill; readonly missing: 'no-earlier' }> => {
  const bills = await readBills(mostBills);
  const [bill] = bills;
  if (!bill) return 'no-bills';
  const changes = await readChanges(bill, bills, asked);
  const { against, difference } = changes;
  if (against === null || difference === null) return { bill, missing: 'no-earlier' };
  return {
    bill,
    against,
    difference,
    daysMore: daysBetween(bill.start, bill.end) - daysBetween(against.start, against.end),
    parts: partsOf(changes, difference, bill.currency),
    weather: changes.weather,
    earlierCoverage: bills.find(({ id }) => id === against.id)?.coverage ?? null,
  };
};
