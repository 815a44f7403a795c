import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Bell } from '#subjects/insight/web/bell.tsx';
import { queryClient } from '#shell/data/query-client.ts';
import { useHouseholdTurn } from '#shell/household/household.ts';

/** The bell beside every page, also those that fetch nothing. */
export default function BellOfHeader() {
  return (
    <QueryClientProvider client={queryClient}>
      <OfHousehold />
    </QueryClientProvider>
  );
}

function OfHousehold() {
  return (
    <Fragment key={useHouseholdTurn()}>
      <Bell />
    </Fragment>
  );
}
