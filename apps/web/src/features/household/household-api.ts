/** Whom a household is shared with, and who is invited: asked of the service, which decides. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  AcceptedInvitation,
  ChangeMemberBody,
  CreatedHousehold,
  CreateHouseholdBody,
  HouseholdPerson,
  InvitationPreview,
  InvitationsAnswer,
  InviteBody,
  Invited,
  MembersAnswer,
  OpenInvitation,
} from '@wattershed/contracts';
import { forgetChoice } from '../../platform/household-choice.ts';
import { useFailureWords } from '../../platform/failure-words.ts';
import { membershipsQuery } from '../../platform/household.ts';
import { keptOffline } from '../../platform/keep-answers.ts';
import { callService } from '../../platform/service.ts';
import { useUserId } from '../../platform/session.ts';
import { notify } from '../../ui/notice.ts';

const pathOf = (householdId: string) => `/api/v1/household/${householdId}` as const;
const peopleKey = 'household-people';
const invitationsKey = 'household-invitations';

export function usePeople(householdId: string) {
  return useQuery({
    queryKey: [peopleKey, householdId],
    queryFn: async ({ signal }): Promise<HouseholdPerson[]> =>
      (await callService<MembersAnswer>(`${pathOf(householdId)}/members`, { signal })).members,
    meta: keptOffline,
  });
}

/** Those that can still be accepted; the owner alone may see them. */
export function useInvitations(householdId: string, mayShare: boolean) {
  return useQuery({
    queryKey: [invitationsKey, householdId],
    queryFn: async ({ signal }): Promise<OpenInvitation[]> =>
      (await callService<InvitationsAnswer>(`${pathOf(householdId)}/invitations`, { signal })).invitations,
    enabled: mayShare,
  });
}

export const householdCalls = {
  invite: (id: string, body: InviteBody) => callService<Invited>(`${pathOf(id)}/invitations`, { method: 'POST', body }),
  revoke: (id: string, invitation: string) =>
    callService<void>(`${pathOf(id)}/invitations/${invitation}`, { method: 'DELETE' }),
  change: (id: string, userId: string, body: ChangeMemberBody) =>
    callService<void>(`${pathOf(id)}/members/${userId}`, { method: 'PATCH', body }),
  /** With one's own id: leaves. */
  remove: (id: string, userId: string, tokens?: 'end' | 'keep') =>
    callService<void>(`${pathOf(id)}/members/${userId}`, { method: 'DELETE', query: { tokens } }),
  transfer: (id: string, to: string) => callService<void>(`${pathOf(id)}/transfer`, { method: 'POST', body: { to } }),
  /** It is looked at from now on, whatever was chosen here before. */
  create: async (body: CreateHouseholdBody) => {
    const created = await callService<CreatedHousehold>('/api/v1/household', { method: 'POST', body });
    forgetChoice();
    return created;
  },
  delete: (id: string, name: string) => callService<void>(pathOf(id), { method: 'DELETE', body: { name } }),
  accept: async (token: string) => {
    const path = `/api/v1/invitations/${encodeURIComponent(token)}/accept` as const;
    const accepted = await callService<AcceptedInvitation>(path, { method: 'POST' });
    forgetChoice();
    return accepted;
  },
};

/** Whatever has changed about a household's people: first what one is oneself, then what one may still ask for. */
export function useHouseholdNews(): () => Promise<void> {
  const queries = useQueryClient();
  const userId = useUserId();
  return async () => {
    const { queryKey } = membershipsQuery(userId);
    await queries.invalidateQueries({ queryKey });
    const roles = new Map<unknown, string>(
      queries.getQueryData(queryKey)?.all.map(({ households, role }) => [households.id, role]),
    );
    await queries.invalidateQueries({
      predicate: ({ queryKey: [key, id] }) =>
        (key === peopleKey && roles.has(id)) || (key === invitationsKey && roles.get(id) === 'owner'),
    });
  };
}

export interface ActionWords<V, T> {
  done: (answer: T, value: V) => string | undefined;
  failed: string;
}

/** Does something to a household, says how it went, and asks for all of it anew. */
export function useHouseholdAction<V, T>(call: (value: V) => Promise<T>, { done, failed }: ActionWords<V, T>) {
  const words = useFailureWords();
  const news = useHouseholdNews();
  return useMutation({
    mutationFn: call,
    onSuccess: (answer, value) => {
      const title = done(answer, value);
      if (title !== undefined) notify(title);
    },
    onError: (error) => notify(failed, words.ofService(error), 'alert'),
    onSettled: news,
  });
}

/** What an invitation is for; also for a visitor. Kept nowhere: its token is all that it takes. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      callService<InvitationPreview>(`/api/v1/invitations/${encodeURIComponent(token)}`, { signal }),
    staleTime: 60_000,
  });
}
