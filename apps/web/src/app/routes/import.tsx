import { ImportPage } from '../../features/devices/import-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function ImportRoute() {
  return (
    <DataLayout>
      <ImportPage />
    </DataLayout>
  );
}
