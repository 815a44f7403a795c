import { type Utility, utilities } from '#catalogue/index.ts';
import type { UsageRow } from '../../../contract/usage.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartLabels } from '#shell/text/chart-labels.ts';
import { useFormat } from '#shell/household/household.ts';
import { addDays, dateOf, localDayOf } from '#shell/text/local-day.ts';
import { calendarDrawing } from '#shell/ui/chart/calendar-drawing.ts';
import type { ChartData } from '#shell/ui/chart/series-look.ts';
import { ChartFrame } from '#shell/ui/chart/chart-frame.tsx';
import { ShadeLegend } from '#shell/ui/chart/chart-legend.tsx';
import { atLeastText, sumByStart } from '../../amount.ts';
import { OriginBadge } from '../../usage-figures.tsx';
import { type Period, periodAt, periodText, startsOf, yearOf } from '../period.ts';
import { useUnits, type View } from '../view.ts';

export interface YearCardProps {
  view: View;
  utility: Utility;
  onOpen: (period: Period) => void;
  controls?: ReactNode;
  className?: string;
}

/** Every day of twelve months as a square: usual days are pale, and what is far above them stands out. */
export function YearCard({ view: given, utility, onOpen, controls, className }: YearCardProps) {
  const { t } = useTranslation(['analytics', 'usage']);
  const format = useFormat();
  // The year's days are priced where they are shown in money, which takes a moment.
  const isPriced = given.measure === 'use' || given.figures.year.length > 0 || given.other?.year.length === 0;
  const view: View = isPriced ? given : { measure: 'use', figures: given.other ?? given.figures };
  const { figures } = view;
  const units = useUnits(view);
  const { request, origin, timeZone, now, year } = figures;
  const { hue } = utilities[utility].look;
  const today = localDayOf(now, timeZone);
  const days = useMemo(() => {
    return yearDays(year, utility, startsOf(yearOf(request.period, now, timeZone), 'day', timeZone));
  }, [year, utility, request, now, timeZone]);
  const { data, bounds } = useMemo(() => {
    const write = (day: string) =>
      format.date(dateOf(day), { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
    const sums = sumByStart(year);
    const cells = days.map(({ used, atLeast }) => {
      const { value, text } = units.amount(utility, used);
      return { value, text: atLeastText(text, atLeast) };
    });
    const values = cells.map(({ value }) => value);
    const estimated = days.map(({ day }) => {
      const part = sums.get(day)?.[utility]?.estimated ?? 0;
      return part && units.amount(utility, part).value;
    });
    const shown: ChartData = {
      placeHeading: t('time.place.day'),
      places: days.map(({ day }) => ({
        key: day,
        label: day.slice(8),
        name: write(day),
        ...(day > today && { isAhead: true }),
        ...(day === today && { isUnfinished: true }),
      })),
      series: [
        {
          key: utility,
          name: t(`usage:${utility}`),
          unit: units.amountUnit(utility),
          panel: 0,
          look: { hue, role: 'now', step: 0 },
          values,
          estimated,
          texts: cells.map(({ text }, i) => ((days[i]?.day ?? '') > today ? '–' : text)),
        },
      ],
    };
    return { data: shown, bounds: shadeBounds(values) };
  }, [days, year, utility, hue, today, units, format, t]);
  const drawing = useMemo(() => {
    const name = (day: string, options: Intl.DateTimeFormatOptions) =>
      format.date(dateOf(day), { ...options, timeZone: 'UTC' });
    const monthNames = Array.from({ length: 12 }, (_, i) =>
      name(`2026-${String(i + 1).padStart(2, '0')}-01`, { month: 'short' }),
    );
    // The first of November 2026 was a Sunday.
    const dayNames = Array.from({ length: 7 }, (_, i) => name(`2026-11-0${i + 1}`, { weekday: 'short' }));
    return calendarDrawing({ data, hue, bounds, monthNames, dayNames });
  }, [data, hue, bounds, format]);
  const found = extremes(days, today);
  const values = (one: YearDay) => ({
    amount: atLeastText(units.amount(utility, one.used).text, one.atLeast),
    day: format.date(dateOf(one.day), { day: 'numeric', month: 'long', timeZone: 'UTC' }),
  });
  const sentence =
    found === null
      ? t('time.none')
      : t(`year.extremes.${utility}`, {
          most: values(found.most).amount,
          maxDay: values(found.most).day,
          least: values(found.least).amount,
          minDay: values(found.least).day,
        });
  const unit = units.amountUnit(utility);
  const write = (bound: number | undefined) =>
    view.measure === 'money'
      ? format.moneyIn(view.costs?.currency ?? null, bound ?? 0)
      : `${format.number(bound ?? 0, 2)}\u00a0${unit}`;
  const shades =
    bounds.length === 0
      ? []
      : [
          t('year.below', { bound: write(bounds[0]) }),
          ...bounds.map((bound, i) =>
            i === bounds.length - 1
              ? t('year.from', { bound: write(bound) })
              : `${view.measure === 'money' ? write(bound) : format.number(bound, 2)}–${write(bounds[i + 1])}`,
          ),
        ];
  return (
    <ChartFrame
      title={t('year.title')}
      sentence={sentence}
      data={data}
      drawing={drawing}
      words={useChartLabels()}
      fileName={`wattershed-year-${utility}-${days[0]?.day ?? ''}-${days.at(-1)?.day ?? ''}`}
      note={`${t(`usage:foot.${origin}`)} · Wattershed`}
      heightClass="h-56 sm:h-44 lg:h-52"
      {...(origin === 'sample' && { badge: <OriginBadge origin={origin} /> })}
      controls={controls}
      opening={{
        open: (from, to) => {
          const [first, last] = [days[from]?.day ?? today, days[to]?.day ?? today];
          onOpen(
            first === last
              ? periodAt('day', first)
              : { kind: 'custom', from: first, to: addDays(last < today ? last : today, 1) },
          );
        },
        name: (at) => {
          const day = days[at]?.day;
          if (day === undefined || day > today) return undefined;
          return t('time.open', { period: periodText(periodAt('day', day), format) });
        },
      }}
      legend={<ShadeLegend hue={hue} texts={shades} none={t('year.noDay')} />}
      {...(className !== undefined && { className })}
    />
  );
}

interface YearDay {
  day: string;
  used: number | null;
  atLeast?: boolean | undefined;
}

/** Every day of the year, in order; null where nothing was measured. */
export function yearDays(rows: readonly UsageRow[], utility: Utility, days: readonly string[]): YearDay[] {
  const sums = sumByStart(rows);
  return days.map((day) => {
    const amount = sums.get(day)?.[utility];
    return { day, used: amount?.used ?? null, atLeast: amount?.atLeast };
  });
}

/** The days with the most and the least use, of those that are over. */
export function extremes(days: readonly YearDay[], today: string): { most: YearDay; least: YearDay } | null {
  const known = days.filter(({ day, used }) => used !== null && day < today);
  const [first] = known;
  if (first === undefined) return null;
  const by = (better: (a: number, b: number) => boolean) =>
    known.reduce((best, one) => (better(one.used ?? 0, best.used ?? 0) ? one : best), first);
  return { most: by((a, b) => a > b), least: by((a, b) => a < b) };
}

/** How far above the usual days a day stands out, in spreads of their middle half: what statistics call an outlier. */
const outlierSpreads = 1.5;

/** Bounds between the shades: the lower quarter, the middle half, the upper quarter, and what is unusual. Ascending, and none where all days are alike. */
export function shadeBounds(values: readonly (number | null)[]): number[] {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (known.length === 0) return [];
  const at = (share: number) => known[Math.floor(share * (known.length - 1))] ?? 0;
  const [low, high] = [at(0.25), at(0.75)];
  return [...new Set([low, high, high + outlierSpreads * (high - low)].map(roundOff))];
}

// Two figures are enough to tell shades apart by.
function roundOff(value: number): number {
  if (value === 0) return 0;
  const power = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1);
  return Number((Math.round(value / power) * power).toPrecision(12));
}
