import { lazy, Suspense } from 'react';
import { DevicesPage } from '#subjects/hardware/web/devices-page.tsx';
import { TypeReading } from '#subjects/readings/web/typed/type-reading.tsx';
import { DataLayout } from './data-layout.tsx';

// Seldom there, and in words of another page.
const Again = lazy(async () => ({ default: (await import('../first-steps-again.tsx')).FirstStepsAgain }));
const FirstSteps = () => (
  <Suspense fallback={null}>
    <Again />
  </Suspense>
);

export default function DevicesRoute() {
  return (
    <DataLayout>
      <DevicesPage FirstSteps={FirstSteps} TypeReading={TypeReading} />
    </DataLayout>
  );
}
