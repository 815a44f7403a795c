import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { HouseholdMember } from '#supabase/tables/index.ts';
import { keptOffline } from '../data/keep-answers.ts';
import { askTables } from '../data/tables.ts';
import { useUserId } from '../session/session.ts';
import { createFormat, type Format, regionalOf } from '../text/format.ts';
import { useLanguage } from '../text/i18n.ts';
import {
  currentOf,
  homeName,
  isNameless,
  lookedAt,
  type Membership,
  type Memberships,
  membershipsKey,
  rememberLookedAt,
} from './memberships.ts';

/** Every household that one belongs to, and what one is there. Null without a signed-in user. */
export function membershipsQuery(userId: string | undefined) {
  const queryKey = [membershipsKey, userId ?? null];
  return queryOptions({
    queryKey,
    queryFn: async ({ client }): Promise<Memberships | null> => {
      if (userId === undefined) return null;
      const found = await askTables<Membership[]>((tables) =>
        tables
          .from('household_members')
          .select('role,switch_rooms,households(*)')
          .eq('user_id', userId)
          .order('created_at', { ascending: true }),
      );
      const [all, chosen] = await Promise.all([
        found.some(isNameless)
          ? import('./household-owners.ts').then((of) => of.withOwners(found)).catch(() => found)
          : found,
        found.length > 1 ? import('./household-choice.ts').then((of) => of.readChoice(userId)) : null,
      ]);
      const now = { all, chosen };
      tellChange(client.getQueryData<Memberships | null>(queryKey), now);
      rememberLookedAt(userId, currentOf(now)?.households.id);
      return now;
    },
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    meta: keptOffline,
  });
}

/** Of all of one's households, or one thing about them. Asked once for whatever wants to know. */
export function useMemberships<T>(select: (mine: Memberships | null) => T) {
  const userId = useUserId();
  return useQuery({ ...membershipsQuery(userId), select, enabled: userId !== undefined });
}

const householdOf = (mine: Memberships | null) => currentOf(mine)?.households ?? null;

/** The household one looks at. Null without a signed-in user. */
export function useHousehold() {
  return useMemberships(householdOf);
}

/** Its id, as far as possible before it has come: the one that this browser looked at last. Figures need not wait for each other. */
export function useHouseholdId(): string | undefined {
  const { data, isPending } = useHousehold();
  const userId = useUserId();
  return data?.id ?? (isPending ? lookedAt(userId) : undefined);
}

const shownHome = (mine: Memberships | null) => ({
  shown: currentOf(mine),
  isOneOfSeveral: (mine?.all.length ?? 0) > 1,
});

/** What the household is called, in the language shown; undefined of somebody's only one that nobody has named. */
export function useHouseholdName(): string | undefined {
  useLanguage();
  const { shown, isOneOfSeveral } = useMemberships(shownHome).data ?? {};
  if (shown === undefined || (shown.households.name === '' && !isOneOfSeveral)) return undefined;
  return homeName(shown.households, shown.role === 'owner');
}

/** The same for whoever belongs to several: pages say at which one looks. */
export function useNameAmongSeveral(): string | undefined {
  const name = useHouseholdName();
  return useMemberships(shownHome).data?.isOneOfSeveral ? name : undefined;
}

/** Counts the changes to another household: whatever a page remembers of one begins anew with the next. Asks nothing itself. */
export function useHouseholdTurn(): number {
  const query = { ...membershipsQuery(useUserId()), select: householdOf, enabled: false };
  const id = useQuery(query).data?.id;
  const [shown, setShown] = useState({ id, turn: 0 });
  if (id !== undefined && id !== shown.id) setShown({ id, turn: shown.id === undefined ? 0 : shown.turn + 1 });
  return shown.turn;
}

/** Somebody else may have changed what one is, or put one out: that is told, and what is kept of the household goes. */
function tellChange(before: Memberships | null | undefined, now: Memberships): void {
  const known = (mine: Memberships) =>
    JSON.stringify(mine.all.map(({ households, role, switch_rooms: rooms }) => [households.id, role, rooms]));
  if (!before || known(before) === known(now)) return;
  import('./tell-membership.ts').then((module) => module.tellMembership(before, now)).catch(() => undefined);
}

/** Numbers, dates and money as this household writes them, in the language shown. `currency`: of what is told, where it is not the household's. */
export function useFormat(currency?: string): Format {
  const language = useLanguage();
  const { data: household } = useHousehold();
  return useMemo(
    () => createFormat(language, { ...regionalOf(household), ...(currency !== undefined && { currency }) }),
    [language, household, currency],
  );
}

type Role = HouseholdMember['role'];

/** What somebody may do in a household. The database decides; this keeps off the page what it would refuse. */
export interface Rights {
  role: Role;
  /** Adds and changes devices, tariffs, budgets, documents, readings. */
  mayWrite: boolean;
  mayDelete: boolean;
  /** Invites, says who is what, hands over. */
  mayShare: boolean;
  /** Rooms as devices name them. */
  maySwitch: (room: string) => boolean;
  /** Whether every room is theirs to switch, some are, or none. */
  switches: 'all' | 'some' | 'none';
}

export function rightsOf(role: Role, switchRooms: readonly string[] | null): Rights {
  const isOwner = role === 'owner';
  const mayWrite = isOwner || role === 'member';
  // The owner switches everything, whatever a list may say.
  const rooms = isOwner ? null : switchRooms;
  const maySwitch = (room: string) => (rooms === null ? mayWrite : rooms.includes(room));
  const switches = rooms === null ? (mayWrite ? 'all' : 'none') : rooms.length > 0 ? 'some' : 'none';
  return { role, mayWrite, mayDelete: isOwner, mayShare: isOwner, maySwitch, switches };
}

function currentRights(mine: Memberships | null): Rights | null {
  const membership = currentOf(mine);
  return membership === undefined ? null : rightsOf(membership.role, membership.switch_rooms);
}

/** What the signed-in person may do in the household that they look at: null without one, undefined while it is not known. */
export function useRights() {
  return useMemberships(currentRights);
}
