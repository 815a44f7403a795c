import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { CalendarX2, ChevronLeft, ChevronRight, Gauge, Keyboard, RotateCcw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Utility } from '#catalogue/index.ts';
import { useFormat, useHousehold, useRights } from '#shell/household/household.ts';
import { useLatestUsage } from '#shell/household/latest-usage.ts';
import { useQuarantinedReadings } from '#shell/household/quarantined-readings.ts';
import { serviceNow } from '#shell/parts/clock.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { counterText } from '#shell/text/counter-text.ts';
import { addDays, dateOf } from '#shell/text/local-day.ts';
import { Button, IconButton } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Field, Input, Select } from '#shell/ui/field.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import type { ConnectedDevice } from '#supabase/tables/index.ts';
import type { MeterReadings } from '../contract/repairs.ts';
import { ReadingTable, type ReadingTableProps } from './reading-table.tsx';
import { type MeterRow, readingsQuery } from './readings-queries.ts';
import { RepairDialog, RepairHistory } from './repair-dialog.tsx';
import { firstDay, type RepairTask } from './repair-entry.ts';
import { TypeReading } from './typed/type-reading.tsx';

interface MeterDayProps {
  meters: readonly [MeterRow, ...MeterRow[]];
  devices: readonly ConnectedDevice[];
}

/** One meter and one local day: its readings, what can be put right, and what was. */
export function MeterDay({ meters, devices }: MeterDayProps) {
  const { t } = useTranslation('readings');
  const [search, setSearch] = useSearchParams();
  const timeZone = useHousehold().data?.time_zone ?? 'UTC';
  const latest = useLatestUsage();
  const mayWrite = useRights().data?.mayWrite ?? false;
  const isHome = useHousehold().data?.kind === 'home';
  const [task, setTask] = useState<RepairTask>();
  const [isTyping, setTyping] = useState(false);
  const meter = meters.find(({ id }) => String(id) === search.get('meter')) ?? meters[0];
  const last = latest.data?.meters.find(({ meterId }) => Number(meterId) === meter.id);
  // Where the latest reading is not known yet, the page waits instead of showing a day and then another.
  const isKnown = latest.data !== undefined || latest.isError;
  const day = firstDay(search.get('day'), last?.lastAt, serviceNow(), timeZone);
  const readings = useQuery({ ...readingsQuery(meter.id, day, timeZone), enabled: isKnown });
  const choose = (changes: Record<string, string>) => {
    setSearch((old) => ({ ...Object.fromEntries(old), ...changes }), { replace: true });
  };
  const onTask = mayWrite ? setTask : undefined;
  const iconClass = 'size-5';
  return (
    <>
      <Quarantined meter={meter} onTask={onTask} />
      <DayPicker
        meters={meters}
        devices={devices}
        meter={meter}
        day={day}
        onMeter={(id) => setSearch({ meter: String(id) }, { replace: true })}
        onDay={(next) => choose({ meter: String(meter.id), day: next })}
      />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)] lg:items-start">
        <DayReadings readings={readings} utility={meter.utility} day={day} onTask={onTask} />
        <div className="space-y-4">
          {mayWrite && isHome && meter.reading_kind !== 'interval' && (
            <Button
              className="w-full"
              icon={<Keyboard className={iconClass} aria-hidden />}
              onClick={() => setTyping(true)}
            >
              {t('type')}
            </Button>
          )}
          {mayWrite && (
            <Card title={t('repair.title')}>
              <div className="flex flex-col items-start gap-2">
                <Button
                  look="secondary"
                  icon={<CalendarX2 className={iconClass} aria-hidden />}
                  onClick={() => setTask({ kind: 'remove' })}
                >
                  {t('repair.remove')}
                </Button>
                {meter.reading_kind !== 'interval' && (
                  <Button
                    look="secondary"
                    icon={<RotateCcw className={iconClass} aria-hidden />}
                    onClick={() => setTask({ kind: 'exchange' })}
                  >
                    {t('repair.exchange')}
                  </Button>
                )}
                <Button
                  look="secondary"
                  icon={<Gauge className={iconClass} aria-hidden />}
                  onClick={() => setTask({ kind: 'limits' })}
                >
                  {t('repair.limits')}
                </Button>
              </div>
            </Card>
          )}
          <RepairHistory meter={meter} mayChange={mayWrite} />
        </div>
      </div>
      <TypeReading meters={isTyping ? [typedMeterOf(meter, devices)] : undefined} onClose={() => setTyping(false)} />
      <RepairDialog task={task} meter={meter} day={day} onClose={() => setTask(undefined)} />
    </>
  );
}

const nameOf = ({ device_id: deviceId, key }: MeterRow, devices: readonly ConnectedDevice[]) =>
  devices.find(({ id }) => id === deviceId)?.name ?? key;

const typedMeterOf = (meter: MeterRow, devices: readonly ConnectedDevice[]) => ({
  id: meter.id,
  name: nameOf(meter, devices),
  utility: meter.utility,
  unit: meter.register_unit,
});

interface QuarantinedProps {
  meter: MeterRow;
  onTask: ((task: RepairTask) => void) | undefined;
}

const shown = 5;

/** Readings of this meter that nobody believes until a person says so. */
function Quarantined({ meter, onTask }: QuarantinedProps) {
  const { t } = useTranslation('readings');
  const format = useFormat();
  const { data = [] } = useQuarantinedReadings(meter.quarantined);
  const waiting = data.filter(({ meterId }) => Number(meterId) === meter.id);
  const [first] = waiting;
  if (first === undefined) return null;
  return (
    <section className="mb-4 rounded-card border border-alert/30 bg-alert-soft p-4 sm:p-6">
      <h2 className="flex items-center gap-3 text-title">
        <TriangleAlert className="size-5 shrink-0 text-alert" aria-hidden />
        {t('repair.aside', { count: meter.quarantined })}
      </h2>
      <p className="mt-1 text-small text-ink-soft">{t(`repair.asideText.${first.reason}`)}</p>
      <ul className="figures mt-3 text-small">
        {waiting.slice(0, shown).map(({ id, at, value }) => (
          <li key={id}>
            {format.dateTime(Date.parse(at))}: {counterText(value, meter.utility, format.number)}
          </li>
        ))}
        {meter.quarantined > shown && <li>…</li>}
      </ul>
      {onTask !== undefined && (
        <div className="mt-4 flex flex-wrap gap-2">
          {first.reason !== 'negative-amount' && (
            <>
              <Button size="small" onClick={() => onTask({ kind: 'start', reading: first })}>
                {t('repair.exchange')}
              </Button>
              <Button look="secondary" size="small" onClick={() => onTask({ kind: 'believe' })}>
                {t('repair.believe')}
              </Button>
            </>
          )}
          <Button look="secondary" size="small" onClick={() => onTask({ kind: 'discard' })}>
            {t('repair.discard')}
          </Button>
        </div>
      )}
    </section>
  );
}

interface DayPickerProps {
  meters: readonly MeterRow[];
  devices: readonly ConnectedDevice[];
  meter: MeterRow;
  day: string;
  onMeter: (id: number) => void;
  onDay: (day: string) => void;
}

function DayPicker({ meters, devices, meter, day, onMeter, onDay }: DayPickerProps) {
  const { t } = useTranslation('readings');
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3">
      <Field label={t('meter')} className="min-w-0 flex-1 basis-64 sm:max-w-sm">
        {(control) => (
          <Select
            {...control}
            value={String(meter.id)}
            onChange={({ target }) => onMeter(Number(target.value))}
            options={meters.map((one) => ({ value: String(one.id), label: `${nameOf(one, devices)} (${one.key})` }))}
          />
        )}
      </Field>
      <div className="flex items-end gap-1">
        <Field label={t('day')} className="w-42">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={day}
              onChange={({ target }) => {
                // While a date is being typed it may be none.
                if (target.value >= '1970-01-01') onDay(target.value);
              }}
            />
          )}
        </Field>
        <IconButton
          label={t('before')}
          icon={<ChevronLeft className="size-5" aria-hidden />}
          onClick={() => onDay(addDays(day, -1))}
        />
        <IconButton
          label={t('after')}
          icon={<ChevronRight className="size-5" aria-hidden />}
          onClick={() => onDay(addDays(day, 1))}
        />
      </div>
    </div>
  );
}

interface DayReadingsProps {
  readings: UseQueryResult<MeterReadings>;
  utility: Utility;
  day: string;
  onTask: ReadingTableProps['onTask'];
}

/** The day in one sentence, and below it every reading. */
function DayReadings({ readings, utility, day, onTask }: DayReadingsProps) {
  const { t } = useTranslation('readings');
  const format = useFormat();
  const { data } = readings;
  const isSimulated = useHousehold().data?.kind === 'guest';
  const title = format.date(dateOf(day), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  return (
    <Card title={title}>
      {data === undefined && readings.isError && (
        <LoadFailure error={readings.error} onRetry={() => void readings.refetch()} />
      )}
      {data === undefined && !readings.isError && <Skeleton className="h-80" />}
      {data?.readings.length === 0 && (
        <StatePanel kind="empty" title={t('none.title')} text={isSimulated ? t('none.demo') : t('none.text')} />
      )}
      {data !== undefined && data.readings.length > 0 && (
        <>
          <Summary kept={data} utility={utility} />
          <ReadingTable kept={data} utility={utility} onTask={onTask} />
        </>
      )}
    </Card>
  );
}

function Summary({ kept: { readings }, utility }: { kept: MeterReadings; utility: Utility }) {
  const { t } = useTranslation('readings');
  const format = useFormat();
  const amount = (used: number) => format.amount(utility, used);
  const used = readings.reduce((sum, one) => sum + (one.used ?? 0), 0);
  const estimated = readings.reduce((sum, one) => sum + (one.estimated ? (one.used ?? 0) : 0), 0);
  return (
    <p className="figures mb-3 text-ink-soft">
      {t('summary', { count: readings.length, used: amount(used).text })}
      {estimated !== 0 && `, ${t('ofItEstimated', { amount: amount(estimated).text })}`}
    </p>
  );
}
