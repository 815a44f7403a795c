import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import type { EntryFaults } from './tariff-entry.ts';

export interface StartFieldProps {
  value: string;
  fault: EntryFaults['validFrom'];
  onChange: (day: string) => void;
}

/** From which day a tariff is in force. */
export function StartField({ value, fault, onChange }: StartFieldProps) {
  const { t } = useTranslation('billing');
  return (
    <Field
      label={t('form.validFrom')}
      hint={t('form.validFromHint')}
      error={fault === undefined ? undefined : t(`form.${fault}`)}
    >
      {(control) => (
        <Input
          {...control}
          type="date"
          className="sm:max-w-52"
          min="2000-01-01"
          max="2099-12-31"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
