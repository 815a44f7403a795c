import { textIn } from '#catalogue/index.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#shell/text/use-language.ts';
import { Button, IconButton } from '#shell/ui/button.tsx';
import { libraryQuery } from '../tariff-api.ts';
import { AddButton } from './fields/add-button.tsx';
import { changed, moved, withoutPeriod, withoutTimes, withPeriod, withRule } from './edit-draft.ts';
import { PlacedSelect, PlacedText, PlaceFault } from './fields/placed-fields.tsx';
import type { PlanDraft, TimesDraft } from './plan-draft.ts';
import { RuleLine } from './rule-line.tsx';

export interface TimesSectionProps {
  draft: PlanDraft;
  onChange: (draft: PlanDraft) => void;
  onStart: () => void;
}

/** Periods of the day, week and year, for prices that differ by time. */
export function TimesSection({ draft, onChange, onStart }: TimesSectionProps) {
  const { t } = useTranslation('billing-charges');
  const { times } = draft;
  return (
    <section>
      <h3 className="text-title">{t('times.title')}</h3>
      {times === null ? (
        <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
          <p className="text-small text-ink-soft">{t('times.none')}</p>
          <Button look="secondary" size="small" icon={<Plus className="size-4" aria-hidden />} onClick={onStart}>
            {t('times.start')}
          </Button>
        </div>
      ) : (
        <Times
          times={times}
          calendars={draft.kept.calendars ?? {}}
          onChange={(part) => onChange({ ...draft, times: { ...times, ...part } })}
          onRemovePeriod={(key) => onChange(withoutPeriod(draft, key))}
          onRemove={() => onChange(withoutTimes(draft))}
        />
      )}
    </section>
  );
}

interface TimesProps {
  times: TimesDraft;
  calendars: NonNullable<PlanDraft['kept']['calendars']>;
  onChange: (part: Partial<TimesDraft>) => void;
  onRemovePeriod: (key: string) => void;
  onRemove: () => void;
}

function Times({ times, calendars, onChange, onRemovePeriod, onRemove }: TimesProps) {
  const { t } = useTranslation('billing-charges');
  const { periods, rules } = times;
  return (
    <div className="mt-2 space-y-4">
      <PeriodNames times={times} onChange={onChange} onRemovePeriod={onRemovePeriod} />
      <div>
        <p className="mb-2 text-small text-ink-soft">{t('times.text')}</p>
        <PlaceFault place="times" />
        <ol className="space-y-3">
          {rules.map((rule, i) => (
            <RuleLine
              key={rule.key}
              rule={rule}
              number={i + 1}
              periods={periods}
              isFirst={i === 0}
              isLast={i === rules.length - 1}
              onChange={(part) => onChange({ rules: changed(rules, rule.key, part) })}
              onMove={(by) => onChange({ rules: moved(rules, i, by) })}
              onRemove={() => onChange({ rules: rules.filter((one) => one !== rule) })}
            />
          ))}
        </ol>
        <Button
          look="quiet"
          size="small"
          className="mt-1 -ml-3"
          icon={<Plus className="size-5" aria-hidden />}
          onClick={() => onChange(withRule(times))}
        >
          {t('times.addLine')}
        </Button>
      </div>
      <DayFields times={times} calendars={calendars} onChange={onChange} />
      <Button look="quiet" size="small" className="-ml-3" onClick={onRemove}>
        {t('times.remove')}
      </Button>
    </div>
  );
}

/** Which days are holidays, and when a day begins. */
function DayFields({ times, calendars, onChange }: Pick<TimesProps, 'times' | 'calendars' | 'onChange'>) {
  const { t } = useTranslation('billing-charges');
  const language = useLanguage();
  const { data: library } = useQuery(libraryQuery);
  const own = Object.entries(calendars).map(([value, { name }]) => ({
    value,
    label: textIn(name ?? value, language),
  }));
  const known = (library?.calendars ?? []).map(({ id, name }) => ({
    value: id,
    label: textIn(name, language),
  }));
  const options = [{ value: '', label: t('times.noHolidays') }, ...own];
  const others = known.filter(({ value }) => !options.some((option) => option.value === value));
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <PlacedSelect
        place="times.holidays"
        label={t('times.holidays')}
        value={times.holidays}
        options={[...options, ...others]}
        onChange={(holidays) => onChange({ holidays })}
      />
      <PlacedText
        place="times.dayStarts"
        label={t('times.dayStarts')}
        maxLength={5}
        placeholder="00:00"
        className="flex flex-col justify-end"
        value={times.dayStarts}
        onChange={(dayStarts) => onChange({ dayStarts })}
      />
    </div>
  );
}

function PeriodNames({ times, onChange, onRemovePeriod }: Pick<TimesProps, 'times' | 'onChange' | 'onRemovePeriod'>) {
  const { t } = useTranslation('billing-charges');
  const { periods } = times;
  return (
    <div>
      <ul className="grid gap-2 sm:grid-cols-2">
        {periods.map(({ key, name }, i) => (
          <li key={key} className="flex items-start gap-1">
            <PlacedText
              place={`times.periods.${key}`}
              label={t('times.name', { number: i + 1 })}
              maxLength={60}
              className="min-w-0 flex-1"
              value={name}
              onChange={(text) => onChange({ periods: changed(periods, key, { name: text }) })}
            />
            <IconButton
              label={t('times.removePeriod', { number: i + 1 })}
              icon={<X className="size-5" aria-hidden />}
              className="mt-7"
              disabled={periods.length === 1}
              onClick={() => onRemovePeriod(key)}
            />
          </li>
        ))}
      </ul>
      <AddButton onClick={() => onChange(withPeriod(times))}>{t('times.addPeriod')}</AddButton>
    </div>
  );
}
