import { queryOptions } from '@tanstack/react-query';
import type { CheckedTariff, GivenTariff, TariffLibraryAnswer } from '@wattershed/contracts';
import type { TariffRow } from '@wattershed/database';
import { callService } from '../../../platform/service.ts';
import { askTables } from '../../../platform/tables.ts';

export type LibraryTariff = TariffLibraryAnswer['tariffs'][number];

const libraryKeptMs = 3_600_000;

export const libraryQuery = queryOptions({
  queryKey: ['tariff-library'],
  queryFn: ({ signal }) => callService<TariffLibraryAnswer>('/api/v1/tariffs/library', { signal }),
  staleTime: libraryKeptMs,
});

export async function fetchLibraryText(id: string): Promise<string> {
  const { text } = await callService<{ text: string }>(`/api/v1/tariffs/library/${encodeURIComponent(id)}`);
  return text;
}

/** What is wrong with a tariff, or what it says and a month under it; the same tariff is asked about once. */
export function checkQuery(householdId: string, tariff: GivenTariff) {
  return queryOptions({
    queryKey: ['tariff-check', householdId, tariff],
    queryFn: ({ signal }) =>
      callService<CheckedTariff>('/api/v1/tariffs/check', {
        method: 'POST',
        body: { household: householdId, tariff },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

/** All of them or none. Throws a ServiceError. */
export async function enterTariffs(household: string, validFrom: string, tariffs: GivenTariff[]): Promise<void> {
  await callService('/api/v1/tariffs', { method: 'POST', body: { household, validFrom, tariffs } });
}

export async function changeTariff(
  { household_id: household, id }: TariffRow,
  validFrom: string,
  tariff: GivenTariff,
): Promise<void> {
  await callService(`/api/v1/tariffs/${id}`, { method: 'PUT', body: { household, validFrom, tariff } });
}

export async function removeTariff({ household_id, id }: TariffRow): Promise<void> {
  await askTables((tables) => tables.from('tariffs').delete().eq('household_id', household_id).eq('id', id));
}

export async function changeBillingDay(householdId: string, day: number): Promise<void> {
  await askTables((tables) => tables.from('households').update({ billing_day: day }).eq('id', householdId));
}
