import { DeviceSwitch } from '#subjects/hardware/web/device-switch.tsx';
import { StatusLine, useStatusIsComing } from '#subjects/insight/web/status-line.tsx';
import { DashboardPage } from '#subjects/usage/web/dashboard/dashboard-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function DashboardRoute() {
  return (
    <DataLayout>
      <Dashboard />
    </DataLayout>
  );
}

function Dashboard() {
  return <DashboardPage DeviceSwitch={DeviceSwitch} Notices={StatusLine} noticesAreComing={useStatusIsComing()} />;
}
