import { JoinPage } from '../../features/household/join-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function JoinRoute() {
  return (
    <DataLayout>
      <JoinPage />
    </DataLayout>
  );
}
