/** Whom a household is shared with, and who is invited: asked of the service, which decides. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { callService } from '#shell/data/service.ts';
import { forgetChoice } from '#shell/household/household-choice.ts';
import { membershipsQuery } from '#shell/household/household.ts';
import { homeName, type Household } from '#shell/household/memberships.ts';
import { useUserId } from '#shell/session/session.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { notify } from '#shell/ui/notices/notice.ts';
import {
  acceptInvitation,
  changeMember,
  type ChangeMemberBody,
  createHousehold,
  type CreateHouseholdBody,
  deleteHousehold,
  invite,
  type InviteBody,
  readInvitation,
  readInvitations,
  readMembers,
  removeMember,
  revokeInvitation,
  transferHousehold,
} from '../contract/household.ts';

const peopleKey = 'household-people';
const invitationsKey = 'household-invitations';

export function usePeople(householdId: string) {
  return useQuery({
    queryKey: [peopleKey, householdId],
    queryFn: async ({ signal }) =>
      (await callService(readMembers, { params: { household: householdId }, signal })).members,
    meta: keptOffline,
  });
}

/** Those that can still be accepted; the owner alone may see them. */
export function useInvitations(householdId: string, mayShare: boolean) {
  return useQuery({
    queryKey: [invitationsKey, householdId],
    queryFn: async ({ signal }) =>
      (await callService(readInvitations, { params: { household: householdId }, signal })).invitations,
    enabled: mayShare,
  });
}

export const householdCalls = {
  invite: (household: string, body: InviteBody) => callService(invite, { params: { household }, body }),
  revoke: (household: string, invitation: string) =>
    callService(revokeInvitation, { params: { household, invitation } }),
  change: (household: string, member: string, body: ChangeMemberBody) =>
    callService(changeMember, { params: { household, member }, body }),
  /** With one's own id: leaves. */
  remove: (household: string, member: string, tokens?: 'end' | 'keep') =>
    callService(removeMember, { params: { household, member }, query: { tokens } }),
  transfer: (household: string, to: string) => callService(transferHousehold, { params: { household }, body: { to } }),
  /** It is looked at from now on, whatever was chosen here before. */
  create: async (body: CreateHouseholdBody) => {
    const created = await callService(createHousehold, { body });
    forgetChoice();
    return created;
  },
  delete: (household: string, name: string) => callService(deleteHousehold, { params: { household }, body: { name } }),
  accept: async (token: string) => {
    const accepted = await callService(acceptInvitation, { params: { token } });
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

interface ActionWords<V, T> {
  done: (answer: T, value: V) => string | undefined;
  failed: string;
}

/** Does something to a household, says how it went, and asks for all of it anew. */
export function useHouseholdAction<V, T>(call: (value: V) => Promise<T>, { done, failed }: ActionWords<V, T>) {
  const words = useFailureMessages();
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
    queryFn: ({ signal }) => callService(readInvitation, { params: { token }, signal }),
    staleTime: 60_000,
  });
}

/** What a household is called, in the language shown. */
export function useHomeName(): (household: Household) => string {
  useTranslation();
  const userId = useUserId();
  return (household) => homeName(household, household.owner_id === userId);
}
