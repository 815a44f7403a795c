import { classNames } from '../../ui/class-names.ts';

export interface ScaleLabelsProps {
  top: number;
  unit: string;
  side: 'left' | 'right';
  write: (value: number, digits?: number) => string;
}

/** The round numbers of one scale, beside its end of the chart. */
export function ScaleLabels({ top, unit, side, write }: ScaleLabelsProps) {
  const digits = top < 2 ? 2 : top < 10 ? 1 : 0;
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'figures flex h-full flex-col justify-between text-small leading-none text-ink-soft',
        side === 'left' ? 'text-right' : 'text-left',
      )}
    >
      <span className="-translate-y-1/2">
        {write(top, digits)}
        <span className="block pt-1 text-[0.75rem]">{unit}</span>
      </span>
      <span>{write(top / 2, digits)}</span>
      <span className="translate-y-1/2">0</span>
    </div>
  );
}
