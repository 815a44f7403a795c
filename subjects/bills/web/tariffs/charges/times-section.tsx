import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { textIn } from '#catalogue/index.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { Button, IconButton } from '#shell/ui/button.tsx';
import { Field, Input } from '#shell/ui/field.tsx';
import type { DayClass } from '../../../domain/tariff/plan.ts';
import { libraryQuery } from '../tariff-api.ts';
import {
  dayPresets,
  freshKey,
  type PeriodDraft,
  type PlanDraft,
  presetNames,
  presetOf,
  type RuleDraft,
  type TimesDraft,
  type WindowDraft,
} from './plan-draft.ts';
import { changed, moved, withoutPeriod, withoutTimes, withPeriod, withRule } from './edit-draft.ts';
import { AddButton, CheckChips, Fold, MoveButtons, useDayNames } from './fields/charge-controls.tsx';
import { PlacedSelect, PlacedText, PlaceFault, useFaultAt } from './fields/placed-fields.tsx';

interface TimesSectionProps {
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

interface RuleLineProps {
  rule: RuleDraft;
  number: number;
  periods: readonly PeriodDraft[];
  isFirst: boolean;
  isLast: boolean;
  onChange: (part: Partial<RuleDraft>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

const monToFri: readonly DayClass[] = ['mon', 'tue', 'wed', 'thu', 'fri'];

/** When a period holds: on which days, at which hours, in which months. */
function RuleLine({ rule, number, periods, isFirst, isLast, onChange, onMove, onRemove }: RuleLineProps) {
  const { t } = useTranslation('billing-charges');
  const { days: dayNames, months } = useDayNames();
  const place = `times.rules.${rule.key}`;
  const preset = (rule.isChosen ? undefined : presetOf(rule.days)) ?? 'chosen';
  return (
    <li className="rounded-card border border-line p-4">
      <div className="mb-2 flex items-start justify-between gap-3">
        <h4 className="font-semibold">{t('times.line', { number })}</h4>
        <MoveButtons
          name={t('times.line', { number })}
          isFirst={isFirst}
          isLast={isLast}
          onMove={onMove}
          onRemove={onRemove}
        />
      </div>
      <PlaceFault place={place} />
      <div className="space-y-3">
        <div className="grid grid-cols-2 items-start gap-3">
          <PlacedSelect
            place={`${place}.period`}
            label={t('times.period')}
            value={rule.period}
            options={periods.map(({ key, name }, i) => ({
              value: key,
              label: name.trim() === '' ? t('times.unnamed', { number: i + 1 }) : name,
            }))}
            onChange={(period) => onChange({ period })}
          />
          <PlacedSelect
            place={`${place}.days`}
            label={t('days.label')}
            value={preset}
            options={[...presetNames, 'chosen' as const].map((value) => ({ value, label: t(`days.presets.${value}`) }))}
            onChange={(value) =>
              onChange({ isChosen: value === 'chosen', days: value === 'chosen' ? monToFri : dayPresets[value] })
            }
          />
        </div>
        {preset === 'chosen' && (
          <CheckChips
            label={t('days.presets.chosen')}
            options={dayNames}
            chosen={rule.days}
            onChange={(days) => onChange({ days })}
          />
        )}
        <Windows
          windows={rule.windows}
          place={place}
          line={t('times.line', { number })}
          onChange={(windows) => onChange({ windows })}
        />
        <Fold label={t('times.months')} isOpen={rule.months.length > 0}>
          <CheckChips
            label={t('months')}
            options={months}
            chosen={rule.months}
            onChange={(chosen) => onChange({ months: chosen })}
          />
        </Fold>
      </div>
    </li>
  );
}

interface WindowsProps {
  windows: readonly WindowDraft[];
  place: string;
  line: string;
  onChange: (windows: readonly WindowDraft[]) => void;
}

function Windows({ windows, place, line, onChange }: WindowsProps) {
  const { t } = useTranslation('billing-charges');
  const faultAt = useFaultAt();
  return (
    <div>
      {windows.length === 0 && <p className="text-small text-ink-soft">{t('times.allDay')}</p>}
      <ul className="space-y-2">
        {windows.map((window) => (
          <li key={window.key} className="flex items-start gap-2">
            {(['from', 'to'] as const).map((end) => (
              <Field
                key={end}
                label={t(`times.${end}`)}
                error={end === wrongEnd(window) ? faultAt(`${place}.${window.key}`) : undefined}
                className="flex-1"
              >
                {(control) => (
                  <Input
                    {...control}
                    className="figures"
                    autoComplete="off"
                    maxLength={5}
                    placeholder={end === 'from' ? '08:00' : '22:00'}
                    value={window[end]}
                    onChange={(event) => onChange(changed(windows, window.key, { [end]: event.target.value }))}
                  />
                )}
              </Field>
            ))}
            <IconButton
              label={t('times.removeHours', { line })}
              icon={<X className="size-5" aria-hidden />}
              className="mt-7"
              onClick={() => onChange(windows.filter((one) => one !== window))}
            />
          </li>
        ))}
      </ul>
      <AddButton onClick={() => onChange([...windows, { key: freshKey('w', windows), from: '', to: '' }])}>
        {t('times.addHours')}
      </AddButton>
    </div>
  );
}

/** Which of the two clock times cannot be read. */
function wrongEnd({ from }: WindowDraft): 'from' | 'to' {
  return /^([01]?\d|2[0-4])([:.][0-5]\d)?$/.test(from.trim()) ? 'to' : 'from';
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
