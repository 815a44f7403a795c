import { ReportPage } from '#subjects/insight/web/report/report-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function ReportRoute() {
  return (
    <DataLayout>
      <ReportPage />
    </DataLayout>
  );
}
