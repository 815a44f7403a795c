import { QueryClientProvider } from '@tanstack/react-query';
import { Bell } from '#subjects/insight/web/bell.tsx';
import { queryClient } from '#shell/data/query-client.ts';

/** The bell beside every page, also those that fetch nothing. */
export default function BellOfHeader() {
  return (
    <QueryClientProvider client={queryClient}>
      <Bell />
    </QueryClientProvider>
  );
}
