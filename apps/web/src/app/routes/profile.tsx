import { ProfilePage } from '../../features/account/profile-page.tsx';
import { AssistantTokensCard } from '../../features/assistant-tokens/assistant-tokens-card.tsx';
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
