import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { useFormat, useHousehold } from '#shell/household/household.ts';
import type { TariffRow } from '#supabase/tables/index.ts';
import type { BillSoFar } from '../../contract/billing.ts';
import { type PricesAnswer, readPriceSeries, sendPrices, type SeriesList } from '../../contract/prices.ts';
import { billingKey, useSoFar } from '../billing-queries.ts';
import { lackingSeries } from '../../domain/tariff/tariff-faults.ts';
import { missingParts } from '../so-far/pricing-faults.ts';

/** As much as the service reads at once. */
export const maxFileBytes = 25_000_000;

export function useMarketSeries() {
  const householdId = useHousehold().data?.id;
  return useQuery({
    queryKey: [...billingKey, 'series', householdId ?? null],
    meta: keptOffline,
    queryFn: ({ signal }) => callService(readPriceSeries, { query: { household: householdId }, signal }),
    enabled: householdId !== undefined,
  });
}

export interface PriceFile {
  household: string;
  text: string;
  /** Empty: as the file says. */
  series: string;
  per: 'kWh' | 'MWh';
  /** Left out: as the file says. */
  tax: 'included' | 'excluded' | undefined;
  isPreview: boolean;
}

/** What a file of prices or colours holds; taken in unless it is a preview. */
export async function sendPriceFile({
  household,
  text,
  series,
  per,
  tax,
  isPreview,
}: PriceFile): Promise<PricesAnswer> {
  return callService(sendPrices, {
    query: { household, series: series === '' ? undefined : series, per, tax, preview: isPreview ? 'true' : 'false' },
    body: new Blob([text], { type: 'text/plain' }),
  });
}

/** What the household has brought of it; the operator's stays. */
export async function removeSeries(householdId: string, { kind, series }: MarketSeries): Promise<void> {
  await askTables((tables) =>
    tables
      .from(kind === 'prices' ? 'price_points' : 'day_colours')
      .delete()
      .eq('household_id', householdId)
      .eq('series', series),
  );
}

export type MarketSeries = SeriesList['series'][number];

/** Of a plan, where it names series. */
interface NamingPlan {
  schedules?: Record<string, { colours?: string } | undefined>;
  charges: readonly { market?: { series: string }; exchange?: { series: string } }[];
}

/** The series of prices and of colours that tariffs ask for. */
export function askedSeries(tariffs: readonly TariffRow[]): string[] {
  const names = tariffs.flatMap((tariff) => {
    const { charges, schedules } = tariff.plan as unknown as NamingPlan;
    return [
      ...charges.flatMap(({ market, exchange }) => [market?.series, exchange?.series]),
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
    if (lackingSeries(part) !== undefined) days.set(part.of, Math.max(part.days, days.get(part.of) ?? 0));
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

const wholeDays = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** From when to when, and prices whatever their currency: a series does not say it. */
export function useMarketFormat() {
  const format = useFormat();
  return {
    format,
    /** Prices by the household's days; colours and rates by the days that they are of. */
    spanOf: (kind: MarketSeries['kind'], first: string, last: string) =>
      format.range(Date.parse(first), Date.parse(last), {
        ...wholeDays,
        ...(kind !== 'prices' && { timeZone: 'UTC' }),
      }),
    priceText: (price: string) => format.number(Number(price), 6, 2),
  };
}

/** Whether a note says that bills wait for a series: it names it, in quotes. */
export function useNamesMissingSeries(): (note: string) => boolean {
  const names = [...missingDays(useSoFar().data).keys()];
  return (note) => names.some((name) => note.includes(`“${name}”`) || note.includes(`«${name}»`));
}

/** Leads to where prices are brought; a dialog in which it stands gives way. */
export function MarketLink() {
  const { t } = useTranslation('billing-market');
  return (
    <Link
      to="/billing/prices#market-prices"
      className="font-semibold text-leaf underline"
      onClick={(event) => event.currentTarget.closest('dialog')?.close()}
    >
      {t('link')}
    </Link>
  );
}
