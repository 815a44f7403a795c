import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

type InputProps = ComponentProps<'input'>;

/** What a kind of text asks of the keyboard and of the browser's memory. */
const byType: Partial<Record<string, InputProps>> = {
  email: { inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false },
  tel: { inputMode: 'tel', autoComplete: 'tel' },
};

export function Input({ className, type = 'text', ...rest }: InputProps) {
  return <input className={classNames('control', className)} type={type} {...byType[type]} {...rest} />;
}

/** Grows with what is written where the browser can, and is pulled larger by hand elsewhere. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea className={classNames('control block min-h-28 resize-y py-2.5 leading-normal', className)} {...rest} />
  );
}

export interface SelectOption {
  value: string;
  label: string;
}

interface SelectProps extends ComponentProps<'select'> {
  options: readonly SelectOption[];
}

/** The browser's own list: it opens as a wheel on phones and works with every keyboard and reader. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className={classNames('relative block', className)}>
      <select className="control appearance-none pr-10" {...rest}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-ink-soft"
        aria-hidden
      />
    </span>
  );
}

interface FieldControlProps {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps {
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

interface FormActionsProps extends Pick<ComponentProps<typeof Button>, 'look' | 'pending' | 'disabled'> {
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
