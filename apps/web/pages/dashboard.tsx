import { DeviceSwitch } from '#subjects/hardware/web/device-switch.tsx';
import { NoticeStrip } from '#subjects/insight/web/notice-strip.tsx';
import { DashboardPage } from '#subjects/usage/web/dashboard/dashboard-page.tsx';
import { useNoticesAreComing } from '#shell/household/household-notices.ts';
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
