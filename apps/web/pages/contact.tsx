import { ContactPage } from '#subjects/contact/web/contact/contact-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function ContactRoute() {
  return (
    <DataLayout>
      <ContactPage />
    </DataLayout>
  );
}
