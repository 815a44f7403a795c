import { BillingPage } from '../../features/billing/billing-page.tsx';
import { DocumentsCard } from '../../features/billing/documents/documents-card.tsx';
import { DataLayout } from './data-layout.tsx';

export default function BillingRoute() {
  return (
    <DataLayout>
      <BillingPage Documents={DocumentsCard} />
    </DataLayout>
  );
}
