import { JoinPage } from '#subjects/household/web/join-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function JoinRoute() {
  return (
    <DataLayout>
      <JoinPage />
    </DataLayout>
  );
}
