import { Field, Input } from '#shell/ui/field.tsx';

interface AmountInputProps {
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

// Amounts of money and of units, which a thousands separator taken for a decimal one would make a thousand times too small.
// A price per unit is no such amount: three decimals are usual in it.

/** `1,250` and `12.500` can be thousands or decimals; `0,125`, `1250` and `1.2500` cannot. */
export function isThousands(typed: string): boolean {
  return /^[-−–]?[1-9]\d{0,2}([,.]\d{3})+$/.test(typed.replaceAll(/[\s\u00a0\u202f]/g, ''));
}

/** A plain decimal as a field shows it: with a zero more where it could be taken for thousands. */
export function writtenAmount(decimal: string): string {
  return /^-?[1-9]\d{0,2}\.\d{3}0*$/.test(decimal) ? `${decimal}0` : decimal;
}

/** The plain decimal that `writtenAmount` has written. */
export function amountWritten(decimal: string): string {
  return decimal.replace(/^(-?[1-9]\d{0,2}\.\d{3}0*)0$/, '$1');
}
