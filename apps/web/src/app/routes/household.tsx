import { HouseholdPage } from '../../features/household/household-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function HouseholdRoute() {
  return (
    <DataLayout>
      <HouseholdPage />
    </DataLayout>
  );
}
