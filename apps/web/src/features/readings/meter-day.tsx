import { useQuery } from '@tanstack/react-query';
import type { ConnectedDevice } from '@wattershed/database';
import { CalendarX2, Gauge, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { serviceNow } from '../../platform/clock.ts';
import { useHousehold } from '../../platform/household.ts';
import { useLatestUsage } from '../../platform/latest-usage.ts';
import { useRights } from '../../platform/household-role.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DayPicker } from './day-picker.tsx';
import { DayReadings } from './day-readings.tsx';
import { type MeterRow, readingsQuery } from './readings-queries.ts';
import { RepairDialog } from './repair-dialog.tsx';
import { firstDay, type RepairTask } from './repair-entry.ts';
import { RepairHistory } from './repair-history.tsx';
import { SetAside } from './set-aside.tsx';

export interface MeterDayProps {
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
  const [task, setTask] = useState<RepairTask>();
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
      <SetAside meter={meter} onTask={onTask} />
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
      <RepairDialog task={task} meter={meter} day={day} onClose={() => setTask(undefined)} />
    </>
  );
}
