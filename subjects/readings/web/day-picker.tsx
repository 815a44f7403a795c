import type { ConnectedDevice } from '#supabase/tables/index.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { addDays } from '#shell/text/local-day.ts';
import { Field } from '#shell/ui/field.tsx';
import { IconButton } from '#shell/ui/button.tsx';
import { Input } from '#shell/ui/input.tsx';
import { Select } from '#shell/ui/select.tsx';
import type { MeterRow } from './readings-queries.ts';

export interface DayPickerProps {
  meters: readonly MeterRow[];
  devices: readonly ConnectedDevice[];
  meter: MeterRow;
  day: string;
  onMeter: (id: number) => void;
  onDay: (day: string) => void;
}

export function DayPicker({ meters, devices, meter, day, onMeter, onDay }: DayPickerProps) {
  const { t } = useTranslation('readings');
  const nameOf = ({ device_id: deviceId, key }: MeterRow) =>
    `${devices.find(({ id }) => id === deviceId)?.name ?? key} (${key})`;
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3">
      <Field label={t('meter')} className="min-w-0 flex-1 basis-64 sm:max-w-sm">
        {(control) => (
          <Select
            {...control}
            value={String(meter.id)}
            onChange={({ target }) => onMeter(Number(target.value))}
            options={meters.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
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
