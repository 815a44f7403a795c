import type { HouseholdNotice } from '#supabase/tables/index.ts';

const historyMs = 30 * 86_400_000;
const urgency: Record<HouseholdNotice['kind'], number> = {
  'running-water': 0,
  'budget-passed': 1,
  'silent-meter': 2,
  'budget-most': 3,
  'budget-course': 4,
};

/** What lasts, the most urgent first, the latest of a kind first. */
function lastingNotices(notices: readonly HouseholdNotice[]): HouseholdNotice[] {
  return notices
    .filter(({ ended_at: endedAt }) => endedAt === null)
    .sort((a, b) => urgency[a.kind] - urgency[b.kind] || Date.parse(b.since) - Date.parse(a.since));
}

/** Of these, what nobody dismissed. */
export function openNotices(notices: readonly HouseholdNotice[]): HouseholdNotice[] {
  return lastingNotices(notices).filter(({ dismissed_at: dismissedAt }) => dismissedAt === null);
}

/** Everything that lasts, dismissed or not, and what ended in the last thirty days. */
export function noticeHistory(notices: readonly HouseholdNotice[], now: number) {
  return {
    lasting: lastingNotices(notices),
    past: notices.filter(({ ended_at: endedAt }) => endedAt !== null && now - Date.parse(endedAt) < historyMs),
  };
}
