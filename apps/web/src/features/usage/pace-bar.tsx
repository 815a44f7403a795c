import { type Utility, utilities } from '@wattershed/catalogue';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import { classNames } from '../../ui/class-names.ts';
import type { TodayOutlook } from './today-outlook.ts';

export interface PaceBarProps {
  utility: Utility;
  used: number;
  outlook: TodayOutlook;
  isInvented: boolean;
}

/** Measured is full, what is likely to come is lighter and dotted, and a mark stands at a usual day's end. */
export function PaceBar({ utility, used, outlook, isInvented }: PaceBarProps) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const { usualDay, likelyHigh } = outlook;
  const whole = Math.max(usualDay, likelyHigh) * 1.12 || 1;
  const place = (amount: number) => Math.min(100, (amount / whole) * 100);
  const share = (amount: number) => `${place(amount)}%`;
  const { fill, edge } = utilities[utility].look;
  const usual = format.amount(utility, usualDay).text;
  return (
    <div className="mt-1" aria-hidden="true">
      <div className="relative h-6 text-small text-ink-soft">
        <span className="absolute bottom-0 pr-1 whitespace-nowrap" style={{ right: `${100 - place(usualDay)}%` }}>
          {t('today.usualDay', { usual })}
        </span>
      </div>
      <div className="relative h-3">
        <span className="absolute inset-0 rounded-full bg-line" />
        <span
          className={classNames('absolute inset-y-0 left-0 rounded-full border border-dotted opacity-35', fill, edge)}
          style={{ width: share(likelyHigh) }}
        />
        <span
          className={classNames('absolute inset-y-0 left-0 rounded-full', fill, isInvented && 'opacity-70')}
          style={{ width: share(used) }}
        />
        <span className="absolute -inset-y-1 w-0.5 bg-ink" style={{ left: share(usualDay) }} />
      </div>
    </div>
  );
}
