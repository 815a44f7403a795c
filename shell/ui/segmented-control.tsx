import { type RadioChoice, RadioOptions } from './radio-options.tsx';

export type SegmentedControlProps<T extends string> = RadioChoice<T>;

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
