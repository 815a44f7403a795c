import type { BillChanges } from '../../contract/billing.ts';
import type { Utility } from '#catalogue/index.ts';
import { sumAmounts } from '../costs/cost-rows.ts';

type ChangePart = BillChanges['utilities'][number]['parts'][number];

export interface ChangeRow {
  key: string;
  /** None: of a utility that only one of the two bills has a tariff for. */
  utility: Utility | null;
  part: Omit<ChangePart, 'amount' | 'kind'> & { kind: ChangePart['kind'] | 'unpriced' };
  amount: number;
}

/** All parts of all utilities, the largest first; they sum to the difference. */
export function changeRows({ difference, utilities }: BillChanges): ChangeRow[] {
  const rows = utilities.flatMap(({ utility, parts }) =>
    parts.map(({ amount, ...part }): ChangeRow => {
      const key = [utility, part.kind, part.device].join(' ');
      return { key, utility, part, amount: Number(amount) };
    }),
  );
  const left = sumAmounts([difference ?? 0, ...rows.map(({ amount }) => -amount)]);
  const unpriced: ChangeRow[] =
    left === 0 ? [] : [{ key: 'unpriced', utility: null, part: { kind: 'unpriced' }, amount: left }];
  return [...rows, ...unpriced].sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
}
