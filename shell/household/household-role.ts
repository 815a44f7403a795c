import type { HouseholdMember } from '#supabase/tables/index.ts';
import { useMemberships } from './household.ts';
import { currentOf, type Memberships } from './memberships.ts';

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
