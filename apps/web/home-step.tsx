import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { profileQuery } from '#subjects/identity/web/profile-query.tsx';
import { useMemberships } from '#shell/household/household.ts';
import { currentOf, type Household, type Membership } from '#shell/household/memberships.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { queryClient } from '#shell/data/query-client.ts';
import { askTables } from '#shell/data/tables.ts';
import { useUserId } from '#shell/session/session.ts';
import { pathHere } from '#shell/data/base.ts';

const loadStep = () => import('#subjects/identity/web/home-step/home-step.tsx');
const Step = lazy(loadStep);
const loadFirstSteps = () => import('./first-steps.tsx');
const FirstSteps = lazy(loadFirstSteps);

/**
 * What a home still lacks, above the page. The Dashboard leads to its first bill, until it is there or put off; on any other page its owner
 * is asked where it is, until they say so: put off, that comes back with the next visit.
 */
export default function HomeStep() {
  return (
    <QueryClientProvider client={queryClient}>
      <StepOfHousehold />
    </QueryClientProvider>
  );
}

function StepOfHousehold() {
  const { data: current } = useMemberships(currentOf);
  const isOnDashboard = useLocation().pathname === '/dashboard';
  const firstSteps = useFirstSteps(current, isOnDashboard);
  const [putOff, setPutOff] = useState<string>();
  const home = current?.households;
  const isPlaceless =
    current?.role === 'owner' && current.households.kind === 'home' && !current.households.time_zone_chosen;
  const isAsked = isPlaceless && !firstSteps.isPending && putOff !== home?.id;
  const mayComeIn = useQuietPage(firstSteps.isWanted ? loadFirstSteps : isAsked ? loadStep : undefined);
  if (home === undefined || !mayComeIn) return null;
  return (
    <Suspense fallback={null}>
      {firstSteps.isWanted ? (
        <FirstSteps
          key={home.id}
          home={home}
          isOwner={current?.role === 'owner'}
          isDone={firstSteps.isDone}
          onLater={() => {
            setPutOff(home.id);
            firstSteps.skip();
          }}
          onClose={firstSteps.close}
        />
      ) : (
        isAsked && <Step key={home.id} home={home} onLater={() => setPutOff(home.id)} />
      )}
    </Suspense>
  );
}

/** What is really there of a home's first steps, and whether somebody who may go them still wants to. */
function useFirstSteps(current: Membership | undefined, isOnDashboard: boolean) {
  const queries = useQueryClient();
  const userId = useUserId();
  const home = current?.households;
  const isGoing = isOnDashboard && home?.kind === 'home' && current?.role !== 'viewer';
  const profile = useQuery({ ...profileQuery(userId), enabled: isGoing });
  const isPutOff = profile.data?.skips_first_steps;
  const mayGo = isGoing && isPutOff === false;
  const prices = useHasPrices(home, mayGo);
  const isDone = {
    home: home?.time_zone_chosen ?? false,
    meter: home?.has_readings ?? false,
    prices: prices.data ?? false,
  };
  const isLacking = mayGo && !(isDone.home && isDone.meter && prices.data !== false);
  // Whoever went them here sees their end, too.
  const [led, setLed] = useState<string>();
  if (isLacking && led !== home.id) setLed(home.id);
  const skip = async () => {
    setLed(undefined);
    if (userId === undefined) return;
    const change = { skips_first_steps: true };
    queries.setQueryData(profileQuery(userId).queryKey, (known) => known && { ...known, ...change });
    const { saveProfile } = await import('#shell/session/save-profile.ts');
    // Not kept, they come back with the next visit.
    await saveProfile(userId, change).catch(() => undefined);
  };
  return {
    isDone,
    isPending: isGoing && profile.isPending,
    isWanted: isLacking || (mayGo && led === home.id),
    skip: () => void skip(),
    close: () => setLed(undefined),
  };
}

function useHasPrices(home: Household | undefined, isNeeded: boolean) {
  return useQuery({
    queryKey: ['billing', 'has-prices', home?.id ?? null],
    meta: keptOffline,
    queryFn: async () => {
      const found = await askTables<unknown[]>((tables) =>
        tables
          .from('tariffs')
          .select('id')
          .eq('household_id', home?.id ?? '')
          .limit(1),
      );
      return found.length > 0;
    },
    enabled: isNeeded && home !== undefined,
  });
}

/** What comes in above a page moves it: not from under somebody who is at one of its fields. It waits for the next page then. */
function useQuietPage(load: (() => Promise<unknown>) | undefined): boolean {
  const { pathname } = useLocation();
  const [isIn, setIn] = useState(false);
  useEffect(() => {
    if (load === undefined) return;
    let isCurrent = true;
    const comeIn = () => {
      const page = document.getElementById('content');
      const focused = document.activeElement;
      // The focus that a page gives its heading is nobody's at work.
      const isQuiet = page?.contains(focused) !== true || !(focused instanceof HTMLElement) || focused.tabIndex < 0;
      if (isCurrent && isQuiet && pathHere() === pathname) setIn(true);
    };
    // Without a network and never loaded before: it is asked another time.
    load().then(comeIn, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [load, pathname]);
  return isIn;
}
