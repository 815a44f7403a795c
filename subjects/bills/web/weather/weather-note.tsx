import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BillChanges } from '../../contract/billing.ts';
import type { KeptTemperatures } from '../../contract/weather.ts';
import { Thermometer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { useHousehold, useRights } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { Button, buttonStyle } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { billingKey } from '../billing-queries.ts';
import {
  DayFigures,
  removeTemperatures,
  TemperatureFileForm,
  useKeptTemperatures,
  useWeatherFormat,
} from './temperatures.tsx';

/** What can be said of the weather's part in a change, and the way to the temperatures that it rests on. */
export function WeatherNote({ weather }: { weather: BillChanges['weather'] }) {
  const { t } = useTranslation('billing-weather');
  const mayWrite = useRights().data?.mayWrite === true;
  const [isOpen, setOpen] = useState(false);
  if (weather === null || (weather === 'missing' && !mayWrite)) return null;
  return (
    <div className="mt-3 border-t border-line pt-2">
      {weather !== 'missing' && <p className="text-small text-ink-soft">{t(`note.${weather}`)}</p>}
      <Button
        look="quiet"
        size="small"
        className="-ml-3 text-left"
        icon={<Thermometer className="size-[18px] shrink-0" aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t(weather === 'missing' ? 'give' : 'open')}
      </Button>
      <TemperaturesDialog open={isOpen} mayWrite={mayWrite} onClose={() => setOpen(false)} />
    </div>
  );
}

interface TemperaturesDialogProps {
  open: boolean;
  mayWrite: boolean;
  onClose: () => void;
}

/** Which outdoor temperatures are kept, and where others are brought. */
function TemperaturesDialog({ open, mayWrite, onClose }: TemperaturesDialogProps) {
  const { t } = useTranslation(['billing-weather', 'billing']);
  const householdId = useHousehold().data?.id;
  const mayDelete = useRights().data?.mayDelete === true;
  return (
    <Dialog open={open} onClose={onClose} closeLabel={t('billing:close')} title={t('title')} description={t('text')}>
      {householdId !== undefined && (
        <>
          <KeptDays householdId={householdId} mayDelete={mayDelete} />
          {mayWrite && (
            <Link
              to="/devices/connect#pulls"
              className={buttonStyle({ look: 'quiet', size: 'small', className: '-mt-3 mb-3 -ml-3' })}
            >
              {t('fetch')}
            </Link>
          )}
          {mayWrite && <TemperatureFileForm householdId={householdId} onDone={onClose} />}
        </>
      )}
    </Dialog>
  );
}

interface KeptDaysProps {
  householdId: string;
  mayDelete: boolean;
}

/** What is kept: from when to when, how many days, where there are gaps; and the way to delete it. */
function KeptDays({ householdId, mayDelete }: KeptDaysProps) {
  const { t } = useTranslation('billing-weather');
  const kept = useKeptTemperatures();
  const [isRemoving, setRemoving] = useState(false);
  if (kept.isLoading) return <Skeleton className="mb-6 h-28" />;
  if (kept.data === undefined) return <LoadFailure error={kept.error} onRetry={() => void kept.refetch()} />;
  const { days, from, to } = kept.data;
  return (
    <section aria-label={t('kept.title')} className="mb-6">
      {days === 0 || from === null || to === null ? (
        <p className="rounded-control bg-paper px-4 py-3 text-ink-soft">{t('kept.nothing')}</p>
      ) : (
        <>
          <KeptFigures kept={kept.data} from={from} to={to} />
          {mayDelete && (
            <Button
              look="quiet"
              size="small"
              className="-ml-3 mt-1"
              icon={<Trash2 className="size-[18px]" aria-hidden />}
              onClick={() => setRemoving(true)}
            >
              {t('remove.button')}
            </Button>
          )}
        </>
      )}
      <RemoveDialog open={isRemoving} householdId={householdId} days={days} onClose={() => setRemoving(false)} />
    </section>
  );
}

function KeptFigures({ kept, from, to }: { kept: KeptTemperatures; from: string; to: string }) {
  const { t } = useTranslation('billing-weather');
  const { format, days } = useWeatherFormat();
  return (
    <DayFigures
      title={t('kept.title')}
      figures={[
        [t('figures.days'), days(from, to)],
        [t('figures.count'), format.number(kept.days)],
        [t('figures.missing'), format.number(kept.missing)],
      ]}
    >
      {kept.gaps.length > 0 && (
        <p className="mt-1.5 text-small text-ink-soft">
          {t('kept.gaps', { days: format.list(kept.gaps.map((gap) => days(gap.from, gap.to))) })}
        </p>
      )}
    </DayFigures>
  );
}

interface RemoveDialogProps {
  open: boolean;
  householdId: string;
  days: number;
  onClose: () => void;
}

function RemoveDialog({ open, householdId, days, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('billing-weather');
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeTemperatures(householdId),
    onSuccess: async () => {
      notify(t('remove.done'));
      onClose();
      await queries.invalidateQueries({ queryKey: billingKey });
    },
    onError: () => notify(t('remove.failed'), undefined, 'alert'),
  });
  return (
    <ConfirmDialog
      open={open}
      title={t('remove.title')}
      confirmLabel={t('remove.confirm')}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t('remove.text', { count: days })}</p>
    </ConfirmDialog>
  );
}
