import { ProfilePage } from '#subjects/identity/web/profile-page.tsx';
import { AssistantTokensCard } from '#subjects/assistant/web/tokens/assistant-tokens-card.tsx';
import { DataLayout } from './data-layout.tsx';

export default function ProfileRoute() {
  return (
    <DataLayout>
      <ProfilePage>
        <AssistantTokensCard />
      </ProfilePage>
    </DataLayout>
  );
}
