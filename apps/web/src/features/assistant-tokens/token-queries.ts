import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreatedToken } from '@wattershed/contracts';
import { makeAssistantToken } from '@wattershed/contracts/assistant';
import type { AssistantToken } from '@wattershed/database';
import { callService } from '../../platform/service.ts';
import { useUserId } from '../../platform/session.ts';
import { askTables } from '../../platform/tables.ts';

export type TokenRow = Pick<AssistantToken, 'id' | 'name' | 'hint' | 'created_at' | 'last_used_at'>;

const key = 'assistant-tokens';

/** The person's own, the oldest first: nobody else's can be read. */
function tokensQuery(userId: string | undefined) {
  return queryOptions({
    queryKey: [key, userId ?? null],
    queryFn: () =>
      askTables<TokenRow[]>((tables) =>
        tables
          .from('assistant_tokens')
          .select('id,name,hint,created_at,last_used_at')
          .order('created_at', { ascending: true }),
      ),
    enabled: userId !== undefined,
  });
}

export function useTokens() {
  return useQuery(tokensQuery(useUserId()));
}

export function useMakeToken(household: string | undefined, onMade: (token: CreatedToken) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => callService(makeAssistantToken, { body: { name, household } }),
    onSuccess: (made) => {
      onMade(made);
      void queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
}

export function useRemoveToken(then: { onRemoved: (id: string) => void; onFailed: (error: unknown) => void }) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => askTables((tables) => tables.from('assistant_tokens').delete().eq('id', id)),
    onSuccess: (_, id) => {
      void queryClient.invalidateQueries({ queryKey: [key] });
      then.onRemoved(id);
    },
    onError: then.onFailed,
  });
}
