/** Rules on homes as the service runs them: a look each day, what of it is news, and how long a look takes. */
import { medianOf } from '#subjects/insight/domain/honest/home-use.ts';
import { lookFor } from '#subjects/insight/domain/rules/absences.ts';
import type { FindingFigures, Rule } from '#subjects/insight/domain/rules/rule.ts';
import { findingNews, type ToldFinding } from '#subjects/insight/domain/rules/tell-findings.ts';
import type { BenchHome } from '../honest-homes.ts';
import { lookAt, windowDays } from './put-change.ts';

const dayS = 86_400;

export interface Told {
  readonly kind: Rule['kind'];
  readonly meterId: string;
  readonly figures: FindingFigures;
  /** Days since 1970: since when it holds, and when it was told. */
  readonly since: number;
  readonly day: number;
}

/** Day by day, what is new by the service's own rule of what is news. */
export const toldOf = (
  home: BenchHome,
  [from, to]: readonly [from: number, to: number],
  rules: readonly Rule[],
): Told[] => {
  const events: Told[] = [];
  let told: ToldFinding[] = [];
  for (let day = from; day <= to; day += 1) {
    const look = lookAt(home, day);
    const now = (home.firstDay + day) * dayS;
    const found = rules.flatMap((rule) =>
      rule.find(lookFor(rule, look), 1).map((one) => ({ ...one, kind: rule.kind })),
    );
    const { begun, lasting, ended } = findingNews(found, told);
    const lasts = new Set(lasting.map(({ id }) => id));
    told = told
      .map((one) =>
        lasts.has(one.id) ? { ...one, endedAt: null } : ended.includes(one.id) ? { ...one, endedAt: now } : one,
      )
      .filter(({ endedAt }) => endedAt === null || endedAt > now - 7 * dayS);
    for (const { kind, meterId, since, figures } of begun) {
      told.push({ id: `${day} ${kind} ${meterId}`, kind, meterId, endedAt: null });
      events.push({ kind, meterId, figures, since: since / dayS, day: home.firstDay + day });
    }
  }
  return events;
};

/** 91 days of quarter-hours of a home's meters, each hour filled unevenly; `miss` hears of a rule that takes longer than `maxMs` in the middle. */
export const showRuleTime = (
  home: BenchHome,
  rules: readonly Rule[],
  maxMs: number,
  miss: (what: string) => void,
): void => {
  const shares = [0.4, 0.1, 0.3, 0.2];
  const quarters: BenchHome = {
    ...home,
    perDay: 96,
    meters: home.meters.map((meter) => ({
      ...meter,
      used: Float64Array.from(
        { length: meter.used.length * 4 },
        (_, i) => (meter.used[i >> 2] as number) * (shares[i & 3] as number),
      ),
    })),
  };
  const looks = Array.from({ length: 12 }, (_, i) => lookAt(quarters, windowDays + 25 * i));
  const rows = Object.fromEntries(
    rules.map(({ kind, find }) => {
      const ms = looks.map((look) => {
        const began = process.cpuUsage().user;
        find(look, 1);
        return (process.cpuUsage().user - began) / 1000;
      });
      if (medianOf(ms) > maxMs) miss(`time of ${kind}`);
      return [kind, { 'ms in the middle': medianOf(ms).toFixed(1), 'at most': Math.max(...ms).toFixed(1) }];
    }),
  );
  console.log(`\nA look at ${quarters.meters.length} meters, ${windowDays} days of quarter-hours, processor time:`);
  console.table(rows);
};
