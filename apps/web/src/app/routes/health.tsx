import { HealthPage } from '../../features/health/health-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function HealthRoute() {
  return (
    <DataLayout>
      <HealthPage />
    </DataLayout>
  );
}
