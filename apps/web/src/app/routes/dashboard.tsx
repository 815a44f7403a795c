import { DashboardPage } from '../../features/usage/dashboard-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function DashboardRoute() {
  return (
    <DataLayout>
      <DashboardPage />
    </DataLayout>
  );
}
