import { Field } from '#shell/ui/field.tsx';
import { Input } from '#shell/ui/input.tsx';

export interface AmountInputProps {
  label: string;
  value: string;
  error: string | undefined;
  placeholder?: string;
  onChange: (value: string) => void;
}

/** A number as one types it: with a comma or a point, right-aligned like every figure. */
export function AmountInput({ label, value, error, placeholder, onChange }: AmountInputProps) {
  return (
    <Field label={label} error={error} className="flex flex-col justify-end">
      {(control) => (
        <Input
          {...control}
          className="figures text-right"
          inputMode="decimal"
          autoComplete="off"
          maxLength={18}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
