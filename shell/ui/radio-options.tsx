import { useId } from 'react';

/** A choice of one among several, however it looks. */
export interface RadioChoice<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

export interface RadioOptionsProps<T extends string> extends Omit<RadioChoice<T>, 'label'> {
  /** The look of one option. */
  className: string;
}

/** Real radio buttons underneath, so arrows move between them; their labels are what is seen. */
export function RadioOptions<T extends string>({ value, options, onChange, className }: RadioOptionsProps<T>) {
  const name = useId();
  return options.map((option) => (
    <label
      key={option.value}
      className={`relative inline-flex cursor-pointer items-center text-small font-semibold text-ink-soft transition-colors duration-150 has-checked:text-leaf has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf ${className}`}
    >
      <input
        type="radio"
        name={name}
        value={option.value}
        checked={option.value === value}
        onChange={() => onChange(option.value)}
        className="sr-only"
      />
      {option.label}
    </label>
  ));
}
