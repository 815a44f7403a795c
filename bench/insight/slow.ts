/** A daily rule as the service asks it: each day with the 91 days before it. */
import type { Finding, HomeLook, Rule } from '#subjects/insight/domain/rules/rule.ts';
import { QUARTER_S, type QuarterUse } from '#subjects/readings/domain/meter-use.ts';

const perDay = 96;
const dayS = 86_400;
/** As the service reads it (`check-meters.ts`). */
const minCoveredS = 810;

/** The days before `day` (since 1970), as far as there are quarter-hours of them. */
export const lookAt = (quarters: readonly QuarterUse[], day: number, days: number): HomeLook => {
  const firstDay = day - days;
  const used = new Float64Array(days * perDay).fill(Number.NaN);
  for (const quarter of quarters) {
    const at = (quarter.start - firstDay * dayS) / QUARTER_S;
    if (at < 0 || at >= used.length) continue;
    if (quarter.coveredS >= minCoveredS && quarter.estimated === 0) used[at] = quarter.used;
  }
  return {
    firstDay,
    perDay,
    offsetAt: () => 0,
    temperatures: new Map(),
    meters: [{ meterId: 'whole', name: '', room: '', utility: 'water', flow: 'drawn', parentMeterId: null, used }],
  };
};

export interface ToldFinding {
  readonly toldDay: number;
  readonly endedDay: number | null;
  /** As it was told last. */
  readonly finding: Finding;
}

/** What it tells from `from` until `to` (days since 1970), each thing once, as long as each day finds it. */
export const toldFindings = (
  rule: Rule,
  quarters: readonly QuarterUse[],
  from: number,
  to: number,
  firstOnly = false,
): ToldFinding[] => {
  const told: ToldFinding[] = [];
  let open: ToldFinding | null = null;
  for (let day = from; day <= to; day += 1) {
    const [finding] = rule.find(lookAt(quarters, day, rule.days), 1);
    if (finding === undefined) {
      if (open !== null) told.push({ ...open, endedDay: day });
      open = null;
    } else open = { toldDay: open?.toldDay ?? day, endedDay: null, finding };
    if (firstOnly && open !== null) break;
  }
  return open === null ? told : [...told, open];
};
