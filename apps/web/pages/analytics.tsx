import { AnalyticsPage } from '#subjects/usage/web/analytics/analytics-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function AnalyticsRoute() {
  return (
    <DataLayout>
      <AnalyticsPage />
    </DataLayout>
  );
}
