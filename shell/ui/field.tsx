import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Input, TextArea } from './input.tsx';
import { Select, type SelectOption } from './select.tsx';

export interface FieldControlProps {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  className?: string | undefined;
  /** Receives the id and the aria attributes that tie the control to its label, hint and error. */
  children: (control: FieldControlProps) => ReactNode;
}

export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  const hasError = error !== undefined && error !== null && error !== '';
  const hasHint = hint !== undefined && !hasError;
  const describedBy = hasError ? `${id}-error` : hasHint ? `${id}-hint` : undefined;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      {children({ id, 'aria-invalid': hasError || undefined, 'aria-describedby': describedBy })}
      {hasHint && (
        <p id={`${id}-hint`} className="mt-1.5 text-small text-ink-soft">
          {hint}
        </p>
      )}
      {hasError && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small text-alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** A control with its label; what is not of the label is of the control. */
type Labelled<P> = Omit<P, 'id' | 'aria-invalid' | 'aria-describedby'> &
  Pick<FieldProps, 'label' | 'hint' | 'error'> & { fieldClass?: string };

export function TextField({ label, hint, error, fieldClass, ...input }: Labelled<ComponentProps<'input'>>) {
  return (
    <Field label={label} hint={hint} error={error} className={fieldClass}>
      {(control) => <Input {...control} {...input} />}
    </Field>
  );
}

export function AreaField({ label, hint, error, fieldClass, ...area }: Labelled<ComponentProps<'textarea'>>) {
  return (
    <Field label={label} hint={hint} error={error} className={fieldClass}>
      {(control) => <TextArea {...control} {...area} />}
    </Field>
  );
}

type SelectFieldProps = Labelled<ComponentProps<'select'>> & { options: readonly SelectOption[] };

export function SelectField({ label, hint, error, fieldClass, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={fieldClass}>
      {(control) => <Select {...control} {...select} />}
    </Field>
  );
}

/** Why what was sent was not taken, where no field is to blame; nothing while there is nothing to say. */
export function FormAlert({ className, children }: { className?: string; children: ReactNode }) {
  if (children === undefined || children === null || children === false) return null;
  return (
    <p role="alert" className={classNames('rounded-control bg-alert-soft px-3 py-2 text-alert', className)}>
      {children}
    </p>
  );
}

export interface FormActionsProps extends Pick<ComponentProps<typeof Button>, 'look' | 'pending' | 'disabled'> {
  submit: string;
  cancel: string;
  onCancel: () => void;
  inPage?: boolean;
  className?: string;
}

/** The end of a form: in a dialog on the right, in a page below its fields. */
export function FormActions({ submit, cancel, onCancel, inPage = false, className, ...button }: FormActionsProps) {
  const parts = [
    <Button key="cancel" look="secondary" onClick={onCancel}>
      {cancel}
    </Button>,
    <Button key="submit" type="submit" {...button}>
      {submit}
    </Button>,
  ];
  return (
    <div className={classNames('flex flex-wrap gap-3', !inPage && 'justify-end', className)}>
      {inPage ? parts.reverse() : parts}
    </div>
  );
}
