import { useQuery } from '@tanstack/react-query';
import { readBillChanges } from '@wattershed/contracts/billing';
import { callService } from '../../../platform/service.ts';
import { billingKey } from '../billing-queries.ts';

export type Against = 'before' | 'year';

/** Why a bill is not as much as another. A bill that is corrected is another version, and asked for anew. */
export function useChanges(bill: { id: string; version: number }, against: Against) {
  return useQuery({
    queryKey: [...billingKey, 'changes', bill.id, bill.version, against],
    queryFn: ({ signal }) => callService(readBillChanges, { params: { id: bill.id }, query: { against }, signal }),
  });
}
