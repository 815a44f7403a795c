import { skipToken, useQuery } from '@tanstack/react-query';
import { fetchAssistantState } from './ask-assistant.ts';

/** Of whatever household. */
export const assistantStateKey = ['assistant'];

/** Who answers, asked whenever the panel opens. */
export function useAssistantState(householdId: string | undefined) {
  return useQuery({
    queryKey: [...assistantStateKey, householdId ?? null],
    queryFn: householdId === undefined ? skipToken : () => fetchAssistantState(householdId),
    refetchOnMount: 'always',
  });
}
