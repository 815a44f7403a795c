import type { TariffRow } from '@wattershed/database';
import { askTables } from '../../platform/tables.ts';
import type { TariffChange } from './check-tariff.ts';

/** A new one for the household, in its currency; or the change of one that is there. Throws a TableError. */
export async function saveTariff(
  householdId: string,
  currency: string,
  id: string | undefined,
  change: TariffChange,
): Promise<void> {
  await askTables((tables) =>
    id === undefined
      ? tables.from('tariffs').insert({ household_id: householdId, currency, ...change })
      : tables.from('tariffs').update(change).eq('household_id', householdId).eq('id', id),
  );
}

export async function removeTariff({ household_id, id }: TariffRow): Promise<void> {
  await askTables((tables) => tables.from('tariffs').delete().eq('household_id', household_id).eq('id', id));
}

export async function changeBillingDay(householdId: string, day: number): Promise<void> {
  await askTables((tables) => tables.from('households').update({ billing_day: day }).eq('id', householdId));
}
