import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LocateFixed, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat, useHousehold, useRights } from '#shell/household/household.ts';
import { type Household, membershipsKey } from '#shell/household/memberships.ts';
import { useForm } from '#shell/parts/form.tsx';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useUserId } from '#shell/session/session.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import type { Format } from '#shell/text/format.ts';
import { Button, IconButton } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { Field, FormAlert, Input, SelectField, TextField } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { Switch } from '#shell/ui/switch.tsx';
import type { ConnectedDevice, DeviceSchedule } from '#supabase/tables/index.ts';
import {
  addSchedule,
  daysText,
  enableSchedule,
  everyDay,
  minuteOf,
  removeSchedule,
  savePlace,
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
      {needsPlace && household && <PlaceForm household={household} />}
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

/** Where the home stands: the sun rises and sets by it. Asked for when it is needed first. */
function PlaceForm({ household }: { household: Household }) {
  const { t } = useTranslation('devices');
  const words = useFailureMessages();
  const queryClient = useQueryClient();
  const isOwner = useUserId() === household.owner_id;
  const [latitude, setLatitude] = useState('');
  const [longitude, setLongitude] = useState('');
  const save = useMutation({
    mutationFn: () => savePlace(household, Number(latitude), Number(longitude)),
    onError: (error) => notify(t('schedules.failed'), words.ofThrown(error), 'alert'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [membershipsKey] }),
  });
  if (!isOwner) return <p className="text-small text-ink-soft">{t('schedules.place.onlyOwner')}</p>;
  const isPlace = isBetween(latitude, 90) && isBetween(longitude, 180);
  const locate = () =>
    navigator.geolocation?.getCurrentPosition(
      ({ coords }) => {
        setLatitude(coords.latitude.toFixed(2));
        setLongitude(coords.longitude.toFixed(2));
      },
      () => notify(t('schedules.place.refused'), t('schedules.place.byHand'), 'alert'),
    );
  return (
    <fieldset className="rounded-control border border-line bg-paper p-4">
      <legend className="px-1 text-small font-semibold">{t('schedules.place.title')}</legend>
      <p className="mb-3 text-small text-ink-soft">{t('schedules.place.text')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('schedules.place.latitude')} className="w-28">
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={latitude}
              placeholder="18.52"
              onChange={(event) => setLatitude(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('schedules.place.longitude')} className="w-28">
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={longitude}
              placeholder="73.86"
              onChange={(event) => setLongitude(event.target.value)}
            />
          )}
        </Field>
        <Button look="quiet" icon={<LocateFixed className="size-5" aria-hidden />} onClick={locate}>
          {t('schedules.place.here')}
        </Button>
        <Button look="secondary" disabled={!isPlace} pending={save.isPending} onClick={() => save.mutate()}>
          {t('form.save')}
        </Button>
      </div>
    </fieldset>
  );
}

function isBetween(text: string, most: number): boolean {
  return text.trim() !== '' && Math.abs(Number(text)) <= most;
}
