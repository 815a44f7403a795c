import { QueryClientProvider } from '@tanstack/react-query';
import { type SearchDialogProps, SearchDialog as Panel } from './search-dialog.tsx';
import { queryClient } from '../data/query-client.ts';

export default function SearchDialog(props: SearchDialogProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Panel {...props} />
    </QueryClientProvider>
  );
}
