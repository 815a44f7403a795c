import { useId } from 'react';

export interface ChoiceChipsProps<T extends string> {
  label: string;
  /** The label stands before the choices instead of being heard only. */
  isLabelShown?: boolean;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

/** One of several, in as many lines as they need; real radio buttons underneath, so arrows move between them. */
export function ChoiceChips<T extends string>({
  label,
  isLabelShown = false,
  value,
  options,
  onChange,
}: ChoiceChipsProps<T>) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className={isLabelShown ? 'mb-1.5 text-small font-semibold' : 'sr-only'}>{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex min-h-11 cursor-pointer items-center rounded-full border border-line bg-card px-4 text-small font-semibold text-ink-soft transition-colors duration-150 hover:border-ink-soft/50 has-checked:border-leaf has-checked:bg-leaf-soft has-checked:text-leaf has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf forced-colors:has-checked:outline-2"
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
      ))}
    </fieldset>
  );
}
