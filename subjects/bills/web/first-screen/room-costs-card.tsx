import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { utilities, utilityIds } from '#catalogue/index.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { useFormat } from '#shell/household/household.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import type { Format } from '#shell/text/format.ts';
import { Button } from '#shell/ui/button.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { Card } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { UtilityLabel } from '#shell/ui/utility-mark.tsx';
import type { BillCosts } from '../../contract/bill-costs.ts';
import { useSoFar } from '../billing-queries.ts';
import { costsApart, costsTotal, type RoomRow, roomRows, useCosts } from '../costs/costs.ts';

const wholeHome = 'whole_home';
/** On a phone the rest waits behind a button. */
const shownOnPhone = 3;

/** What each room has cost in the open bill, down to its total. `fallback`: of a home that nobody has priced. */
export function RoomCostsCard({ fallback }: { fallback: ReactNode }) {
  const { t } = useTranslation('bill-card');
  const soFar = useSoFar();
  const costs = useCosts(soFar.data?.cost?.total);
  const { data } = costs;
  if (soFar.data?.cost === null || data?.currency === null || (data !== undefined && data.rooms.length === 0))
    return fallback;
  return (
    <Card title={t('rooms.title')} aside={<Legend />}>
      {data?.currency != null ? (
        <Rooms costs={data} currency={data.currency} />
      ) : costs.isError ? (
        <LoadFailure error={costs.error} onRetry={() => void costs.refetch()} />
      ) : (
        <div aria-busy="true">
          {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
            <Skeleton key={row} className="my-4 h-8" />
          ))}
        </div>
      )}
    </Card>
  );
}

function Legend() {
  const { t } = useTranslation('bill-card');
  return (
    <span className="flex flex-wrap gap-x-4">
      {useUtilities().map((utility) => (
        <UtilityLabel key={utility} utility={utility}>
          {t(utility)}
        </UtilityLabel>
      ))}
    </span>
  );
}

function Rooms({ costs, currency }: { costs: BillCosts; currency: string }) {
  const { t } = useTranslation('bill-card');
  const format = useFormat(currency);
  const [showsAll, setShowsAll] = useState(false);
  const rows = roomRows(costs, new Set(), wholeHome);
  const nameOf = useRowName(rows);
  const apart = costsApart(costs);
  const folded = rows.slice(shownOnPhone);
  const sum = folded.reduce((total, { cost }) => total + cost, 0);
  const isFolded = !showsAll && folded.length > 1;
  return (
    <>
      <p className="mb-2 max-sm:hidden">{useLeadText(rows, costsTotal(costs), format)}</p>
      <ul aria-label={t('rooms.title')}>
        {rows.map((row, i) => (
          <RoomLine
            key={row.key}
            row={row}
            name={nameOf(row)}
            dearest={rows[0]?.cost ?? 0}
            format={format}
            isFolded={isFolded && i >= shownOnPhone}
          />
        ))}
      </ul>
      {folded.length > 1 && (
        <div className="flex items-center justify-between border-b border-line sm:hidden">
          <Button look="quiet" size="small" className="-ml-4" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t('rooms.fewer') : t('rooms.more', { count: folded.length })}
          </Button>
          {isFolded && <span className="figures font-semibold">{format.money(sum)}</span>}
        </div>
      )}
      {apart !== 0 && (
        <p className="figures flex items-baseline justify-between gap-4 py-2.5">
          <span className="text-ink-soft">{t(apart < 0 ? 'rooms.credit' : 'rooms.standing')}</span>
          <span data-room-apart={apart}>{format.money(apart)}</span>
        </p>
      )}
      <p className="figures flex items-baseline justify-between gap-4 border-t-2 border-ink pt-2.5 font-semibold">
        <span>{t('rooms.total')}</span>
        <span className="text-[1.25rem]" data-room-total={costsTotal(costs)}>
          {format.money(costsTotal(costs))}
        </span>
      </p>
    </>
  );
}

function useRowName(rows: readonly RoomRow[]): (row: RoomRow) => string {
  const { t } = useTranslation('bill-card');
  const roomName = useRoomName();
  return ({ room, kind }) => (kind === 'home' && rows.length > 1 ? t('rooms.unmetered') : roomName(room));
}

/** "Kitchen and bathroom make up €31.13 of this bill’s €68.16." */
function useLeadText(rows: readonly RoomRow[], total: number, format: Format): string {
  const { t } = useTranslation('bill-card');
  const roomName = useRoomName();
  const leading = rows.filter(({ kind }) => kind !== 'home').slice(0, 2);
  if (leading.length === 0) return '';
  return t('rooms.lead', {
    count: leading.length,
    rooms: format.list(leading.map(({ room }) => roomName(room))),
    amount: format.money(leading.reduce((sum, { cost }) => sum + cost, 0)),
    total: format.money(total),
  });
}

interface RoomLineProps {
  row: RoomRow;
  name: string;
  /** The cost whose bar is as long as there is room. */
  dearest: number;
  format: Format;
  isFolded: boolean;
}

/** A room's name, what it used, its cost, and one bar in the colours of its utilities. */
function RoomLine({ row, name, dearest, format, isFolded }: RoomLineProps) {
  const used = utilityIds.flatMap((utility) => {
    const amount = row.used[utility];
    return amount === null ? [] : [format.amount(utility, amount).text];
  });
  return (
    <li
      data-room-cost={row.room}
      className={classNames(
        'figures grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line py-1.5 xl:grid-cols-[24%_minmax(0,1fr)_auto_5.5rem] xl:py-2.5',
        isFolded && 'max-sm:hidden',
      )}
    >
      <span className="font-semibold wrap-anywhere">{name}</span>
      <span
        aria-hidden="true"
        className="flex h-2.5 gap-px self-center max-xl:order-last max-xl:col-span-2 max-xl:mt-1"
      >
        {utilityIds.map((utility) => {
          const share = dearest > 0 ? row.costs[utility] / dearest : 0;
          const { fill, ring } = utilities[utility].look;
          return (
            share > 0 && (
              <span
                key={utility}
                className={classNames('block h-full min-w-1 rounded-[3px] ring-1 ring-inset', fill, ring)}
                style={{ width: `${Math.min(1, share) * 100}%` }}
              />
            )
          );
        })}
      </span>
      <span className="text-right text-small text-ink-soft max-xl:hidden">{used.join(' · ')}</span>
      <span className="text-right font-semibold">
        <span className="mr-3 text-small font-normal text-ink-soft xl:hidden">{used.join(' · ')}</span>
        {format.money(row.cost)}
      </span>
    </li>
  );
}
