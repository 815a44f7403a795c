import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProfileLanguage } from '../../features/account/profile-language.tsx';
import { queryClient } from '../../platform/query-client.ts';
import { startOutbox } from '../outbox-kinds.ts';

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
