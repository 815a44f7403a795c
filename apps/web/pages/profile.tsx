import { lazy, Suspense } from 'react';
import { ProfilePage } from '#subjects/identity/web/profile-page.tsx';
import { AssistantTokensCard } from '#subjects/assistant/web/tokens/assistant-tokens-card.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { DataLayout } from './data-layout.tsx';

const WaysCard = lazy(() => import('#subjects/insight/web/ways/ways-card.tsx'));

export default function ProfileRoute() {
  const ways = (
    <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
      <WaysCard />
    </Suspense>
  );
  return (
    <DataLayout>
      <ProfilePage beside={ways}>
        <AssistantTokensCard />
      </ProfilePage>
    </DataLayout>
  );
}
