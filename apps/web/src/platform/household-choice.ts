/**
 * The choice between several households: the profile says it for every device, this browser keeps what the profile has not heard yet.
 * Loaded for those alone who have several, with what they are: the menu that changes between them then works without a network too.
 */
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Profile } from '@wattershed/database';
import { notify } from '../ui/notice.ts';
import { dropStored, store } from './browser-storage.ts';
import { readFor, rememberLookedAt } from './current-household.ts';
import { homeName } from './home-name.ts';
import { currentOf, type Memberships, membershipsQuery } from './household.ts';
import { i18n } from './i18n.ts';
import { queryClient } from './query-client.ts';
import { saveProfile } from './save-profile.ts';
import { askTables, TableError } from './tables.ts';

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

/** Looks at another household from now on, on every page and, as soon as it can be told, on every device. */
export async function lookAt(client: QueryClient, userId: string, householdId: string): Promise<void> {
  const query = membershipsQuery(userId);
  rememberChoice(userId, householdId);
  await client.cancelQueries({ queryKey: query.queryKey });
  client.setQueryData(query.queryKey, (mine) => mine && { ...mine, chosen: householdId });
  // Asking anew tells the profile; without a network that waits for the next time.
  client.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
}

export interface HouseholdChoice {
  id: string;
  name: string;
  isShown: boolean;
  show: () => void;
}

/** Tells of the households that somebody may look at, now and whenever they change. Answers how to stop. */
export function followChoices(userId: string, tell: (choices: HouseholdChoice[]) => void): () => void {
  const observer = new QueryObserver(queryClient, membershipsQuery(userId));
  const show = ({ data }: { data: Memberships | null | undefined }) => tell(choicesOf(userId, data));
  const stop = observer.subscribe(show);
  show(observer.getCurrentResult());
  return stop;
}

function choicesOf(userId: string, mine: Memberships | null | undefined): HouseholdChoice[] {
  if (mine === null || mine === undefined || mine.all.length < 2) return [];
  const shown = currentOf(mine)?.households.id;
  return mine.all.map(({ households, role }) => {
    const { id } = households;
    const name = homeName(households, role === 'owner');
    return { id, name, isShown: id === shown, show: () => void change(userId, id, name) };
  });
}

async function change(userId: string, id: string, name: string): Promise<void> {
  await lookAt(queryClient, userId, id);
  notify(i18n.t('account.lookingAt', { name }));
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
