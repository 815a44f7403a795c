import { ReadingsPage } from '#subjects/readings/web/readings-page.tsx';
import { DataLayout } from './data-layout.tsx';

export default function ReadingsRoute() {
  return (
    <DataLayout>
      <ReadingsPage />
    </DataLayout>
  );
}
