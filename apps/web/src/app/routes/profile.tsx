import { ProfilePage } from '../../features/account/profile-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function ProfileRoute() {
  return (
    <DataLayout>
      <ProfilePage />
    </DataLayout>
  );
}
