import { FaqRequestsPage } from '../../features/contact/faq-requests/faq-requests-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function FaqRequestsRoute() {
  return (
    <DataLayout>
      <FaqRequestsPage />
    </DataLayout>
  );
}
