/** Changes between several households. Loaded as soon as it is known that there are several: it works without a network too. */
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { notify } from '../ui/notices/notice.ts';
import { rememberChoice } from './household-choice.ts';
import { membershipsQuery } from './household.ts';
import { currentOf, homeName, type Memberships } from './memberships.ts';
import { i18n } from '../text/i18n.ts';
import { queryClient } from '../data/query-client.ts';

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
