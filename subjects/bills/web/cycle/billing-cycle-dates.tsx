import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#shell/ui/button.tsx';
import { Field } from '#shell/ui/field.tsx';
import { Select } from '#shell/ui/select.tsx';
import { useBillFormat } from '../use-bill-format.ts';
import { daysOfMonth, monthDay, maxDates, partsOf, presetOf, presets, spreadDates } from './billing-cycle-rule.ts';

export interface BillingCycleDatesProps {
  /** MM-DD. */
  dates: readonly string[];
  isRefused: boolean;
  /** Left out for whoever may only look. */
  onChange: ((dates: readonly string[]) => void) | undefined;
}

/** Days of the year on which a bill begins: every so many months, or a list of their own. */
export function BillingCycleDates({ dates, isRefused, onChange }: BillingCycleDatesProps) {
  const { t } = useTranslation('billing-market');
  const { format, shortDay } = useBillFormat();
  const preset = presetOf(dates);
  const [isList, setList] = useState(preset === undefined);
  const [first = '01-01'] = dates;
  const written = format.list(dates.map((date) => shortDay(`2026-${date}`)));
  const summary = (
    <p role="status" className="text-small">
      {t('cycle.begins', { days: written })}
    </p>
  );
  if (onChange === undefined) return summary;
  const isPreset = !isList && preset !== undefined;
  const free = () => {
    const { month, day } = partsOf(dates.at(-1) ?? '12-01');
    const all = Array.from({ length: maxDates }, (_, i) => monthDay(((month + i) % 12) + 1, day));
    return all.find((date) => !dates.includes(date)) ?? '01-01';
  };
  return (
    <>
      <Field label={t('cycle.every')}>
        {(control) => (
          <Select
            {...control}
            className="max-w-80"
            options={[
              ...presets.map((months) => ({
                value: String(months),
                label: months === 12 ? t('cycle.year') : t('cycle.months', { count: months }),
              })),
              { value: '', label: t('cycle.list') },
            ]}
            value={isPreset ? String(preset) : ''}
            onChange={({ target: { value } }) => {
              setList(value === '');
              if (value !== '') onChange(spreadDates(first, Number(value)));
            }}
          />
        )}
      </Field>
      {isPreset ? (
        <>
          <BillingCycleDate
            label={t('cycle.first')}
            date={first}
            onChange={(date) => onChange(spreadDates(date, preset))}
          />
          {summary}
        </>
      ) : (
        <>
          <ul aria-label={t('cycle.dates')} className="space-y-2">
            {dates.map((date, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- two may be the same while they are edited
              <li key={i}>
                <BillingCycleDate
                  n={i + 1}
                  date={date}
                  onChange={(next) => onChange(dates.with(i, next))}
                  onRemove={dates.length > 1 ? () => onChange(dates.toSpliced(i, 1)) : undefined}
                />
              </li>
            ))}
          </ul>
          {isRefused && (
            <p role="alert" className="text-small text-alert">
              {t('cycle.twice')}
            </p>
          )}
          {dates.length < maxDates && (
            <Button
              look="secondary"
              size="small"
              icon={<Plus className="size-4" aria-hidden />}
              onClick={() => onChange([...dates, free()])}
            >
              {t('cycle.addDay')}
            </Button>
          )}
        </>
      )}
    </>
  );
}

interface BillingCycleDateProps {
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
function BillingCycleDate({ label, n, date, onChange, onRemove }: BillingCycleDateProps) {
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
