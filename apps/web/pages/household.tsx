import { HouseholdPage } from '#subjects/household/web/household-page.tsx';
import { WallViewsCard } from '#subjects/insight/web/wall/wall-views-card.tsx';
import { FirstStepsAgain } from '../first-steps-again.tsx';
import { DataLayout } from './data-layout.tsx';

export default function HouseholdRoute() {
  return (
    <DataLayout>
      <HouseholdPage Views={WallViewsCard} FirstSteps={FirstStepsAgain} />
    </DataLayout>
  );
}
