import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { dateOf } from '#shell/text/local-day.ts';
import { useUserId } from '#shell/session/session.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/card.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { type MeterRow, type RepairRow, repairsQuery, useReloadFigures } from './readings-queries.ts';
import { undoRepair } from '../contract/repairs.ts';
import { callService } from '#shell/data/service.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { notify } from '#shell/ui/notices/notice.ts';

/** Who changed what, when, and what it did to the use; each can be taken back. */
export function RepairHistory({ meter, mayChange }: { meter: MeterRow; mayChange: boolean }) {
  const { t } = useTranslation('readings');
  const repairs = useQuery(repairsQuery(meter.id));
  return (
    <Card title={t('history.title')}>
      {repairs.isError && repairs.data === undefined && (
        <LoadFailure error={repairs.error} onRetry={() => void repairs.refetch()} />
      )}
      {repairs.isPending && <Skeleton className="h-16" />}
      {repairs.data?.length === 0 && <p className="text-ink-soft">{t('history.none')}</p>}
      <ul className="-my-2">
        {repairs.data?.map((repair) => (
          <HistoryRow key={repair.id} repair={repair} meter={meter} mayChange={mayChange} />
        ))}
      </ul>
    </Card>
  );
}

function HistoryRow({ repair, meter, mayChange }: { repair: RepairRow; meter: MeterRow; mayChange: boolean }) {
  const { t } = useTranslation('readings');
  const format = useFormat();
  const userId = useUserId();
  const undo = useUndoRepair();
  const amount = (used: number) => format.amount(meter.utility, used);
  const { used_before: before, used_after: after, first_day: first, last_day: last } = repair;
  const writeDay = (day: string) => format.date(dateOf(day), { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const days =
    first === null || last === null
      ? undefined
      : first === last
        ? writeDay(first)
        : t('history.days', { first: writeDay(first), last: writeDay(last) });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-b-0">
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{t(`history.kind.${repair.kind}`)}</p>
        <p className="figures text-small text-ink-soft">
          {format.dateTime(Date.parse(repair.made_at))} ·{' '}
          {t(repair.made_by === userId ? 'history.by.you' : 'history.by.member')}
        </p>
        {days !== undefined && (
          <p className="figures text-small text-ink-soft">
            {days}: {t('history.use', { before: amount(before).text, after: amount(after).text })}
          </p>
        )}
      </div>
      {repair.undone_at !== null && <Badge>{t('history.undone')}</Badge>}
      {repair.undone_at === null && mayChange && (
        <Button look="secondary" size="small" pending={undo.isPending} onClick={() => undo.mutate(repair.id)}>
          {t('undo')}
        </Button>
      )}
    </li>
  );
}

/** Takes a repair back, and says so. */
export function useUndoRepair() {
  const { t } = useTranslation('readings');
  const words = useFailureMessages();
  const reload = useReloadFigures();
  return useMutation({
    mutationFn: (id: string | number) => callService(undoRepair, { params: { id } }),
    onSuccess: () => notify(t('undone')),
    onError: (error) => notify(t('failed'), words.ofThrown(error), 'alert'),
    onSettled: reload,
  });
}
