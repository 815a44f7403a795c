import type { LatestAnswer, UsageRow } from '../contract/usage.ts';

/** Everything the Dashboard draws from: the service's rows, or the sample in their shape. */
export interface UsageFigures {
  origin: 'measured' | 'simulated' | 'sample';
  timeZone: string;
  /** The first day that `days` could hold. */
  rowsFrom: string;
  /** By day, room and device; two weeks and a little. */
  days: readonly UsageRow[];
  /** When `days` were asked for, by the service's clock: `latest` may know today from before it or after. */
  daysAskedAt: number;
  /** By hour; eight days. */
  hours: readonly UsageRow[];
  /** By five minutes; three hours. */
  recent: readonly UsageRow[];
  months: readonly UsageRow[];
  latest: LatestAnswer;
  /** Set while nothing new can be heard: the moment that the figures are of. The page then stands still there. */
  asOf?: number;
}
