import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { BillingCycleDate } from './billing-cycle-date.tsx';
import { monthDay, mostDates, partsOf, presetOf, presets, spreadDates } from './billing-cycle-rule.ts';
import { useBillFormat } from '../use-bill-format.ts';

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
    const all = Array.from({ length: mostDates }, (_, i) => monthDay(((month + i) % 12) + 1, day));
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
          {dates.length < mostDates && (
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
