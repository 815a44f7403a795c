import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import type { TemperatureUnit } from './temperatures-api.ts';

const units = ['celsius', 'fahrenheit', 'tenths'] as const;

/** What the numbers of a file are, where it does not say so itself. */
export function UnitField({ unit, onUnit }: { unit: TemperatureUnit; onUnit: (unit: TemperatureUnit) => void }) {
  const { t } = useTranslation('billing-weather');
  return (
    <div>
      <p aria-hidden className="mb-1.5 text-small font-semibold">
        {t('units.label')}
      </p>
      <SegmentedControl
        label={t('units.label')}
        value={unit}
        options={units.map((value) => ({ value, label: t(`units.${value}`) }))}
        onChange={onUnit}
      />
    </div>
  );
}
