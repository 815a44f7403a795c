import { RulesPage } from '#subjects/insight/web/rules-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function RulesRoute() {
  return (
    <DataLayout>
      <RulesPage />
    </DataLayout>
  );
}
