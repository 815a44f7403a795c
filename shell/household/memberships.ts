/** One's households, and what one is in each. */
import type { Household as StoredHousehold, HouseholdMember } from '#supabase/tables/index.ts';
import { dropStored, readStored, store } from '../data/browser-storage.ts';
import { i18n } from '../text/i18n.ts';

export interface Household extends StoredHousehold {
  /** Whose it is, where it is another's and has no name of its own; an owner may have no name either. */
  ownerName?: string;
}

/** What one is in one household. */
export interface Membership extends Pick<HouseholdMember, 'role' | 'switch_rooms'> {
  households: Household;
}

export interface Memberships {
  /** The first joined first. */
  all: readonly Membership[];
  /** The household chosen; null: none. */
  chosen: string | null;
}

export const membershipsKey = 'memberships';

/** Another's, which nobody has named. */
export function isNameless({ role, households }: Membership): boolean {
  return role !== 'owner' && households.name === '';
}

/** The household that one looks at: the one chosen, else the one joined first. */
export function currentOf(mine: Memberships | null | undefined): Membership | undefined {
  return mine?.all.find(({ households }) => households.id === mine.chosen) ?? mine?.all[0];
}

/** As the migrations name it. */
const demoName = 'Demo home';

/** What a household is called for somebody, also one that nobody has named. */
export function homeName(
  { kind, name, ownerName }: Pick<Household, 'kind' | 'name' | 'ownerName'>,
  isOwn: boolean,
): string {
  if (kind !== 'home' && name === demoName) return i18n.t('account.demoHome');
  if (name !== '') return name;
  if (isOwn) return i18n.t('account.ownHousehold');
  return ownerName ? i18n.t('account.homeOf', { name: ownerName }) : i18n.t('account.sharedHousehold');
}

// At which of several households this browser looked last: a page may ask for its figures before the household itself has come.

const key = 'wattershed-household';

export function lookedAt(userId: string | undefined): string | undefined {
  return readFor(key, userId);
}

export function rememberLookedAt(userId: string, householdId: string | undefined): void {
  if (householdId === undefined) dropStored(key);
  else if (lookedAt(userId) !== householdId) store(key, `${userId} ${householdId}`);
}

/** What was stored for this person; another's is not read. */
export function readFor(name: string, userId: string | undefined): string | undefined {
  const [owner, value] = readStored(name)?.split(' ') ?? [];
  return userId !== undefined && owner === userId ? value : undefined;
}
