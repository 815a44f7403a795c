import { DevicesPage } from '../../features/devices/devices-page.tsx';
import { NoticesButton } from '../../features/notices/notices-button.tsx';
import { DataLayout } from './data-layout.tsx';

export default function DevicesRoute() {
  return (
    <DataLayout>
      <DevicesPage Notices={NoticesButton} />
    </DataLayout>
  );
}
