export interface CheckChipsProps<Value extends string | number> {
  label: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onChange: (chosen: readonly Value[]) => void;
}

/** Any of several: checkboxes underneath, their labels are what is seen. What is chosen stands in the order of the options. */
export function CheckChips<Value extends string | number>({
  label,
  options,
  chosen,
  onChange,
}: CheckChipsProps<Value>) {
  const toggle = (value: Value, isChosen: boolean) =>
    onChange(options.map((option) => option.value).filter((one) => (one === value ? isChosen : chosen.includes(one))));
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-full border border-line bg-card px-3 text-small font-semibold text-ink-soft hover:border-ink-soft/50 has-checked:border-leaf has-checked:bg-leaf-soft has-checked:text-leaf has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf forced-colors:has-checked:outline-2"
          >
            <input
              type="checkbox"
              className="sr-only"
              checked={chosen.includes(option.value)}
              onChange={(event) => toggle(option.value, event.target.checked)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
