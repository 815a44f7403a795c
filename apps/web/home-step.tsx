import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useMemberships } from '#shell/household/household.ts';
import { currentOf } from '#shell/household/memberships.ts';
import { queryClient } from '#shell/data/query-client.ts';

const loadStep = () => import('#subjects/identity/web/home-step/home-step.tsx');
const Step = lazy(loadStep);

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
  const home = current?.role === 'owner' ? current.households : undefined;
  const isAsked = home !== undefined && !home.time_zone_chosen && home.kind === 'home' && putOff !== home.id;
  const mayComeIn = useQuietPage(isAsked);
  if (!isAsked || !mayComeIn) return null;
  return (
    <Suspense fallback={null}>
      <Step key={home.id} home={home} onLater={() => setPutOff(home.id)} />
    </Suspense>
  );
}

/** What comes in above a page moves it: not from under somebody who is at one of its fields. It waits for the next page then. */
function useQuietPage(isWanted: boolean): boolean {
  const { pathname } = useLocation();
  const [isIn, setIn] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    const comeIn = () => {
      const page = document.getElementById('content');
      const focused = document.activeElement;
      const isQuiet = focused === page || page?.contains(focused) !== true;
      if (isCurrent && isQuiet && location.pathname === pathname) setIn(true);
    };
    // Without a network and never loaded before: it is asked another time.
    loadStep().then(comeIn, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [isWanted, pathname]);
  return isIn;
}
