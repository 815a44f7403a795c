import { Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '#shell/text/local-day.ts';
import { Button, IconButton } from '#shell/ui/button.tsx';
import { Field, Input, Select } from '#shell/ui/field.tsx';
import type { BillingCycleRow } from '#supabase/tables/index.ts';
import { isTariffDay } from '../tariffs/prices/simple-plan.ts';
import { useBillFormat } from '../use-bill-format.ts';

/** When bills begin: on the household's day of each month, on days of the year (MM-DD), or when the meter was read. */
export type CycleChoice = { kind: 'day' } | { kind: 'dates' | 'reads'; days: readonly string[] };
export type CycleKind = CycleChoice['kind'];

export function choiceOf(row: BillingCycleRow | null | undefined): CycleChoice {
  if (row === null || row === undefined) return { kind: 'day' };
  return { kind: row.kind, days: row.kind === 'dates' ? row.month_days : row.read_days };
}

export function isSameChoice(a: CycleChoice, b: CycleChoice): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

// Bills that begin on days of the year.

interface BillingCycleDatesProps {
  /** MM-DD. */
  dates: readonly string[];
  isRefused: boolean;
  /** Left out for whoever may only look. */
  onChange: ((dates: readonly string[]) => void) | undefined;
}

const maxDates = 12;

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

/** Days that every month has. */
const daysOfMonth = 28;
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

const presets = [2, 3, 6, 12] as const;

/** Every how many months these dates come; undefined where they are a list of their own. */
export function presetOf(dates: readonly string[]): number | undefined {
  const [first] = dates;
  if (first === undefined) return undefined;
  const key = [...dates].sort().join();
  return presets.find((months) => spreadDates(first, months).join() === key);
}

const monthsInYear = 12;

/** The same day of every so many months, from a first one on. */
export function spreadDates(first: string, everyMonths: number): string[] {
  const { month, day } = partsOf(first);
  return Array.from({ length: monthsInYear / everyMonths }, (_, i) =>
    monthDay(((month - 1 + i * everyMonths) % monthsInYear) + 1, day),
  ).sort();
}

function monthDay(month: number, day: number): string {
  return `${two(month)}-${two(day)}`;
}

const two = (n: number): string => String(n).padStart(2, '0');

function partsOf(date: string): { month: number; day: number } {
  const [month = 1, day = 1] = date.split('-').map(Number);
  return { month, day };
}

// Bills that begin when the meter was read.

interface BillingCycleReadsProps {
  reads: readonly string[];
  today: string;
  isRefused: boolean;
  /** Left out for whoever may only look. */
  onChange: ((reads: readonly string[]) => void) | undefined;
}

/** The days on which the meter was read, the newest first, and when the next is expected. */
export function BillingCycleReads({ reads, today, isRefused, onChange }: BillingCycleReadsProps) {
  const { t } = useTranslation('billing-market');
  const write = useBillFormat();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<'readMissing' | 'readTwice'>();
  const input = useRef<HTMLInputElement>(null);
  const expected = expectedRead(reads);
  const add = () => {
    const wrong =
      !isTariffDay(typed) || typed > today ? 'readMissing' : reads.includes(typed) ? 'readTwice' : undefined;
    setFault(wrong);
    input.current?.focus();
    if (wrong !== undefined) return;
    setTyped('');
    onChange?.([...reads, typed].sort());
  };
  return (
    <>
      {onChange !== undefined && (
        <div className="flex items-end gap-2">
          <Field
            label={t('cycle.read')}
            error={fault !== undefined ? t(`cycle.${fault}`) : isRefused ? t('cycle.readsNone') : undefined}
            className="min-w-0"
          >
            {(control) => (
              <span className="flex gap-2">
                <Input
                  {...control}
                  ref={input}
                  type="date"
                  className="w-44 min-w-0"
                  min="2000-01-01"
                  max={today}
                  value={typed}
                  onChange={(event) => {
                    setFault(undefined);
                    setTyped(event.target.value);
                  }}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter') add();
                  }}
                />
                <Button look="secondary" onClick={add}>
                  {t('cycle.add')}
                </Button>
              </span>
            )}
          </Field>
        </div>
      )}
      {reads.length > 0 && (
        <ul aria-label={t('cycle.reads')} className="max-h-64 overflow-y-auto">
          {reads.toReversed().map((read) => (
            <li key={read} className="flex min-h-11 items-center justify-between gap-2 sm:max-w-80">
              <span className="figures">{write.day(read)}</span>
              {onChange !== undefined && (
                <IconButton
                  label={t('cycle.removeDay', { day: write.day(read) })}
                  icon={<X className="size-[18px]" aria-hidden />}
                  onClick={() => onChange(reads.filter((one) => one !== read))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {expected !== undefined && (
        <p role="status" className="text-small">
          {t('cycle.expected', { day: write.day(expected) })}
        </p>
      )}
    </>
  );
}

/** As the service expects it after a single reading. */
const usualDays = 30;
const dayMs = 86_400_000;

/** The day after the last reading by as much as lies between readings mostly, as the service expects it. */
export function expectedRead(reads: readonly string[]): string | undefined {
  const sorted = [...reads].sort();
  const last = sorted.at(-1);
  if (last === undefined) return undefined;
  const gaps = sorted
    .slice(1)
    .map((read, i) => (Date.parse(read) - Date.parse(sorted[i] ?? read)) / dayMs)
    .sort((a, b) => a - b);
  return addDays(last, gaps[Math.floor(gaps.length / 2)] ?? usualDays);
}
