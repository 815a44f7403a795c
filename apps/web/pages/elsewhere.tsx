import { ElsewherePage } from '#subjects/hardware/web/elsewhere/elsewhere-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function ElsewhereRoute() {
  return (
    <DataLayout>
      <ElsewherePage />
    </DataLayout>
  );
}
