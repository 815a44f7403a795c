export interface ProgressProps {
  label: string;
  /** From 0 to 1; left out while the end is not known. */
  value?: number;
  /** What the reader hears and sees, e.g. "12,400 of 50,000 rows". */
  text?: string;
}

export function Progress({ label, value, text }: ProgressProps) {
  return (
    <div>
      <div className="mb-1.5 flex justify-between gap-4 text-small">
        <span className="font-semibold">{label}</span>
        {text !== undefined && <span className="figures text-ink-soft">{text}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value === undefined ? undefined : Math.round(value * 100)}
        aria-valuetext={text}
        className="h-3 overflow-hidden rounded-full bg-line"
      >
        <div
          className={
            value === undefined
              ? 'h-full w-1/3 animate-breathe rounded-full bg-leaf'
              : 'h-full rounded-full bg-leaf transition-[width] duration-200'
          }
          style={value === undefined ? undefined : { width: `${Math.min(1, Math.max(0, value)) * 100}%` }}
        />
      </div>
    </div>
  );
}
