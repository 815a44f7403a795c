import { useMutation, useQuery } from '@tanstack/react-query';
import type { ConnectedDevice, DeviceSchedule } from '#supabase/tables/index.ts';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { useRights } from '#shell/household/household-role.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { IconButton } from '#shell/ui/button.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { Switch } from '#shell/ui/switch.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { daysText, enableSchedule, removeSchedule, schedulesQuery, useReloadSchedules } from './schedule-api.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { useWhenText } from './use-when-text.ts';

/** When a device is switched by itself. */
export function SchedulesDialog({ device, onClose }: { device: ConnectedDevice | undefined; onClose: () => void }) {
  const { t } = useTranslation('devices');
  return (
    <Dialog
      open={device !== undefined}
      onClose={onClose}
      closeLabel={t('close')}
      title={t('schedules.title', { name: device?.name ?? '' })}
      description={t('schedules.text')}
    >
      {device !== undefined && <Schedules device={device} />}
    </Dialog>
  );
}

function Schedules({ device }: { device: ConnectedDevice }) {
  const { t } = useTranslation('devices');
  const schedules = useQuery(schedulesQuery(device.id));
  const rights = useRights().data;
  // A schedule is a switch that waits: it takes the same right. Only the owner deletes.
  const mayPlan = rights?.mayWrite === true && rights.maySwitch(device.room);
  if (schedules.isError && schedules.data === undefined)
    return <LoadFailure error={schedules.error} onRetry={() => void schedules.refetch()} />;
  if (schedules.data === undefined) return <Skeleton className="h-40" />;
  return (
    <>
      {schedules.data.length === 0 ? (
        <p className="mb-5">{t('schedules.none')}</p>
      ) : (
        <ul className="mb-5">
          {schedules.data.map((schedule) => (
            <ScheduleRow
              key={schedule.id}
              schedule={schedule}
              mayPlan={mayPlan}
              mayDelete={rights?.mayDelete === true}
            />
          ))}
        </ul>
      )}
      {mayPlan ? <ScheduleForm device={device} /> : <p className="text-ink-soft">{t('schedules.notYours')}</p>}
    </>
  );
}

interface ScheduleRowProps {
  schedule: DeviceSchedule;
  mayPlan: boolean;
  mayDelete: boolean;
}

function ScheduleRow({ schedule, mayPlan, mayDelete }: ScheduleRowProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const words = useFailureMessages();
  const whenText = useWhenText();
  const reload = useReloadSchedules(schedule.device_id);
  const onError = (error: unknown) => notify(t('schedules.failed'), words.ofThrown(error), 'alert');
  const enable = useMutation({
    mutationFn: () => enableSchedule(schedule.id, !schedule.is_enabled),
    onError,
    onSettled: reload,
  });
  const remove = useMutation({ mutationFn: () => removeSchedule(schedule.id), onError, onSettled: reload });
  const what = `${t(schedule.is_on ? 'schedules.on' : 'schedules.off')} · ${whenText(schedule)}`;
  const next = schedule.next_at === null ? undefined : format.dateTime(Date.parse(schedule.next_at));
  const days = daysText(schedule.days, format) ?? t('schedules.everyDay');
  return (
    <li className="flex items-center gap-2 border-b border-line py-3">
      <div className="min-w-0 flex-1">
        <p className="figures font-semibold">{what}</p>
        <p className="figures text-small text-ink-soft">
          {days}
          {schedule.is_enabled && next !== undefined && ` · ${t('schedules.next', { at: next })}`}
          {schedule.is_enabled && next === undefined && schedule.is_planned && ` · ${t('schedules.never')}`}
        </p>
      </div>
      <Switch
        checked={schedule.is_enabled}
        pending={enable.isPending}
        disabled={!mayPlan}
        label={t('schedules.enabled', { what })}
        onChange={() => enable.mutate()}
      />
      {mayDelete && (
        <IconButton
          label={t('schedules.remove', { what })}
          icon={<Trash2 className="size-5" aria-hidden />}
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        />
      )}
    </li>
  );
}
