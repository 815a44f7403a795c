import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CostPolicy, readBillCosts } from '../../contract/bill-costs.ts';
import { useEffect } from 'react';
import { useHousehold } from '#shell/household/household.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { billingKey } from '../billing-queries.ts';
import { costsTotal } from './cost-rows.ts';

/** Answers that were kept before rooms shared anything have another key: they lack what is shown now. */
export const costsKey = [...billingKey, 'costs', 'by-policy'] as const;

/** What the open cycle's cost comes from; asked anew when the total beside it has moved on, once that is known. */
export function useCosts(soFarTotal?: string) {
  const householdId = useHousehold().data?.id;
  const costs = useQuery({
    queryKey: [...costsKey, householdId ?? null],
    meta: keptOffline,
    queryFn: ({ signal }) => callService(readBillCosts, { query: { household: householdId }, signal }),
    enabled: householdId !== undefined,
  });
  const { data, refetch } = costs;
  const newerTotal =
    data !== undefined && soFarTotal !== undefined && costsTotal(data) !== Number(soFarTotal) ? soFarTotal : null;
  useEffect(() => {
    if (newerTotal !== null) void refetch();
  }, [newerTotal, refetch]);
  return costs;
}

/** What each room would bear by another policy. While it is asked for, the answer before it stands. */
export function useCostsDraft({ fixed, common, commonRooms }: CostPolicy) {
  const householdId = useHousehold().data?.id;
  const draft = { fixed, common, commonRooms: JSON.stringify(commonRooms) };
  return useQuery({
    queryKey: [...costsKey, householdId ?? null, draft],
    queryFn: ({ signal }) => callService(readBillCosts, { query: { household: householdId, ...draft }, signal }),
    enabled: householdId !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** Throws a TableError. */
export async function savePolicy(householdId: string, { fixed, common, commonRooms }: CostPolicy): Promise<void> {
  const row = { fixed, common, common_rooms: commonRooms };
  // Whose it is may not be written again, so this is no upsert.
  const changed = await askTables<unknown[]>((tables) =>
    tables.from('cost_policies').update(row).eq('household_id', householdId).select('household_id'),
  );
  if (changed.length === 0)
    await askTables((tables) => tables.from('cost_policies').insert({ household_id: householdId, ...row }));
}
