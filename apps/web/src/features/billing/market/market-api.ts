import { useQuery } from '@tanstack/react-query';
import { type PricesAnswer, readPriceSeries, sendPrices } from '@wattershed/contracts/prices';
import { useHousehold } from '../../../platform/household.ts';
import { keptOffline } from '../../../platform/keep-answers.ts';
import { callService } from '../../../platform/service.ts';
import { askTables } from '../../../platform/tables.ts';
import { billingKey } from '../billing-queries.ts';
import type { MarketSeries } from './market-series.ts';

/** As much as the service reads at once. */
export const mostFileBytes = 25_000_000;

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
