import { useId } from 'react';

export interface SegmentedControlProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

/** A few choices side by side; real radio buttons underneath, so arrows move between them. */
export function SegmentedControl<T extends string>({ label, value, options, onChange }: SegmentedControlProps<T>) {
  const name = useId();
  return (
    <fieldset className="inline-flex rounded-control border border-line bg-paper p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="inline-flex min-h-10 cursor-pointer items-center rounded-[8px] px-3 text-small font-semibold text-ink-soft transition-colors duration-150 has-checked:bg-card has-checked:text-leaf has-checked:shadow-[0_1px_3px_rgb(23_33_43/0.15)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf"
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
