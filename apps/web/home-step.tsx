import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useMemberships } from '#shell/household/household.ts';
import { currentOf } from '#shell/household/memberships.ts';
import { queryClient } from '#shell/data/query-client.ts';

const Step = lazy(() => import('#subjects/identity/web/home-step/home-step.tsx'));

/** Asks the owner of a home where it is, until they say so: put off, it comes back with the next visit. */
export default function HomeStep() {
  return (
    <QueryClientProvider client={queryClient}>
      <StepOfHousehold />
    </QueryClientProvider>
  );
}

function StepOfHousehold() {
  const { data: current } = useMemberships(currentOf);
  const [putOff, setPutOff] = useState<string>();
  if (current === undefined || current.role !== 'owner') return null;
  const { households: home } = current;
  if (home.time_zone_chosen || home.kind !== 'home' || putOff === home.id) return null;
  return (
    <Suspense fallback={null}>
      <Step key={home.id} home={home} onLater={() => setPutOff(home.id)} />
    </Suspense>
  );
}
