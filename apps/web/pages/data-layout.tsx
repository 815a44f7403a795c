import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { ProfileLanguage } from '#subjects/identity/web/profile-query.tsx';
import { useFollowMemberships } from '#shell/household/follow-memberships.ts';
import { useHouseholdTurn } from '#shell/household/household.ts';
import { queryClient } from '#shell/data/query-client.ts';
import { dateWriter } from '#shell/text/format.ts';
import { startOutbox } from '../outbox-kinds.ts';

// The first date that a browser writes costs it as much as a hundred more: it has time for that while words are on their way.
dateWriter('en-GB', {});

startOutbox();

/** Pages that fetch. Home does not, so it does not load the query client. */
export function DataLayout({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <ProfileLanguage />
      <OfHousehold>{children}</OfHousehold>
    </QueryClientProvider>
  );
}

/** A page, its open dialogs and what is typed into it belong to one household: with another it begins anew. */
function OfHousehold({ children }: { children: ReactNode }) {
  useFollowMemberships();
  return <Fragment key={useHouseholdTurn()}>{children}</Fragment>;
}
