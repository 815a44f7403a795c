import { DeviceSwitch } from '../../features/devices/device-switch.tsx';
import { DashboardPage } from '../../features/usage/dashboard-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function DashboardRoute() {
  return (
    <DataLayout>
      <DashboardPage DeviceSwitch={DeviceSwitch} />
    </DataLayout>
  );
}
