import { useQuery } from '@tanstack/react-query';
import type { BillChanges } from '@wattershed/contracts';
import { callService } from '../../../platform/service.ts';
import { billingKey } from '../billing-queries.ts';

export type Against = 'before' | 'year';

/** Why a bill is not as much as another. A bill that is corrected is another version, and asked for anew. */
export function useChanges(bill: { id: string; version: number }, against: Against) {
  return useQuery({
    queryKey: [...billingKey, 'changes', bill.id, bill.version, against],
    queryFn: ({ signal }) =>
      callService<BillChanges>(`/api/v1/bills/${bill.id}/changes`, { query: { against }, signal }),
  });
}
