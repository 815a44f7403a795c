import { ChangesPage } from '#subjects/insight/web/changes/changes-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function ChangesRoute() {
  return (
    <DataLayout>
      <ChangesPage />
    </DataLayout>
  );
}
