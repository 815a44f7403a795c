import { HealthPage } from '#subjects/contact/web/health/health-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function HealthRoute() {
  return (
    <DataLayout>
      <HealthPage />
    </DataLayout>
  );
}
