import { DevicesPage } from '#subjects/hardware/web/devices-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function DevicesRoute() {
  return (
    <DataLayout>
      <DevicesPage />
    </DataLayout>
  );
}
