import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isLeak } from '#catalogue/index.ts';
import { readMembers } from '#subjects/household/contract/household.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { callService } from '#shell/data/service.ts';
import { useFormat, useHousehold } from '#shell/household/household.ts';
import { useUserId } from '#shell/session/session.ts';
import type { HouseholdNotice } from '#supabase/tables/index.ts';

/** How a notice ended, and who has put it aside as what; nothing of one that is open. `notices`: those that are shown. */
export function useClosingText(notices: readonly HouseholdNotice[]): (notice: HouseholdNotice) => string {
  const { t } = useTranslation('notice-texts');
  const format = useFormat();
  const userId = useUserId();
  const names = useNames(notices.some(({ dismissed_by: by }) => by !== null && by !== userId));
  return ({ kind, ended_at: endedAt, dismissed_at: dismissedAt, dismissed_by: by, dismissed_as: as }) => {
    const over = isLeak(kind) ? 'stopped' : kind === 'silent-meter' ? 'back' : 'over';
    const name = by === null ? undefined : names.get(by);
    const who = by !== null && by === userId ? 'you' : name === undefined ? 'somebody' : 'named';
    return [
      endedAt !== null && t(`closed.${over}`, { time: format.dateTime(Date.parse(endedAt)) }),
      dismissedAt !== null &&
        t(`closed.${as ?? 'dismissed'}.${who}`, { name, time: format.dateTime(Date.parse(dismissedAt)) }),
    ]
      .filter(Boolean)
      .join(' ');
  };
}

/** What the people of the home are called, by their ids: the service says it to each other. */
function useNames(isWanted: boolean): ReadonlyMap<string, string> {
  const householdId = useHousehold().data?.id;
  const { data: people = [] } = useQuery({
    // As the page of the household asks for them.
    queryKey: ['household-people', householdId ?? ''],
    queryFn: async ({ signal }) =>
      (await callService(readMembers, { params: { household: householdId ?? '' }, signal })).members,
    enabled: isWanted && householdId !== undefined,
    meta: keptOffline,
  });
  return new Map(people.filter(({ name }) => name !== '').map(({ userId, name }) => [userId, name]));
}
