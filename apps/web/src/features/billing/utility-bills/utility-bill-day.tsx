import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';

export interface UtilityBillDayProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (day: string) => void;
}

export function UtilityBillDay({ label, value, error, onChange }: UtilityBillDayProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Input
          {...control}
          type="date"
          min="2000-01-01"
          max="2099-12-31"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
