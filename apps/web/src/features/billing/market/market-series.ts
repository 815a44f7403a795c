import type { BillSoFar, SeriesList } from '@wattershed/contracts';
import type { TariffRow } from '@wattershed/database';
import { missingParts } from '../so-far/pricing-faults.ts';

export type MarketSeries = SeriesList['series'][number];

/** Of a plan, where it names series. */
interface NamingPlan {
  schedules?: Record<string, { colours?: string } | undefined>;
  charges: readonly { market?: { series: string } }[];
}

/** The series of prices and of colours that tariffs ask for. */
export function askedSeries(tariffs: readonly TariffRow[]): string[] {
  const names = tariffs.flatMap((tariff) => {
    const { charges, schedules } = tariff.plan as unknown as NamingPlan;
    return [
      ...charges.map(({ market }) => market?.series),
      ...Object.values(schedules ?? {}).map((schedule) => schedule?.colours),
    ];
  });
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

/** How many days of use wait for each series, in the open cycle and in those that are over. */
export function missingDays(soFar: BillSoFar | undefined): ReadonlyMap<string, number> {
  const faults = [...(soFar?.cost?.faults ?? []), ...(soFar?.waiting ?? []).flatMap((cycle) => cycle.faults)];
  const days = new Map<string, number>();
  for (const part of missingParts(faults))
    if (part.code === 'price-missing' || part.code === 'colour-missing')
      days.set(part.of, Math.max(part.days, days.get(part.of) ?? 0));
  return days;
}

export interface SeriesLine {
  name: string;
  /** Left out: there is nothing of it yet. */
  series?: MarketSeries;
}

/** What the household has brought, and whatever its tariffs ask for: there, or not yet. */
export function seriesLines(all: readonly MarketSeries[], asked: readonly string[]): SeriesLine[] {
  const shown = all.filter(({ series, isOwn }) => isOwn || asked.includes(series));
  const absent = asked.filter((name) => !shown.some(({ series }) => series === name));
  return [...shown.map((series) => ({ name: series.series, series })), ...absent.map((name) => ({ name }))].sort(
    (a, b) => a.name.localeCompare(b.name),
  );
}
