import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/household.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Select } from '../../../ui/select.tsx';
import { type AnalyticsRequest, withKind } from './analytics-request.ts';
import { CustomPeriod } from './custom-period.tsx';
import { comparisons, periodKinds, shiftPeriod } from './period.ts';
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
