import { ImportPage } from '#subjects/hardware/web/imports/import-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function ImportRoute() {
  return (
    <DataLayout>
      <ImportPage />
    </DataLayout>
  );
}
