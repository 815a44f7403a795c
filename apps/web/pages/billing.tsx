import { BillingPage } from '#subjects/bills/web/billing-page.tsx';
import { DocumentsCard } from '#subjects/bills/web/documents/documents-card.tsx';
import { DataLayout } from './data-layout.tsx';

export default function BillingRoute() {
  return (
    <DataLayout>
      <BillingPage Documents={DocumentsCard} />
    </DataLayout>
  );
}
