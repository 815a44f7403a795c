import { X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { daysOfMonth, monthDay, partsOf } from './billing-cycle-rule.ts';
import { useBillFormat } from '../use-bill-format.ts';

export interface BillingCycleDateProps {
  /** Seen above; without it `n` tells the dates of a list apart. */
  label?: string;
  n?: number;
  /** MM-DD. */
  date: string;
  onChange: (date: string) => void;
  onRemove?: (() => void) | undefined;
}

const days = Array.from({ length: daysOfMonth }, (_, i) => ({ value: String(i + 1), label: String(i + 1) }));

/** A day of every year. */
export function BillingCycleDate({ label, n, date, onChange, onRemove }: BillingCycleDateProps) {
  const { t } = useTranslation('billing-market');
  const write = useBillFormat();
  const id = useId();
  const { month, day } = partsOf(date);
  const months = Array.from({ length: 12 }, (_, i) => ({
    value: String(i + 1),
    label: write.month(`2026-${monthDay(i + 1, 1)}`, 'long'),
  }));
  return (
    <div role={label === undefined ? undefined : 'group'} aria-labelledby={label === undefined ? undefined : id}>
      {label !== undefined && (
        <p id={id} className="mb-1.5 text-small font-semibold">
          {label}
        </p>
      )}
      <div className="flex items-center gap-2">
        <Select
          aria-label={n === undefined ? t('cycle.day') : t('cycle.dayOf', { n })}
          className="w-24 shrink-0"
          options={days}
          value={String(day)}
          onChange={(event) => onChange(monthDay(month, Number(event.target.value)))}
        />
        <Select
          aria-label={n === undefined ? t('cycle.month') : t('cycle.monthOf', { n })}
          className="w-40 min-w-0"
          options={months}
          value={String(month)}
          onChange={(event) => onChange(monthDay(Number(event.target.value), day))}
        />
        {onRemove !== undefined && (
          <IconButton
            label={t('cycle.removeDay', { day: write.shortDay(`2026-${date}`) })}
            icon={<X className="size-[18px]" aria-hidden />}
            onClick={onRemove}
          />
        )}
      </div>
    </div>
  );
}
