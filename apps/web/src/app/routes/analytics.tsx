import { AnalyticsPage } from '../../features/usage/analytics/analytics-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function AnalyticsRoute() {
  return (
    <DataLayout>
      <AnalyticsPage />
    </DataLayout>
  );
}
