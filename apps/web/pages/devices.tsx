import { DevicesPage } from '#subjects/hardware/web/devices-page.tsx';
import { NoticesButton } from '#subjects/insight/web/notices-dialog.tsx';
import { DataLayout } from './data-layout.tsx';

export default function DevicesRoute() {
  return (
    <DataLayout>
      <DevicesPage Notices={NoticesButton} />
    </DataLayout>
  );
}
