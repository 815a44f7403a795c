import { HouseholdPage } from '#subjects/household/web/household-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function HouseholdRoute() {
  return (
    <DataLayout>
      <HouseholdPage />
    </DataLayout>
  );
}
