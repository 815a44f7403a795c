import { QueryClientProvider } from '@tanstack/react-query';
import { Assistant, type AssistantProps } from '#subjects/assistant/web/assistant.tsx';
import { queryClient } from '#shell/data/query-client.ts';

export default function AssistantPanel(props: AssistantProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Assistant {...props} />
    </QueryClientProvider>
  );
}
