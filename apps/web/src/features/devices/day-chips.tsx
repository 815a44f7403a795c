import { useTranslation } from 'react-i18next';
import type { Format } from '../../platform/format.ts';
import { weekdays } from './schedule-text.ts';

export interface DayChipsProps {
  /** Bit 0 is Monday. */
  days: number;
  format: Format;
  onChange: (days: number) => void;
}

/** Any days of the week. */
export function DayChips({ days, format, onChange }: DayChipsProps) {
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
