import { factsOf, unitName } from '@wattershed/catalogue';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import type { MeterRow } from './readings-queries.ts';
import type { EntryFault, RepairEntry, RepairTask } from './repair-entry.ts';

export interface RepairFieldsProps {
  task: RepairTask;
  meter: MeterRow;
  entry: RepairEntry;
  fault: { field: keyof RepairEntry; fault: EntryFault } | undefined;
  onChange: (changes: Partial<RepairEntry>) => void;
}

interface OneField {
  readonly field: keyof RepairEntry;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'date' | 'time';
}

/** What has to be said for a repair; for some nothing. */
export function RepairFields({ task, meter, entry, fault, onChange }: RepairFieldsProps) {
  const { t } = useTranslation('readings');
  const fields = useFields(task, meter);
  return (
    <div className="flex flex-wrap gap-4">
      {fields.map(({ field, label, hint, type }, i) => (
        <Field
          key={field}
          label={label}
          hint={hint}
          error={fault?.field === field ? t(`dialog.${fault.fault}`) : undefined}
          className={type === undefined ? 'w-full' : 'min-w-32 flex-1'}
        >
          {(control) => (
            <Input
              {...control}
              data-first-focus={i === 0 || undefined}
              {...(type === undefined ? { inputMode: 'decimal' as const, autoComplete: 'off' } : { type })}
              value={entry[field]}
              onChange={({ target }) => onChange({ [field]: target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

function useFields(task: RepairTask, { utility }: MeterRow): OneField[] {
  const { t } = useTranslation('readings');
  const unit = unitName(factsOf(utility).counter.unit);
  switch (task.kind) {
    case 'correct':
      return [{ field: 'value', label: t('dialog.correct.value', { unit }) }];
    case 'remove':
      return [
        { field: 'day', label: t('dialog.exchange.date'), type: 'date' },
        { field: 'from', label: t('dialog.remove.from'), type: 'time' },
        { field: 'to', label: t('dialog.remove.to'), type: 'time' },
      ];
    case 'exchange':
      return [
        { field: 'day', label: t('dialog.exchange.date'), type: 'date' },
        { field: 'from', label: t('dialog.exchange.time'), type: 'time' },
        { field: 'oldValue', label: t('dialog.exchange.oldValue', { unit }), hint: t('dialog.exchange.oldHint') },
        { field: 'newValue', label: t('dialog.exchange.newValue', { unit }) },
      ];
    case 'limits':
      return [
        { field: 'most', label: t(`dialog.limits.${utility}Most`), hint: t('dialog.limits.mostHint') },
        { field: 'gap', label: t('dialog.limits.gap'), hint: t('dialog.limits.gapHint') },
        {
          field: 'rollsOver',
          label: t('dialog.limits.rollsOver', { unit }),
          hint: t('dialog.limits.rollsOverHint'),
        },
      ];
    case 'believe':
    case 'discard':
    case 'start':
    case 'remove-one':
      return [];
  }
}
