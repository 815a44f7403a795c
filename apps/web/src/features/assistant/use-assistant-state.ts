import { useQuery } from '@tanstack/react-query';
import { fetchAssistantState } from './ask-assistant.ts';

/** Who answers, asked when the panel opens. */
export function useAssistantState(open: boolean, userId: string | undefined) {
  return useQuery({
    queryKey: ['assistant', userId ?? null],
    queryFn: fetchAssistantState,
    enabled: open && userId !== undefined,
  });
}
