import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import type { EnteredDays } from './export-period.ts';

export interface ExportDaysProps {
  days: EnteredDays;
  /** The id of what is said to be wrong with them. */
  faultId: string | undefined;
  onChange: (days: EnteredDays) => void;
}

/** The first and the last day, both in it. */
export function ExportDays({ days, faultId, onChange }: ExportDaysProps) {
  const { t } = useTranslation('billing-export');
  return (
    <div className="grid grid-cols-2 gap-3">
      {(['first', 'last'] as const).map((name) => (
        <Field key={name} label={t(name)}>
          {(control) => (
            <Input
              {...control}
              type="date"
              min="2000-01-01"
              max="2099-12-31"
              aria-invalid={faultId !== undefined || undefined}
              aria-describedby={faultId}
              value={days[name]}
              onChange={(event) => onChange({ ...days, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
