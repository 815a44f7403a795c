import { type Utility, utilities, utilityIds } from '@wattershed/catalogue';
import { classNames } from '../../../ui/class-names.ts';
import type { CostRow } from './cost-rows.ts';
import { useBillFormat } from '../use-bill-format.ts';

export interface CostLineProps {
  row: CostRow;
  name: string;
  /** The cost whose bar is as long as the card is wide. */
  dearest: number;
  currency: string;
  /** What its cost is made of. */
  note?: string | undefined;
}

/** One device or room: its name, what it used, its cost, and a bar in the colours of its utilities. */
export function CostLine({ row, name, dearest, currency, note }: CostLineProps) {
  const { money, used } = useBillFormat(currency);
  const amounts = utilityIds.flatMap((utility) => {
    const amount = row.used[utility];
    return amount === null ? [] : [used(utility, amount)];
  });
  return (
    <li>
      <div className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {name} <span className="figures text-small text-ink-soft">{amounts.join(' · ')}</span>
        </span>
        <span className="figures shrink-0" data-cost={row.cost}>
          {money(row.cost)}
        </span>
      </div>
      {note !== undefined && <p className="figures text-small text-ink-soft">{note}</p>}
      <span aria-hidden="true" className="mt-0.5 flex h-1.5 gap-px">
        {utilityIds.map((utility) => (
          <Part key={utility} utility={utility} share={dearest > 0 ? row.costs[utility] / dearest : 0} />
        ))}
      </span>
    </li>
  );
}

function Part({ utility, share }: { utility: Utility; share: number }) {
  if (share <= 0) return null;
  return (
    <span
      className={classNames('block h-full min-w-1.5 rounded-full', utilities[utility].look.fill)}
      style={{ width: `${Math.min(1, share) * 100}%` }}
    />
  );
}
