import { byUtility, factsOf, firstUtility, type Utility, utilityIds } from '@wattershed/catalogue';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useFormat } from '../../platform/household.ts';
import { classNames } from '../../ui/class-names.ts';
import type { Amount } from './amount.ts';
import { axisTop } from './axis.ts';
import { Bar } from './bar.tsx';
import { Readout } from './readout.tsx';
import { ScaleLabels } from './scale-labels.tsx';
import { useAmountText } from './amount-text.ts';
import type { UsePoint } from './week-points.ts';

export interface PairedBarsProps {
  label: string;
  points: readonly UsePoint[];
  /** Simulated and sample figures are drawn lighter. */
  isInvented: boolean;
}

/** The first has its scale at the left, every other at the right. */
const atRight = utilityIds.slice(1);
const columns = ['auto', 'minmax(0, 1fr)', ...atRight.map(() => 'auto')].join(' ');

/** All utilities side by side on a scale each; arrow keys, a finger or the pointer read one place at a time. */
export function PairedBars({ label, points, isInvented }: PairedBarsProps) {
  const format = useFormat();
  const [read, setRead] = useState<number>();
  const list = useRef<HTMLDivElement>(null);
  const amountText = useAmountText();
  const shown = Math.min(read ?? points.length - 1, points.length - 1);
  const unitOf = (utility: Utility) => factsOf(utility).amount[format.units];
  const height = (utility: Utility, amount: Amount | null) => (amount?.used ?? 0) / unitOf(utility).size;
  const topOf = (utility: Utility) => axisTop(Math.max(...points.map((point) => height(utility, point[utility]))));
  const top = byUtility(topOf);
  const scale = (utility: Utility, side: 'left' | 'right') => (
    <ScaleLabels key={utility} top={top[utility]} unit={unitOf(utility).unit} side={side} write={format.number} />
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: points.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const at = Math.max(0, Math.min(points.length - 1, target));
    setRead(at);
    (list.current?.children[at] as HTMLElement | undefined)?.focus();
  };

  return (
    <div className="flex flex-1 flex-col">
      <Readout point={points[shown]} />
      <div
        className="mt-4 grid flex-1 grid-rows-[1fr_auto] gap-x-2 sm:gap-x-3"
        style={{ gridTemplateColumns: columns }}
      >
        {scale(firstUtility, 'left')}
        <div className="relative min-h-44 sm:min-h-52">
          <div aria-hidden="true" className="absolute inset-0 flex flex-col justify-between">
            <span className="border-t border-line" />
            <span className="border-t border-line" />
            <span className="border-t border-ink-soft/50" />
          </div>
          <div
            ref={list}
            role="listbox"
            aria-label={label}
            aria-orientation="horizontal"
            tabIndex={-1}
            className="absolute inset-0 flex"
            onKeyDown={onKeyDown}
            onPointerLeave={() => setRead(undefined)}
          >
            {points.map((point, i) => (
              <div
                key={point.key}
                role="option"
                aria-selected={i === shown}
                aria-label={`${point.name}: ${amountText.all(point)}`}
                tabIndex={i === shown ? 0 : -1}
                className="group relative flex h-full min-w-0 flex-1 items-end justify-center rounded-t-[6px] px-0.5 outline-offset-0 sm:px-2 hover:bg-paper aria-selected:bg-paper/70"
                onPointerEnter={() => setRead(i)}
                onFocus={() => setRead(i)}
              >
                {utilityIds.map((utility) => (
                  <Bar
                    key={utility}
                    utility={utility}
                    amount={point[utility]}
                    share={height(utility, point[utility]) / top[utility]}
                    look={point.isUnfinished ? 'unfinished' : isInvented ? 'invented' : 'measured'}
                  />
                ))}
              </div>
            ))}
          </div>
        </div>
        {atRight.map((utility) => scale(utility, 'right'))}
        <span />
        <div aria-hidden="true" className="flex pt-1.5">
          {points.map((point, i) => (
            <span
              key={point.key}
              className={classNames(
                'flex min-w-0 flex-1 justify-center whitespace-nowrap text-small',
                point.isUnfinished ? 'font-semibold text-ink' : 'text-ink-soft',
                points.length > 7 && i % 2 === points.length % 2 && 'max-sm:invisible',
              )}
            >
              {point.label}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
