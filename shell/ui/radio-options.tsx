import { useId } from 'react';

/** A choice of one among several, however it looks. */
interface RadioChoice<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

interface RadioOptionsProps<T extends string> extends Omit<RadioChoice<T>, 'label'> {
  /** The look of one option. */
  className: string;
}

/** Real radio buttons underneath, so arrows move between them; their labels are what is seen. */
function RadioOptions<T extends string>({ value, options, onChange, className }: RadioOptionsProps<T>) {
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

type SegmentedControlProps<T extends string> = RadioChoice<T>;

/** A few choices side by side; in two rows where one is too narrow. */
export function SegmentedControl<T extends string>({ label, ...choice }: SegmentedControlProps<T>) {
  return (
    <fieldset className="inline-flex max-w-full min-w-0 flex-wrap rounded-control border border-line bg-paper p-0.5">
      <legend className="sr-only">{label}</legend>
      <RadioOptions
        {...choice}
        className="min-h-10 rounded-[8px] px-3 has-checked:bg-card has-checked:shadow-[0_1px_3px_rgb(23_33_43/0.15)]"
      />
    </fieldset>
  );
}

/** With its label above it. */
export function SegmentedField<T extends string>(choice: SegmentedControlProps<T>) {
  return (
    <div>
      <p aria-hidden className="mb-1.5 text-small font-semibold">
        {choice.label}
      </p>
      <SegmentedControl {...choice} />
    </div>
  );
}

interface ChoiceChipsProps<T extends string> extends RadioChoice<T> {
  /** The label stands before the choices instead of being heard only. */
  isLabelShown?: boolean;
}

/** One of several, in as many lines as they need. */
export function ChoiceChips<T extends string>({ label, isLabelShown = false, ...choice }: ChoiceChipsProps<T>) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className={isLabelShown ? 'mb-1.5 text-small font-semibold' : 'sr-only'}>{label}</legend>
      <RadioOptions
        {...choice}
        className="min-h-11 rounded-full border border-line bg-card px-4 hover:border-ink-soft/50 has-checked:border-leaf has-checked:bg-leaf-soft forced-colors:has-checked:outline-2"
      />
    </fieldset>
  );
}
