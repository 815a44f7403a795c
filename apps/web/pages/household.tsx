import { HouseholdPage } from '#subjects/household/web/household-page.tsx';
import { FirstStepsAgain } from '../first-steps-again.tsx';
import { DataLayout } from './data-layout.tsx';

export default function HouseholdRoute() {
  return (
    <DataLayout>
      <HouseholdPage FirstSteps={FirstStepsAgain} />
    </DataLayout>
  );
}
