import { queryOptions } from '@tanstack/react-query';
import {
  changeTariff,
  checkTariff,
  enterTariffs,
  type GivenTariff,
  readLibraryTariff,
  readTariffLibrary,
  type TariffLibraryAnswer,
} from '../../contract/tariffs.ts';
import type { Meter, TariffRow } from '#supabase/tables/index.ts';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';

export type LibraryTariff = TariffLibraryAnswer['tariffs'][number];

const libraryKeptMs = 3_600_000;

export const libraryQuery = queryOptions({
  queryKey: ['tariff-library'],
  queryFn: ({ signal }) => callService(readTariffLibrary, { signal }),
  staleTime: libraryKeptMs,
});

export async function fetchLibraryText(id: string): Promise<string> {
  const { text } = await callService(readLibraryTariff, { params: { id } });
  return text;
}

/** What is wrong with a tariff, or what it says and a month under it; the same tariff is asked about once. */
export function checkQuery(householdId: string, tariff: GivenTariff) {
  return queryOptions({
    queryKey: ['tariff-check', householdId, tariff],
    queryFn: ({ signal }) => callService(checkTariff, { body: { household: householdId, tariff }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

export type TariffMeter = Pick<Meter, 'id' | 'device_id' | 'utility' | 'key' | 'flow'>;

/** The household's meters, of which a tariff may price some apart. */
export function tariffMetersQuery(householdId: string) {
  return queryOptions({
    queryKey: ['meters', householdId, 'tariffs'],
    queryFn: () =>
      askTables<TariffMeter[]>((tables) =>
        tables
          .from('meters')
          .select('id,device_id,utility,key,flow')
          .eq('household_id', householdId)
          .order('id', { ascending: true }),
      ),
  });
}

/** All of them or none. Throws a ServiceError. */
export async function addTariffs(household: string, validFrom: string, tariffs: GivenTariff[]): Promise<void> {
  await callService(enterTariffs, { body: { household, validFrom, tariffs } });
}

export async function replaceTariff(
  { household_id: household, id }: TariffRow,
  validFrom: string,
  tariff: GivenTariff,
): Promise<void> {
  await callService(changeTariff, { params: { id }, body: { household, validFrom, tariff } });
}

export async function removeTariff({ household_id, id }: Pick<TariffRow, 'household_id' | 'id'>): Promise<void> {
  await askTables((tables) => tables.from('tariffs').delete().eq('household_id', household_id).eq('id', id));
}

export async function changeBillingDay(householdId: string, day: number): Promise<void> {
  await askTables((tables) => tables.from('households').update({ billing_day: day }).eq('id', householdId));
}
