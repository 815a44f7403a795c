import { DeviceSwitch } from '../../features/devices/device-switch.tsx';
import { NoticeStrip } from '../../features/notices/notice-strip.tsx';
import { DashboardPage } from '../../features/usage/dashboard-page.tsx';
import { useNoticesAreComing } from '../../platform/household-notices.ts';
import { DataLayout } from './data-layout.tsx';

export default function DashboardRoute() {
  return (
    <DataLayout>
      <Dashboard />
    </DataLayout>
  );
}

function Dashboard() {
  return <DashboardPage DeviceSwitch={DeviceSwitch} Notices={NoticeStrip} noticesAreComing={useNoticesAreComing()} />;
}
