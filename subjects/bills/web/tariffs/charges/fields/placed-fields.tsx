import type { ReactNode } from 'react';
import { Field } from '#shell/ui/field.tsx';
import { Input } from '#shell/ui/input.tsx';
import { Select, type SelectOption } from '#shell/ui/select.tsx';
import { AmountInput } from '../../prices/amount-input.tsx';
import { useFaultAt } from './fault-context.ts';

export interface PlacedProps {
  /** Where a fault of it is said, such as `charges.c2.rate`. */
  place: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function PlacedAmount({ place, ...rest }: PlacedProps & { placeholder?: string }) {
  return <AmountInput {...rest} error={useFaultAt()(place)} />;
}

export interface PlacedTextProps extends PlacedProps {
  hint?: ReactNode;
  type?: 'text' | 'date';
  maxLength?: number;
  placeholder?: string;
  className?: string;
}

export function PlacedText({ place, label, value, onChange, hint, className, ...input }: PlacedTextProps) {
  return (
    <Field label={label} hint={hint} error={useFaultAt()(place)} {...(className !== undefined && { className })}>
      {(control) => (
        <Input
          {...control}
          {...input}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

export interface PlacedSelectProps<Value extends string> extends Omit<PlacedProps, 'value' | 'onChange'> {
  value: Value;
  options: readonly (SelectOption & { value: Value })[];
  hint?: ReactNode;
  className?: string;
  onChange: (value: Value) => void;
}

export function PlacedSelect<Value extends string>(props: PlacedSelectProps<Value>) {
  const { place, label, value, options, hint, className, onChange } = props;
  return (
    <Field label={label} hint={hint} error={useFaultAt()(place)} className={className ?? 'flex flex-col justify-end'}>
      {(control) => (
        <Select
          {...control}
          options={options}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
        />
      )}
    </Field>
  );
}

/** What is wrong with the whole of a place; nothing where nothing is. */
export function PlaceFault({ place }: { place: string }) {
  const fault = useFaultAt()(place);
  return (
    fault !== undefined && (
      <p role="alert" className="mb-2 text-small text-alert">
        {fault}
      </p>
    )
  );
}
