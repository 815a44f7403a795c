import { useQuery } from '@tanstack/react-query';
import type { BillCosts } from '@wattershed/contracts';
import { useEffect } from 'react';
import { useHousehold } from '../../platform/household.ts';
import { keptOffline } from '../../platform/keep-answers.ts';
import { callService } from '../../platform/service.ts';
import { billingKey } from './billing-queries.ts';
import { costsTotal } from './cost-rows.ts';

/** What the open cycle's cost comes from; asked anew when the total beside it has moved on. */
export function useCosts(soFarTotal: string) {
  const householdId = useHousehold().data?.id;
  const costs = useQuery({
    queryKey: [...billingKey, 'costs', householdId ?? null],
    meta: keptOffline,
    queryFn: ({ signal }) =>
      callService<BillCosts>('/api/v1/bills/costs', { query: { household: householdId }, signal }),
    enabled: householdId !== undefined,
  });
  const { data, refetch } = costs;
  const newerTotal = data !== undefined && costsTotal(data) !== Number(soFarTotal) ? soFarTotal : null;
  useEffect(() => {
    if (newerTotal !== null) void refetch();
  }, [newerTotal, refetch]);
  return costs;
}
