import { QueryObserver } from '@tanstack/react-query';
import { lookAt } from '../platform/household-choice.ts';
import { currentOf, type Memberships, membershipsQuery } from '../platform/household.ts';
import { i18n } from '../platform/i18n.ts';
import { queryClient } from '../platform/query-client.ts';
import { notify } from '../ui/notice.ts';
import type { HouseholdChoice } from './household-choices.ts';

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
  return mine.all.map(({ households }) => {
    const { id } = households;
    const isOwn = households.owner_id === userId;
    const name = households.name || i18n.t(isOwn ? 'account.ownHousehold' : 'account.household');
    return { id, name, isShown: id === shown, show: () => void change(userId, id, name) };
  });
}

async function change(userId: string, id: string, name: string): Promise<void> {
  await lookAt(queryClient, userId, id);
  await i18n.loadNamespaces('household');
  notify(i18n.t('household:mine.now', { name }));
}
