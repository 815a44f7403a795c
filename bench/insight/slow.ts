/** A daily rule as the service asks it, each day with the days before it. */
import { replayRule, type ReplayedEvent } from '#subjects/insight/domain/rules/replay.ts';
import type { HomeLook, Rule } from '#subjects/insight/domain/rules/rule.ts';
import { QUARTER_S, type QuarterUse } from '#subjects/readings/domain/meter-use.ts';

const perDay = 96;
const dayS = 86_400;
/** As the service reads it (`home-look.ts`). */
const minCoveredS = 810;

/** The whole days `[firstDay, endDay)` since 1970 of a home with this one meter. */
const lookOf = (quarters: readonly QuarterUse[], firstDay: number, endDay: number): HomeLook => {
  const used = new Float64Array((endDay - firstDay) * perDay).fill(Number.NaN);
  for (const quarter of quarters) {
    const at = (quarter.start - firstDay * dayS) / QUARTER_S;
    if (at >= 0 && at < used.length && quarter.coveredS >= minCoveredS && quarter.estimated === 0)
      used[at] = quarter.used;
  }
  return {
    firstDay,
    perDay,
    offsetAt: () => 0,
    temperatures: new Map(),
    absences: [],
    meters: [{ meterId: 'whole', name: '', room: '', utility: 'water', flow: 'drawn', parentMeterId: null, used }],
  };
};

/** What it would have told on the mornings from `from` to `to`. */
export const replayed = async (
  rule: Rule,
  quarters: readonly QuarterUse[],
  from: number,
  to: number,
): Promise<ReplayedEvent[]> => {
  const events: ReplayedEvent[] = [];
  const firstDay = Math.max(Math.ceil((quarters[0]?.start ?? 0) / dayS), from - rule.days);
  for await (const event of replayRule(rule, lookOf(quarters, firstDay, to), from, () => Promise.resolve()))
    events.push(event);
  return events;
};
