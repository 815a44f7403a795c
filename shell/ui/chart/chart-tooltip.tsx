import { Fragment, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import type { ChartBox } from './chart-drawing.ts';
import { ChartSwatch } from './chart-legend.tsx';
import type { ChartData, ChartSeries } from './series-look.ts';

interface TooltipProps {
  data: ChartData;
  at: number;
}

/** Above the plot over the place that is read, never on what is drawn. What it says is said aloud elsewhere. */
export function ChartTooltip({ data, at, box, width }: TooltipProps & { box: ChartBox; width: number }) {
  const middle = Math.max(0, Math.min(width, box.left + box.width / 2));
  return (
    <div
      aria-hidden="true"
      data-tooltip
      className="pointer-events-none absolute bottom-full z-10 hidden w-max max-w-full rounded-control border border-line bg-card px-4 py-3 shadow-lift @xl:block"
      // As far to the left of its middle as its middle is from the left: it never leaves the chart.
      style={{ left: middle, translate: `${-(middle / Math.max(1, width)) * 100}% 0` }}
    >
      <Head data={data} at={at} />
      <div className="figures grid grid-cols-[auto_auto_auto_auto_auto] items-center gap-x-5 gap-y-1 text-small">
        {panelsOf(data, at).map(({ key, hasNames, now, before }) =>
          now.map((one, i) => (
            <Row
              key={`${key} ${one.key}`}
              one={one}
              at={at}
              hasName={hasNames}
              isWide
              before={i === 0 ? before : undefined}
            />
          )),
        )}
      </div>
    </div>
  );
}

/** The same below the plots, where there is no room above them: it keeps its place. */
export function ChartPanel({ data, at, action }: TooltipProps & { action: ReactNode }) {
  const place = data.places[at];
  const [only, ...rest] = data.series;
  return (
    <div className="mt-2 rounded-control bg-paper py-1.5 pr-1 pl-4 @xl:hidden" data-panel>
      <div className="flex min-h-11 items-center justify-between gap-x-3">
        <p aria-hidden="true" className="min-w-0 leading-snug">
          <span className="font-semibold">{place?.name}</span>
          {rest.length === 0 && only !== undefined ? (
            <span className="figures ml-3 inline-flex items-center gap-2 whitespace-nowrap">
              <ChartSwatch look={only.look} />
              {only.texts[at]}
            </span>
          ) : (
            <span className="block text-small text-ink-soft">{place?.before}</span>
          )}
        </p>
        {action}
      </div>
      {rest.length > 0 && (
        <div
          aria-hidden="true"
          className="figures grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 gap-y-0.5 pr-3 pb-1.5 text-small"
        >
          {panelsOf(data, at).map(({ key, hasNames, now, before }) => (
            <Fragment key={key}>
              {now.map((one) => (
                <Row key={one.key} one={one} at={at} hasName={hasNames} />
              ))}
              {before !== undefined && <Before one={before} at={at} />}
            </Fragment>
          ))}
        </div>
      )}
    </div>
  );
}

function Head({ data: { places }, at }: TooltipProps) {
  const place = places[at];
  return (
    <p className="mb-1.5 flex min-h-6 items-baseline justify-between gap-x-6">
      <span className="font-semibold">{place?.name}</span>
      <span className="text-small text-ink-soft">{place?.before}</span>
    </p>
  );
}

interface RowProps {
  one: ChartSeries;
  at: number;
  hasName: boolean;
  /** What it is compared with stands in the same line. */
  isWide?: boolean;
  before?: ChartSeries | undefined;
}

/** Swatch, figure, the other measure, the difference; then what it is compared with, where it stands in the same line. */
function Row({ one, at, hasName, isWide = false, before }: RowProps) {
  return (
    <>
      <span className="inline-flex min-w-0 items-center gap-2">
        <ChartSwatch look={one.look} />
        {hasName && <span className="max-w-44 min-w-0 truncate text-ink-soft">{one.name}</span>}
        <span className={classNames('whitespace-nowrap', !hasName && 'text-body font-semibold')}>{one.texts[at]}</span>
      </span>
      <span className="text-right">{one.also?.[at]}</span>
      <span className="text-right font-semibold">{one.changes?.[at]}</span>
      {isWide && (before === undefined ? <span className="col-span-2" /> : <Before one={before} at={at} isInLine />)}
    </>
  );
}

function Before({ one, at, isInLine = false }: { one: ChartSeries; at: number; isInLine?: boolean }) {
  return (
    <>
      <span className="inline-flex items-center gap-2 text-ink-soft">
        <ChartSwatch look={one.look} />
        {one.texts[at]}
      </span>
      <span className="text-right text-ink-soft">{one.also?.[at]}</span>
      {!isInLine && <span />}
    </>
  );
}

/** Each panel's own series and its earlier one; of several, those that have something here. */
function panelsOf({ series }: ChartData, at: number) {
  const keys = [...new Set(series.map(({ panel }) => panel))];
  return keys.map((key) => {
    const own = series.filter(({ panel, look }) => panel === key && look.role !== 'before');
    const before = series.find(({ panel, look }) => panel === key && look.role === 'before');
    const known = own.filter(({ values }) => (values[at] ?? null) !== null);
    return { key, hasNames: own.length > 1, now: known.length === 0 ? own.slice(0, 1) : known, before };
  });
}
