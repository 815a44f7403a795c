import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat, useHousehold, useRights } from '#shell/household/household.ts';
import { useForm } from '#shell/parts/form.tsx';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import type { Format } from '#shell/text/format.ts';
import { Button, IconButton } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormAlert, SelectField, TextField } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { Switch } from '#shell/ui/switch.tsx';
import type { ConnectedDevice, DeviceSchedule } from '#supabase/tables/index.ts';
import { PlaceForm } from '../place-form.tsx';
import {
  addSchedule,
  daysText,
  enableSchedule,
  everyDay,
  minuteOf,
  removeSchedule,
  type Schedule,
  schedulesQuery,
  useReloadSchedules,
  useWhenText,
  weekdays,
} from './schedule-api.ts';

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

interface Planned {
  action: 'on' | 'off';
  about: 'clock' | 'sunrise' | 'sunset';
  clock: string;
  offset: string;
  days: number;
}

const offsets = [-60, -30, -15, 0, 15, 30, 60];

function ScheduleForm({ device }: { device: ConnectedDevice }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const whenText = useWhenText();
  const household = useHousehold().data;
  const reload = useReloadSchedules(device.id);
  const add = useMutation({
    mutationFn: (schedule: Schedule) => addSchedule(device.household_id, device.id, schedule),
    onSettled: reload,
  });
  const form = useForm<Planned>({
    values: { action: 'on', about: 'clock', clock: '18:00', offset: '0', days: everyDay },
    send: async ({ action, about: when, clock, offset, days }) => {
      if (!isWhole) return;
      const due =
        when === 'clock'
          ? { minute: minuteOf(clock), sun: null, offset_min: 0 }
          : { minute: null, sun: when, offset_min: Number(offset) };
      await add.mutateAsync({ ...due, is_on: action === 'on', days });
    },
  });
  const { about, clock: typed, days: chosen } = form.values;
  const needsPlace = about !== 'clock' && (household?.latitude ?? null) === null;
  const isWhole = chosen !== 0 && (about !== 'clock' || minuteOf(typed) !== null) && !needsPlace;
  return (
    <form {...form.props} className="space-y-4">
      <h3 className="font-semibold">{t('schedules.new')}</h3>
      <div className="flex flex-wrap items-end gap-3">
        <SegmentedControl
          {...form.control('action')}
          label={t('schedules.action')}
          options={[
            { value: 'on', label: t('schedules.on') },
            { value: 'off', label: t('schedules.off') },
          ]}
        />
        <SelectField
          {...form.field('about')}
          label={t('schedules.about')}
          fieldClass="min-w-40 flex-1"
          options={[
            { value: 'clock', label: t('schedules.clock') },
            { value: 'sunrise', label: t('schedules.sunriseName') },
            { value: 'sunset', label: t('schedules.sunsetName') },
          ]}
        />
        {about === 'clock' ? (
          <TextField {...form.field('clock')} label={t('schedules.time')} fieldClass="w-36" type="time" />
        ) : (
          <SelectField
            {...form.field('offset')}
            label={t('schedules.time')}
            fieldClass="min-w-44 flex-1"
            options={offsets.map((minutes) => ({
              value: String(minutes),
              label: whenText({ minute: null, sun: about, offset_min: minutes }),
            }))}
          />
        )}
      </div>
      <DayChips {...form.control('days')} format={format} />
      {needsPlace && household && <PlaceForm household={household} text={t('schedules.place.text')} />}
      <FormAlert>{form.alert}</FormAlert>
      <div className="flex justify-end">
        <Button type="submit" pending={form.isPending} disabled={!isWhole}>
          {t('form.add')}
        </Button>
      </div>
    </form>
  );
}

interface DayChipsProps {
  /** Bit 0 is Monday. */
  value: number;
  format: Format;
  onChange: (days: number) => void;
}

/** Any days of the week. */
function DayChips({ value: days, format, onChange }: DayChipsProps) {
  const { t } = useTranslation('devices');
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-1.5 text-small font-semibold">{t('schedules.days')}</legend>
      {weekdays(format).map(({ bit, short, long }) => (
        <label
          key={bit}
          className="relative inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-full border border-line bg-card px-3 text-small font-semibold text-ink-soft has-checked:border-leaf has-checked:bg-leaf-soft has-checked:text-leaf has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf forced-colors:has-checked:outline-2"
        >
          <input
            type="checkbox"
            className="sr-only"
            aria-label={long}
            checked={(days & bit) !== 0}
            onChange={() => onChange(days ^ bit)}
          />
          <span aria-hidden="true">{short}</span>
        </label>
      ))}
    </fieldset>
  );
}
