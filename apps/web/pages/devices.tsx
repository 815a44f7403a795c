import { DevicesPage } from '#subjects/hardware/web/devices-page.tsx';
import { NoticesButton } from '#subjects/insight/web/notices-dialog.tsx';
import { TypeReading } from '#subjects/readings/web/typed/type-reading.tsx';
import { DataLayout } from './data-layout.tsx';

export default function DevicesRoute() {
  return (
    <DataLayout>
      <DevicesPage Notices={NoticesButton} TypeReading={TypeReading} />
    </DataLayout>
  );
}
