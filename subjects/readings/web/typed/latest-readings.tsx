import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { baseUnits, unitName } from '#catalogue/index.ts';
import { registerOf } from '#catalogue/registers.ts';
import { askTables } from '#shell/data/tables.ts';
import { useDevices } from '#shell/household/connected-devices.ts';
import { useFormat, useHousehold } from '#shell/household/household.ts';
import { useLatestUsage } from '#shell/household/latest-usage.ts';
import { Button } from '#shell/ui/button.tsx';
import type { Meter } from '#supabase/tables/index.ts';
import type { TypedMeter } from './meter-choice.tsx';
import { TypeReading } from './type-reading.tsx';

type RegisterRow = Pick<Meter, 'id' | 'device_id' | 'utility' | 'reading_kind' | 'register_unit'>;

/** Meters of the home that have a register to be read. */
export function useTypedMeters(): readonly TypedMeter[] {
  const householdId = useHousehold().data?.id;
  const { data: devices = [] } = useDevices();
  const { data: meters = [] } = useQuery({
    queryKey: ['meters', householdId ?? null, 'registers'],
    queryFn: () =>
      askTables<RegisterRow[]>((tables) =>
        tables
          .from('meters')
          .select('id,device_id,utility,reading_kind,register_unit')
          .eq('household_id', householdId ?? '')
          .order('id', { ascending: true }),
      ),
    enabled: householdId !== undefined,
  });
  return meters
    .filter(({ reading_kind: kind }) => kind !== 'interval')
    .map(({ id, device_id: deviceId, utility, register_unit: unit }) => ({
      id,
      name: devices.find((one) => one.id === deviceId)?.name ?? '',
      utility,
      unit,
    }));
}

/** What was read last, and whether it is usage yet; another reading is one press away. */
export function LatestReadings() {
  const { t } = useTranslation('readings');
  const format = useFormat();
  const household = useHousehold().data;
  const meters = useTypedMeters();
  const { data: latest } = useLatestUsage();
  const [isOpen, setOpen] = useState(false);
  const [last] = (latest?.meters ?? []).filter(({ lastAt, lastValue }) => lastAt !== null && lastValue !== null);
  const meter = meters.find(({ id }) => String(id) === last?.meterId);
  if (last === undefined || meter === undefined) return null;
  const { unit, digits } = registerOf(meter.utility, meter.unit, household?.units ?? 'metric');
  const shown = format.quantity((last.lastValue ?? 0) / baseUnits[unit], digits, unitName(unit)).text;
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 rounded-control bg-paper px-4 py-1.5 text-small">
      <p className="py-1.5 text-ink-soft">
        <span className="figures">{t('typed.waiting', { name: meter.name, value: shown })}</span>
        {last.rateState === 'first' && <span className="block text-ink">{t('typed.first.only')}</span>}
      </p>
      <Button look="quiet" size="small" className="-mr-3" onClick={() => setOpen(true)}>
        {t('typed.another')}
      </Button>
      <TypeReading meters={isOpen ? [meter] : undefined} onClose={() => setOpen(false)} />
    </div>
  );
}
