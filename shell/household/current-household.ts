/** At which of several households this browser looked last: a page may ask for its figures before the household itself has come. */
import { dropStored, readStored, store } from '../data/browser-storage.ts';

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
