import { ConnectPage } from '#subjects/hardware/web/connect/connect-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function ConnectRoute() {
  return (
    <DataLayout>
      <ConnectPage />
    </DataLayout>
  );
}
