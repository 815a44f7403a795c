import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProfileLanguage } from '../../features/account/profile-language.tsx';
import { queryClient } from '../../platform/query-client.ts';
import { dateWriter } from '../../platform/writers.ts';
import { startOutbox } from '../outbox-kinds.ts';

// The first date that a browser writes costs it as much as a hundred more: it has time for that while words are on their way.
dateWriter('en-GB', {});

startOutbox();

/** Pages that fetch. Home does not, so it does not load the query client. */
export function DataLayout({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <ProfileLanguage />
      {children}
    </QueryClientProvider>
  );
}
