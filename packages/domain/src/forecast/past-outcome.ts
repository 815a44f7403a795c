/** How a forecast made on an earlier day of the same household has come out. */
import type { DailyHistory } from './daily-history.ts';
import { expectDays } from './expect-days.ts';

const leastKnown = 0.75;

/** What came divided by what was to be expected of the `ahead` days after the first `origin`; null where one of them is not known. */
export const pastOutcome = (history: DailyHistory, origin: number, ahead: number): number | null => {
  const expected = expectDays(history, origin, ahead);
  if (expected === null) return null;
  let came = 0;
  let total = 0;
  let known = 0;
  for (let next = 0; next < ahead; next += 1) {
    const value = history.use[origin + next] as number;
    if (!(value >= 0)) continue;
    came += value;
    total += expected.use[next] as number;
    known += 1;
  }
  return known >= leastKnown * ahead && total > 0 ? came / total : null;
};
