import { firstUtility, utilities, type Utility, utilityIds, utilityWithStandby } from '#catalogue/index.ts';
import type { BillCosts } from '../../contract/bill-costs.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { useBillFormat } from '../use-bill-format.ts';
import { type CostNames, useCostNames, useShareWords } from './cost-words.ts';
import { CostPolicyLine } from './cost-policy-line.tsx';
import {
  type CostRow,
  costsApart,
  costsFixed,
  costsTotal,
  deviceRows,
  type RoomRow,
  roomRows,
  sumAmounts,
  useCosts,
} from './costs.ts';

const shownRows = 5;
const wholeHome = 'whole_home';

export interface CostsCardProps {
  /** What the open cycle has cost, as it stands beside. */
  soFarTotal: string;
  className?: string;
}

/** What the open cycle's cost comes from, by device or by room, down to the total. */
export function CostsCard(props: CostsCardProps) {
  const { className } = props;
  return (
    <Suspense
      fallback={
        <Card id="costs" {...(className !== undefined && { className })}>
          <Skeleton className="mb-3 h-11 w-40" />
          <CostsSkeleton />
        </Card>
      }
    >
      <LoadedCard {...props} />
    </Suspense>
  );
}

function CostsSkeleton() {
  return (
    <div aria-busy="true" className="min-h-[32rem]">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <Skeleton key={row} className="my-4 h-8" />
      ))}
      <Skeleton className="mt-8 h-16" />
    </div>
  );
}

function LoadedCard({ soFarTotal, className }: CostsCardProps) {
  const { t } = useTranslation('billing-costs');
  const costs = useCosts(soFarTotal);
  const names = useCostNames();
  const [by, setBy] = useState<'device' | 'room'>('device');
  const { data } = costs;
  if (data?.currency === null) return null;
  const isReady = data !== undefined && !names.isPending;
  return (
    <Card
      id="costs"
      title={t('title')}
      aside={
        <SegmentedControl
          label={t('by')}
          value={by}
          options={[
            { value: 'device', label: t('devices') },
            { value: 'room', label: t('rooms') },
          ]}
          onChange={setBy}
        />
      }
      {...(className !== undefined && { className })}
    >
      {isReady && data.currency !== null ? (
        <Costs key={by} costs={data} currency={data.currency} by={by} names={names} />
      ) : costs.isError && data === undefined ? (
        <LoadFailure error={costs.error} onRetry={() => void costs.refetch()} />
      ) : (
        <CostsSkeleton />
      )}
    </Card>
  );
}

interface CostsProps {
  costs: BillCosts;
  currency: string;
  by: 'device' | 'room';
  names: CostNames;
}

function Costs({ costs, currency, by, names }: CostsProps) {
  const { t } = useTranslation('billing-costs');
  const { money } = useBillFormat(currency);
  const [showsAll, setShowsAll] = useState(false);
  const noteOf = useShareWords(currency);
  const rows: (CostRow | RoomRow)[] =
    by === 'device' ? deviceRows(costs, names.containers) : roomRows(costs, names.containers, wholeHome);
  const apart = by === 'device' ? costsFixed(costs) : costsApart(costs);
  const shown = showsAll ? rows : rows.slice(0, shownRows);
  const others = rows.slice(shown.length);
  const nameOf = ({ deviceId, room, isRest, used }: CostRow): string => {
    if (by === 'room') return isRest ? t('restOfHome') : names.room(room);
    const utility = utilityIds.find((one) => used[one] !== null) ?? firstUtility;
    return names.device(utility, deviceId ?? '', room);
  };
  return (
    <>
      <ul aria-label={t(by === 'device' ? 'devices' : 'rooms')} className="space-y-2">
        {shown.map((row) => (
          <CostLine
            key={row.key}
            row={row}
            name={nameOf(row)}
            dearest={rows[0]?.cost ?? 0}
            currency={currency}
            note={'kind' in row ? noteOf(row) : undefined}
          />
        ))}
      </ul>
      {rows.length > shownRows && (
        <div className="mt-1 flex items-center justify-between gap-4">
          <Button look="quiet" size="small" className="-ml-4" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t('fewer') : t('all', { count: rows.length })}
          </Button>
          {others.length > 0 && (
            <span className="figures text-small text-ink-soft" data-others={sumAmounts(others.map(({ cost }) => cost))}>
              {t('others', { count: others.length, amount: money(sumAmounts(others.map(({ cost }) => cost))) })}
            </span>
          )}
        </div>
      )}
      {(by === 'device' || costs.policy.fixed === 'apart' || apart !== 0) && (
        <p className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-2.5">
          <span className="text-ink-soft">{t(apart < 0 ? 'fixedCredit' : 'fixed')}</span>
          <span className="figures shrink-0" data-fixed={apart}>
            {money(apart)}
          </span>
        </p>
      )}
      <p className="mt-2.5 flex items-baseline justify-between gap-4 border-t-2 border-ink pt-2.5 font-semibold">
        <span>{t('total')}</span>
        <span className="figures text-[1.25rem]" data-costs-total={costsTotal(costs)}>
          {money(costsTotal(costs))}
        </span>
      </p>
      {by === 'room' && <CostPolicyLine costs={costs} currency={currency} />}
      {costs.alwaysOn !== null && <AlwaysOn alwaysOn={costs.alwaysOn} currency={currency} />}
    </>
  );
}

interface CostLineProps {
  row: CostRow;
  name: string;
  /** The cost whose bar is as long as the card is wide. */
  dearest: number;
  currency: string;
  /** What its cost is made of. */
  note?: string | undefined;
}

/** One device or room: its name, what it used, its cost, and a bar in the colours of its utilities. */
function CostLine({ row, name, dearest, currency, note }: CostLineProps) {
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

/** From here on, a sum that is only about right has no cents. */
const roundFrom = 10;

function AlwaysOn({ alwaysOn, currency }: { alwaysOn: NonNullable<BillCosts['alwaysOn']>; currency: string }) {
  const { t } = useTranslation('billing-costs');
  const { money, format } = useBillFormat(currency);
  const month = money(alwaysOn.month, Number(alwaysOn.month) >= roundFrom ? 0 : undefined);
  return (
    <div className="mt-4 rounded-control bg-paper px-4 py-3">
      <p className="figures font-semibold">
        {t('alwaysOn.text', {
          power: format.rate(utilityWithStandby, alwaysOn.watts).text,
          amount: money(alwaysOn.cost),
          month,
        })}
      </p>
      <p className="text-small text-ink-soft">{t('alwaysOn.note')}</p>
    </div>
  );
}
