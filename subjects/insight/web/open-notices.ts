/** Of the notices of a home: which are open, which is the worst, which are news to somebody. */
import { isLeak, noticeFacts, urgencyOf, utilityThatLeaks, type Utility } from '#catalogue/index.ts';
import type { HouseholdNotice } from '#supabase/tables/index.ts';

type Notices = readonly HouseholdNotice[];

/** Somebody has to do something. Of a budget one has to know. */
export const needsHand = ({ kind }: Pick<HouseholdNotice, 'kind'>): boolean => noticeFacts(kind).tone !== 'know';

/** What lasts, the most urgent first, the latest of a kind first. */
export function lastingNotices(notices: Notices): HouseholdNotice[] {
  return notices
    .filter(({ ended_at: endedAt }) => endedAt === null)
    .sort((a, b) => urgencyOf(a.kind) - urgencyOf(b.kind) || Date.parse(b.since) - Date.parse(a.since));
}

export const isOpen = ({ ended_at: endedAt, dismissed_at: dismissedAt }: HouseholdNotice): boolean =>
  endedAt === null && dismissedAt === null;

/** Since when the home has known no leak, by its own history: null where that does not say it. */
export function noLeakSince(notices: Notices, meters: readonly { meterId: string; utility: Utility }[]): number | null {
  const leaks = notices.filter(({ kind }) => isLeak(kind));
  if (leaks.length === 0 || leaks.some(({ ended_at: endedAt }) => endedAt === null)) return null;
  const since = Math.max(...leaks.map(({ ended_at: endedAt }) => Date.parse(endedAt ?? '')));
  const ofWater = meters.filter(({ utility }) => utility === utilityThatLeaks).map(({ meterId }) => meterId);
  // Nobody knows what ran while a meter was silent.
  const wasSilent = ({ kind, meter_id: meter, ended_at: endedAt }: HouseholdNotice) =>
    kind === 'silent-meter' && ofWater.includes(String(meter)) && (endedAt === null || Date.parse(endedAt) > since);
  return ofWater.length === 0 || notices.some(wasSilent) ? null : since;
}

export interface News {
  /** How many want a hand. */
  hands: number;
  /** Something else is new. */
  others: boolean;
}

/** What came after `seenUntil` (null: nothing was seen) and is still open. `withheld`: when readings came that wait for a decision. */
export function newsOf(notices: Notices, withheld: readonly string[], seenUntil: string | null): News {
  const isNew = (at: string) => seenUntil === null || Date.parse(at) > Date.parse(seenUntil);
  const open = notices.filter((notice) => isOpen(notice) && isNew(notice.noticed_at));
  return {
    hands: open.filter(needsHand).length + Number(withheld.some(isNew)),
    others: open.some((notice) => !needsHand(notice)),
  };
}
