import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { addDays } from '#shell/text/local-day.ts';
import { IconButton } from '#shell/ui/button.tsx';
import { Input } from '#shell/ui/input.tsx';
import { SegmentedControl } from '#shell/ui/segmented-control.tsx';
import { Select } from '#shell/ui/select.tsx';
import { type AnalyticsRequest, freePeriod, withKind } from './analytics-request.ts';
import { comparisons, type Period, periodKinds, shiftPeriod } from './period.ts';
import { periodText } from './period-text.ts';

export interface AnalyticsControlsProps {
  request: AnalyticsRequest;
  today: string;
  onChange: (request: AnalyticsRequest) => void;
}

/** Which period, and what it is compared with. */
export function AnalyticsControls({ request, today, onChange }: AnalyticsControlsProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { period, comparison } = request;
  const shift = (by: -1 | 1) => onChange({ ...request, period: shiftPeriod(period, by), day: null });
  // Twelve months before and the same a year before are one and the same.
  const offered = comparisons.filter((choice) => choice !== 'year' || period.kind !== 'year');
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-3">
        <SegmentedControl
          label={t('controls.period')}
          value={period.kind}
          options={periodKinds.map((value) => ({ value, label: t(`controls.${value}`) }))}
          onChange={(kind) => onChange(withKind(request, kind, today))}
        />
        <div className="flex items-center">
          <IconButton
            label={t('controls.previous')}
            icon={<ChevronLeft className="size-5" aria-hidden />}
            onClick={() => shift(-1)}
          />
          <p aria-live="polite" className="figures min-w-34 text-center font-semibold">
            {periodText(period, format)}
          </p>
          <IconButton
            label={t('controls.next')}
            icon={<ChevronRight className="size-5" aria-hidden />}
            disabled={period.to > today}
            onClick={() => shift(1)}
          />
        </div>
      </div>
      {period.kind === 'custom' && (
        <CustomPeriod
          key={`${period.from} ${period.to}`}
          period={period}
          today={today}
          onChange={(chosen) => onChange({ ...request, period: chosen, day: null })}
        />
      )}
      <label className="flex items-center gap-2.5 text-small">
        <span className="font-semibold text-ink-soft">{t('controls.compare')}</span>
        <span className="w-52">
          <Select
            value={offered.includes(comparison) ? comparison : 'previous'}
            options={offered.map((value) => ({ value, label: t(`controls.compareChoice.${value}`) }))}
            onChange={({ target }) => {
              const chosen = comparisons.find((choice) => choice === target.value);
              if (chosen !== undefined) onChange({ ...request, comparison: chosen });
            }}
          />
        </span>
      </label>
    </div>
  );
}

interface CustomPeriodProps {
  period: Period;
  today: string;
  onChange: (period: Period) => void;
}

/** Both ends of a free period, with the browser's own calendar. */
function CustomPeriod({ period, today, onChange }: CustomPeriodProps) {
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
