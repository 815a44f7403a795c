import { DevicesPage } from '#subjects/hardware/web/devices-page.tsx';
import { TypeReading } from '#subjects/readings/web/typed/type-reading.tsx';
import { DataLayout } from './data-layout.tsx';

export default function DevicesRoute() {
  return (
    <DataLayout>
      <DevicesPage TypeReading={TypeReading} />
    </DataLayout>
  );
}
