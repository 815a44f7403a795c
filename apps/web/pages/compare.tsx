import { ComparePage } from '#subjects/insight/web/compare/compare-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function CompareRoute() {
  return (
    <DataLayout>
      <ComparePage />
    </DataLayout>
  );
}
