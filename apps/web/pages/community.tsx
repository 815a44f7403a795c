import { CommunityPage } from '#subjects/community/web/community-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function CommunityRoute() {
  return (
    <DataLayout>
      <CommunityPage />
    </DataLayout>
  );
}
