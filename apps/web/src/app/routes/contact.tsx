import { ContactPage } from '../../features/contact/contact-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function ContactRoute() {
  return (
    <DataLayout>
      <ContactPage />
    </DataLayout>
  );
}
