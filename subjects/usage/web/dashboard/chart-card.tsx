import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { byUtility, factsOf, utilities, type Utility, utilityIds } from '#catalogue/index.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { useFormat } from '#shell/household/household.ts';
import type { Format } from '#shell/text/format.ts';
import { dateOf, daysUntil, localDayOf } from '#shell/text/local-day.ts';
import { Card } from '#shell/ui/layout.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { Cell, HeaderCell, Table } from '#shell/ui/table.tsx';
import { UtilitySwatch } from '#shell/ui/utility-mark.tsx';
import type { LatestAnswer } from '../../contract/usage.ts';
import { type Amount, type Amounts, atLeastText, noAmounts, sumByStart, todayTotal } from '../amount.ts';
import type { UsageFigures } from '../usage-figures.tsx';

interface ChartCardProps {
  title: string;
  /** The sentence that the chart proves. */
  sentence: ReactNode;
  pointHeading: string;
  points: readonly UsePoint[];
  className?: string;
}

/** A sentence, its chart, and the same figures as a table for those who would rather read. */
export function ChartCard({ title, sentence, pointHeading, points, className }: ChartCardProps) {
  const { t } = useTranslation('usage');
  const [asTable, setAsTable] = useState(false);
  const toggle = (
    <button
      type="button"
      aria-pressed={asTable}
      className="-my-2 inline-flex min-h-11 items-center rounded-control px-2 font-semibold text-leaf hover:bg-leaf-soft"
      onClick={() => setAsTable(!asTable)}
    >
      {asTable ? t('chart.showChart') : t('chart.showTable')}
    </button>
  );
  return (
    <Card title={title} aside={toggle} className={classNames('flex flex-col', className)}>
      <p className="mb-2 min-h-[2lh]">{sentence}</p>
      {asTable ? (
        <PointsTable caption={title} pointHeading={pointHeading} points={points} />
      ) : (
        <Plots label={title} points={points} />
      )}
    </Card>
  );
}

function PointsTable({
  caption,
  pointHeading,
  points,
}: {
  caption: string;
  pointHeading: string;
  points: readonly UsePoint[];
}) {
  const { t } = useTranslation('usage');
  const amountText = useAmountText();
  const measured = useUtilities();
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <HeaderCell>{pointHeading}</HeaderCell>
          {measured.map((utility) => (
            <HeaderCell key={utility} numeric>
              {t(utility)}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.key}>
            <Cell>
              {point.name}
              {point.isUnfinished && `, ${t('chart.soFar')}`}
            </Cell>
            {measured.map((utility) => (
              <Cell key={utility} numeric>
                {amountText.one(utility, point[utility])}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** A small plot for each utility on a scale of its own, one below the other; arrow keys, a finger or the pointer read one place at a time. */
function Plots({ label, points }: { label: string; points: readonly UsePoint[] }) {
  const format = useFormat();
  const [read, setRead] = useState<number>();
  const list = useRef<HTMLDivElement>(null);
  const amountText = useAmountText();
  const measured = useUtilities().filter((utility) => points.some((point) => point[utility] !== null));
  const shown = Math.min(read ?? points.length - 1, points.length - 1);
  const unitOf = (utility: Utility) => factsOf(utility).amount[format.units];
  const height = (utility: Utility, amount: Amount | null) => (amount?.used ?? 0) / unitOf(utility).size;
  const topOf = (utility: Utility) => axisTop(Math.max(...points.map((point) => height(utility, point[utility]))));
  const top = byUtility(topOf);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: points.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const at = Math.max(0, Math.min(points.length - 1, target));
    setRead(at);
    (list.current?.children[at] as HTMLElement | undefined)?.focus();
  };

  return (
    <div>
      <Readout point={points[shown]} />
      <div className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 sm:gap-x-3">
        <div className="space-y-5">
          {measured.map((utility) => (
            <ScaleLabels key={utility} top={top[utility]} unit={unitOf(utility).unit} write={format.number} />
          ))}
        </div>
        <div className="relative">
          <div aria-hidden="true" className="space-y-5">
            {measured.map((utility) => (
              <div key={utility} className="flex h-12 sm:h-24 flex-col justify-between">
                <span className="border-t border-line" />
                <span className="border-t border-line" />
                <span className="border-t border-ink-soft/50" />
              </div>
            ))}
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
                className="group h-full min-w-0 flex-1 space-y-5 rounded-[6px] px-0.5 outline-offset-0 sm:px-2 hover:bg-ink/4 aria-selected:bg-ink/4"
                onPointerEnter={() => setRead(i)}
                onFocus={() => setRead(i)}
              >
                {measured.map((utility) => (
                  <span key={utility} className="flex h-12 sm:h-24 items-end justify-center">
                    <Bar
                      utility={utility}
                      amount={point[utility]}
                      share={height(utility, point[utility]) / top[utility]}
                      isUnfinished={point.isUnfinished}
                    />
                  </span>
                ))}
              </div>
            ))}
          </div>
        </div>
        <span />
        <div aria-hidden="true" className="flex pt-1.5">
          {points.map((point) => (
            <span
              key={point.key}
              className={classNames(
                'flex min-w-0 flex-1 justify-center whitespace-nowrap text-small',
                point.isUnfinished ? 'font-semibold text-ink' : 'text-ink-soft',
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

interface ScaleLabelsProps {
  top: number;
  unit: string;
  write: (value: number, digits?: number) => string;
}

/** The round numbers of one scale, beside its plot. */
function ScaleLabels({ top, unit, write }: ScaleLabelsProps) {
  const digits = top < 2 ? 2 : top < 10 ? 1 : 0;
  return (
    <div
      aria-hidden="true"
      className="figures flex h-12 sm:h-24 flex-col justify-between text-right text-small leading-none text-ink-soft"
    >
      <span className="-translate-y-1/2 whitespace-nowrap">
        {write(top, digits)} {unit}
      </span>
      <span className="translate-y-1/2">0</span>
    </div>
  );
}

/** Amounts in words; what was not measured is said so, not written as 0. */
function useAmountText() {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const measured = useUtilities();
  return useMemo(() => {
    const one = (utility: Utility, amount: Amount | null) =>
      amount === null ? t('noReadings') : atLeastText(format.amount(utility, amount.used).text, amount.atLeast);
    const all = (amounts: Amounts) =>
      measured.map((utility) => `${t(utility)} ${one(utility, amounts[utility])}`).join(', ');
    return { one, all };
  }, [t, format, measured]);
}

/** The place of a chart that is being read, in figures; its swatches are the legend. */
function Readout({ point }: { point: UsePoint | undefined }) {
  const { t } = useTranslation('usage');
  const amountText = useAmountText();
  const measured = useUtilities();
  if (point === undefined) return null;
  return (
    <p className="flex min-h-6 flex-wrap items-baseline gap-x-4 gap-y-0.5 text-small">
      <span className="text-ink-soft">
        {point.dayName}
        {point.isUnfinished && <span className="max-sm:sr-only">, {t('chart.soFar')}</span>}
      </span>
      {measured.map((utility) => (
        <span
          key={utility}
          className={classNames('figures inline-flex items-center gap-1.5 font-semibold', utilities[utility].look.text)}
        >
          <UtilitySwatch utility={utility} /> {amountText.one(utility, point[utility])}
        </span>
      ))}
    </p>
  );
}

interface BarProps {
  amount: Amount | null;
  share: number;
  utility: Utility;
  isUnfinished: boolean;
}

/** A gap is a dotted foot, never a bar of no height. The estimated part lies lighter and dotted on top; a day that is not over is lighter. */
function Bar({ amount, share, utility, isUnfinished }: BarProps) {
  if (amount === null) {
    return (
      <span
        aria-hidden="true"
        className="mx-px h-3 w-full max-w-9 border-x border-t border-dashed border-ink-soft/60"
      />
    );
  }
  const { fill, edge } = utilities[utility].look;
  const estimated = amount.used > 0 ? Math.min(1, amount.estimated / amount.used) : 0;
  return (
    <span
      aria-hidden="true"
      data-utility={utility}
      className={classNames(
        'mx-px flex w-full max-w-9 flex-col overflow-hidden rounded-t-[5px] border border-b-0 bg-card transition-[height] duration-200',
        edge,
        isUnfinished && 'opacity-50',
      )}
      style={{ height: `${Math.max(share > 0 ? 0.8 : 0, share * 100)}%` }}
    >
      {estimated > 0.005 && (
        <span
          className={classNames('block shrink-0 border-b border-dotted opacity-55', fill, edge)}
          style={{ height: `${estimated * 100}%` }}
        />
      )}
      <span className={classNames('block flex-1', fill)} />
    </span>
  );
}

const steps = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];

/** The smallest round number that holds `value` and whose half is round as well. */
export function axisTop(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = steps.find((one) => one * power >= value * 0.999) ?? 10;
  return step * power;
}

// The places of a chart, and what was used at each.

/** One place on a chart's axis. */
export interface UsePoint extends Amounts {
  key: string;
  /** Short, below the bars. */
  label: string;
  /** In full, for the table and for who hears it. */
  name: string;
  /** Beside its figures, in one line with them on a phone. */
  dayName: string;
  isUnfinished: boolean;
}

export function weekPoints(figures: UsageFigures, today: string, format: Format): UsePoint[] {
  const sums = sumByStart(figures.days);
  return daysUntil(today, 7).map((day) => ({
    ...(sums.get(day) ?? noAmounts),
    key: day,
    label: format.date(dateOf(day), { weekday: 'short', timeZone: 'UTC' }),
    name: format.date(dateOf(day), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }),
    dayName: format.date(dateOf(day), { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
    isUnfinished: day === today,
  }));
}

/** Today as it was asked for last: live, or with the days. The larger is not the newer, for a repair may lower it. */
export function withLiveToday(points: readonly UsePoint[], latest: LatestAnswer, daysAskedAt: number): UsePoint[] {
  if (Date.parse(latest.at) < daysAskedAt) return [...points];
  const day = localDayOf(Date.parse(latest.at), latest.timeZone);
  return points.map((point) => {
    // Past midnight, what was heard last may be of yesterday.
    if (!point.isUnfinished || point.key !== day) return point;
    const live = (utility: Utility): Amount | null => {
      const amount = point[utility];
      const used = todayTotal(latest, utility);
      // One reading says what a counter shows, not what was used.
      if (used === null || (used === 0 && amount === null)) return amount;
      return { estimated: 0, imported: 0, coveredS: 0, ...amount, used, atLeast: latest.atLeast?.includes(utility) };
    };
    return { ...point, ...byUtility(live) };
  });
}

/** What the points used in all; of a utility that was not measured nothing is said. */
export function totalTexts(points: readonly UsePoint[], format: Format): string[] {
  return utilityIds.flatMap((utility) => {
    const known = points.flatMap((point) => point[utility] ?? []);
    if (known.length === 0) return [];
    const sum = known.reduce((all, { used }) => all + used, 0);
    return [
      atLeastText(
        format.amount(utility, sum).text,
        known.some(({ atLeast }) => atLeast),
      ),
    ];
  });
}
