import { QueryClientProvider } from '@tanstack/react-query';
import { Assistant, type AssistantProps } from '../../features/assistant/assistant.tsx';
import { queryClient } from '../../platform/query-client.ts';

export default function AssistantPanel(props: AssistantProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Assistant {...props} />
    </QueryClientProvider>
  );
}
