import type { Utility } from '@wattershed/contracts';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import { classNames } from '../../ui/class-names.ts';
import { UtilitySwatch } from '../../ui/utility-mark.tsx';
import type { Amount } from './amount.ts';
import { axisTop } from './axis.ts';
import { useAmountText } from './amount-text.ts';
import type { UsePoint } from './week-points.ts';

const utilities = ['electricity', 'water'] as const;

export interface PairedBarsProps {
  label: string;
  points: readonly UsePoint[];
  /** Simulated and sample figures are drawn lighter. */
  isInvented: boolean;
}

/** Both utilities side by side on a scale each; arrow keys, a finger or the pointer read one place at a time. */
export function PairedBars({ label, points, isInvented }: PairedBarsProps) {
  const format = useFormat();
  const [read, setRead] = useState<number>();
  const list = useRef<HTMLDivElement>(null);
  const amountText = useAmountText();
  const shown = Math.min(read ?? points.length - 1, points.length - 1);
  const height = (utility: Utility, amount: Amount | null) =>
    utility === 'electricity' ? (amount?.used ?? 0) / 1000 : amountText.volumeNumber(amount?.used ?? 0);
  const topOf = (utility: Utility) => axisTop(Math.max(...points.map((point) => height(utility, point[utility]))));
  const top = { electricity: topOf('electricity'), water: topOf('water') };

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
      <div className="mt-4 grid flex-1 grid-rows-[1fr_auto] grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2 sm:gap-x-3">
        <Axis top={top.electricity} unit="kWh" side="left" write={format.number} />
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
            className="absolute inset-0 flex"
            onKeyDown={onKeyDown}
            onPointerLeave={() => setRead(undefined)}
          >
            {points.map((point, i) => (
              <div
                key={point.key}
                role="option"
                aria-selected={i === shown}
                aria-label={`${point.name}: ${amountText.both(point)}`}
                tabIndex={i === shown ? 0 : -1}
                className="group relative flex h-full min-w-0 flex-1 items-end justify-center rounded-t-[6px] px-0.5 outline-offset-0 sm:px-2 hover:bg-paper aria-selected:bg-paper/70"
                onPointerEnter={() => setRead(i)}
                onFocus={() => setRead(i)}
              >
                <Bar
                  amount={point.electricity}
                  share={(point.electricity?.used ?? 0) / 1000 / top.electricity}
                  utility="electricity"
                  look={point.isUnfinished ? 'unfinished' : isInvented ? 'invented' : 'measured'}
                />
                <Bar
                  amount={point.water}
                  share={amountText.volumeNumber(point.water?.used ?? 0) / top.water}
                  utility="water"
                  look={point.isUnfinished ? 'unfinished' : isInvented ? 'invented' : 'measured'}
                />
              </div>
            ))}
          </div>
        </div>
        <Axis top={top.water} unit={amountText.volumeUnit} side="right" write={format.number} />
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
        <span />
      </div>
    </div>
  );
}

function Readout({ point }: { point: UsePoint | undefined }) {
  const { t } = useTranslation('usage');
  const amountText = useAmountText();
  if (point === undefined) return null;
  return (
    <p className="flex min-h-6 flex-wrap items-baseline gap-x-4 gap-y-0.5 text-small">
      <span className="text-ink-soft">
        {point.name}
        {point.isUnfinished && `, ${t('chart.soFar')}`}
      </span>
      <span className="figures inline-flex items-center gap-1.5 font-semibold text-power-text">
        <UtilitySwatch utility="electricity" /> {amountText.energy(point.electricity)}
      </span>
      <span className="figures inline-flex items-center gap-1.5 font-semibold text-water-text">
        <UtilitySwatch utility="water" /> {amountText.volume(point.water)}
      </span>
    </p>
  );
}

const looks = { measured: '', invented: 'opacity-70', unfinished: 'opacity-45' } as const;

interface BarProps {
  amount: Amount | null;
  share: number;
  utility: 'electricity' | 'water';
  look: keyof typeof looks;
}

/** A gap is a dotted foot, never a bar of no height. The estimated part lies lighter and dotted on top. */
function Bar({ amount, share, utility, look }: BarProps) {
  if (amount === null) {
    return (
      <span
        aria-hidden="true"
        className="mx-px h-3 w-full max-w-9 border-x border-t border-dashed border-ink-soft/60"
      />
    );
  }
  const fill = utility === 'electricity' ? 'solid-power' : 'hatch-water';
  const edge = utility === 'electricity' ? 'border-power-text' : 'border-water-text';
  const estimated = amount.used > 0 ? Math.min(1, amount.estimated / amount.used) : 0;
  return (
    <span
      aria-hidden="true"
      data-utility={utility}
      className="mx-px flex w-full max-w-9 flex-col overflow-hidden rounded-t-[5px] bg-card transition-[height] duration-200"
      style={{ height: `${Math.max(share > 0 ? 0.8 : 0, share * 100)}%` }}
    >
      {estimated > 0.005 && (
        <span
          className={classNames(
            'block shrink-0 rounded-t-[5px] border border-b-0 border-dotted opacity-55',
            fill,
            edge,
          )}
          style={{ height: `${estimated * 100}%` }}
        />
      )}
      <span className={classNames('block flex-1', fill, looks[look])} />
    </span>
  );
}

interface AxisProps {
  top: number;
  unit: string;
  side: 'left' | 'right';
  write: (value: number, digits?: number) => string;
}

function Axis({ top, unit, side, write }: AxisProps) {
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
