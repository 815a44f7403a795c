import type { DayClass } from '../../../domain/tariff/plan.ts';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Field } from '#shell/ui/field.tsx';
import { IconButton } from '#shell/ui/button.tsx';
import { Input } from '#shell/ui/input.tsx';
import { AddButton } from './fields/add-button.tsx';
import { CheckChips } from './fields/check-chips.tsx';
import { dayPresets, presetNames, presetOf } from './day-presets.ts';
import { changed } from './edit-draft.ts';
import { useFaultAt } from './fields/fault-context.ts';
import { Fold } from './fields/fold.tsx';
import { MoveButtons } from './fields/move-buttons.tsx';
import { PlacedSelect, PlaceFault } from './fields/placed-fields.tsx';
import { freshKey, type PeriodDraft, type RuleDraft, type WindowDraft } from './plan-draft.ts';
import { useDayNames } from './fields/use-day-names.ts';

export interface RuleLineProps {
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
export function RuleLine({ rule, number, periods, isFirst, isLast, onChange, onMove, onRemove }: RuleLineProps) {
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

/** Which of the two clock times cannot be read. */
function wrongEnd({ from }: WindowDraft): 'from' | 'to' {
  return /^([01]?\d|2[0-4])([:.][0-5]\d)?$/.test(from.trim()) ? 'to' : 'from';
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
