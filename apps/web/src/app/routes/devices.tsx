import { DevicesPage } from '../../features/devices/devices-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function DevicesRoute() {
  return (
    <DataLayout>
      <DevicesPage />
    </DataLayout>
  );
}
