import { BillingPage } from '#subjects/bills/web/billing-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function BillingRoute() {
  return (
    <DataLayout>
      <BillingPage />
    </DataLayout>
  );
}
