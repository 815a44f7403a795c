/**
 * The choice between several households: the profile says it for every device, this browser keeps what the profile has not heard yet.
 * Loaded for those alone who have several, with what they are.
 */
import type { Profile } from '#supabase/tables/index.ts';
import { dropStored, store } from '../data/browser-storage.ts';
import { readFor, rememberLookedAt } from './memberships.ts';
import { saveProfile } from '../session/save-profile.ts';
import { askTables, TableError } from '../data/tables.ts';

/** A choice that the profile has not been told of. */
const untoldKey = 'wattershed-household-untold';

export function rememberChoice(userId: string, householdId: string): void {
  store(untoldKey, `${userId} ${householdId}`);
  rememberLookedAt(userId, householdId);
}

/** For whoever leaves this browser to somebody else, and where the profile says something newer. */
export function forgetChoice(): void {
  dropStored(untoldKey);
}

/** The household chosen; null: none. A choice made without a network counts here at once, and is told when there is one. */
export async function readChoice(userId: string): Promise<string | null> {
  const untold = readFor(untoldKey, userId);
  if (untold !== undefined && (await tellChoice(userId, untold))) return untold;
  const [profile] = await askTables<Pick<Profile, 'current_household'>[]>((tables) =>
    tables.from('profiles').select('current_household').eq('user_id', userId),
  );
  return profile?.current_household ?? null;
}

/** False: it is refused, as one does not belong to that household any more. */
async function tellChoice(userId: string, householdId: string): Promise<boolean> {
  let isRefused = false;
  try {
    await saveProfile(userId, { current_household: householdId });
  } catch (error) {
    isRefused = error instanceof TableError && error.status >= 400 && error.status < 500;
    if (!isRefused) return true;
  }
  if (readFor(untoldKey, userId) === householdId) dropStored(untoldKey);
  return !isRefused;
}
