import { FaqRequestsPage } from '#subjects/contact/web/contact/faq-requests/faq-requests-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function FaqRequestsRoute() {
  return (
    <DataLayout>
      <FaqRequestsPage />
    </DataLayout>
  );
}
