import { type RadioChoice, RadioOptions } from './radio-options.tsx';

export interface ChoiceChipsProps<T extends string> extends RadioChoice<T> {
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
