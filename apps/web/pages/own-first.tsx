import { BillCard } from '#subjects/bills/web/first-screen/bill-card.tsx';
import { CostNow } from '#subjects/bills/web/first-screen/cost-now.tsx';
import { BillAndNow } from '#subjects/usage/web/dashboard/bill-and-now.tsx';
import { DataLayout } from './data-layout.tsx';

const parts = { Bill: BillCard, CostNow };

/** Where Home begins for whoever is in. */
export default function OwnFirst() {
  return (
    <DataLayout>
      <BillAndNow parts={parts} />
    </DataLayout>
  );
}
