import { useTranslation } from 'react-i18next';
import { Input } from '../../../ui/input.tsx';
import { addDays } from '../../../platform/local-day.ts';
import { freePeriod } from './analytics-request.ts';
import type { Period } from './period.ts';

export interface CustomPeriodProps {
  period: Period;
  today: string;
  onChange: (period: Period) => void;
}

/** Both ends of a free period, with the browser's own calendar. */
export function CustomPeriod({ period, today, onChange }: CustomPeriodProps) {
  const { t } = useTranslation('analytics');
  const last = addDays(period.to, -1);
  const choose = (from: string, to: string) => {
    // While a date is being typed it may be none.
    if (from !== '' && to !== '' && (from !== period.from || to !== last)) onChange(freePeriod(from, to, today));
  };
  return (
    <div className="flex flex-wrap gap-3">
      <label className="flex items-center gap-2.5 text-small font-semibold text-ink-soft">
        {t('controls.from')}
        <span className="w-42">
          <Input
            type="date"
            defaultValue={period.from}
            max={today}
            onBlur={({ target }) => choose(target.value, last)}
            onChange={({ target }) => {
              if (target.value >= '1970-01-01') choose(target.value, last);
            }}
          />
        </span>
      </label>
      <label className="flex items-center gap-2.5 text-small font-semibold text-ink-soft">
        {t('controls.to')}
        <span className="w-42">
          <Input
            type="date"
            defaultValue={last}
            max={today}
            onChange={({ target }) => {
              if (target.value >= '1970-01-01') choose(period.from, target.value);
            }}
          />
        </span>
      </label>
    </div>
  );
}
