import { useMutation } from '@tanstack/react-query';
import type { ConnectedDevice } from '@wattershed/database';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat, useHousehold } from '../../platform/household.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Select } from '../../ui/select.tsx';
import { DayChips } from './day-chips.tsx';
import { useFailureWords } from '../../platform/failure-words.ts';
import { PlaceForm } from './place-form.tsx';
import { addSchedule, type Schedule, useReloadSchedules } from './schedule-api.ts';
import { everyDay, minuteOf } from './schedule-text.ts';
import { useWhenText } from './use-when-text.ts';

type About = 'clock' | 'sunrise' | 'sunset';

const offsets = [-60, -30, -15, 0, 15, 30, 60];

export function ScheduleForm({ device }: { device: ConnectedDevice }) {
  const { t } = useTranslation('devices');
  const words = useFailureWords();
  const format = useFormat();
  const whenText = useWhenText();
  const household = useHousehold().data;
  const reload = useReloadSchedules(device.id);
  const [action, setAction] = useState<'on' | 'off'>('on');
  const [about, setAbout] = useState<About>('clock');
  const [clock, setClock] = useState('18:00');
  const [offset, setOffset] = useState(0);
  const [days, setDays] = useState(everyDay);
  const add = useMutation({
    mutationFn: (schedule: Schedule) => addSchedule(device.household_id, device.id, schedule),
    onSettled: reload,
  });
  const minute = minuteOf(clock);
  const needsPlace = about !== 'clock' && (household?.latitude ?? null) === null;
  const isWhole = days !== 0 && (about !== 'clock' || minute !== null) && !needsPlace;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole) return;
    const when =
      about === 'clock' ? { minute, sun: null, offset_min: 0 } : { minute: null, sun: about, offset_min: offset };
    add.mutate({ ...when, is_on: action === 'on', days });
  };
  return (
    <form className="space-y-4" onSubmit={submit} noValidate>
      <h3 className="font-semibold">{t('schedules.new')}</h3>
      <div className="flex flex-wrap items-end gap-3">
        <SegmentedControl
          label={t('schedules.action')}
          value={action}
          onChange={setAction}
          options={[
            { value: 'on', label: t('schedules.on') },
            { value: 'off', label: t('schedules.off') },
          ]}
        />
        <Field label={t('schedules.about')} className="min-w-40 flex-1">
          {(control) => (
            <Select
              {...control}
              value={about}
              onChange={(event) => setAbout(event.target.value as About)}
              options={[
                { value: 'clock', label: t('schedules.clock') },
                { value: 'sunrise', label: t('schedules.sunriseName') },
                { value: 'sunset', label: t('schedules.sunsetName') },
              ]}
            />
          )}
        </Field>
        {about === 'clock' ? (
          <Field label={t('schedules.time')} className="w-36">
            {(control) => (
              <Input {...control} type="time" value={clock} onChange={(event) => setClock(event.target.value)} />
            )}
          </Field>
        ) : (
          <Field label={t('schedules.time')} className="min-w-44 flex-1">
            {(control) => (
              <Select
                {...control}
                value={String(offset)}
                onChange={(event) => setOffset(Number(event.target.value))}
                options={offsets.map((minutes) => ({
                  value: String(minutes),
                  label: whenText({ minute: null, sun: about, offset_min: minutes }),
                }))}
              />
            )}
          </Field>
        )}
      </div>
      <DayChips days={days} format={format} onChange={setDays} />
      {needsPlace && household && <PlaceForm household={household} />}
      {add.error !== null && (
        <p role="alert" className="rounded-control bg-alert-soft px-3 py-2 text-alert">
          {words.ofThrown(add.error)}
        </p>
      )}
      <div className="flex justify-end">
        <Button type="submit" pending={add.isPending} disabled={!isWhole}>
          {t('form.add')}
        </Button>
      </div>
    </form>
  );
}
