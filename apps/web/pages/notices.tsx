import { NoticesPage } from '#subjects/insight/web/notices-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function NoticesRoute() {
  return (
    <DataLayout>
      <NoticesPage />
    </DataLayout>
  );
}
