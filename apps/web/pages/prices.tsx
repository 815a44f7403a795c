import { PricesPage } from '#subjects/bills/web/prices-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function PricesRoute() {
  return (
    <DataLayout>
      <PricesPage />
    </DataLayout>
  );
}
