import type { LatestAnswer, UsageRow } from '../../contract/usage.ts';
import type { UsageFigures } from '../usage-figures.ts';
import type { AnalyticsRequest } from './analytics-request.ts';
import type { Period } from './period.ts';

/** Everything that the page draws from, for one request: the service's rows, or the sample in their shape. */
export interface AnalyticsFigures {
  request: AnalyticsRequest;
  origin: UsageFigures['origin'];
  timeZone: string;
  /** When these were asked for. */
  now: number;
  latest: LatestAnswer;
  /** The period by bucket; by room and device where that is not too fine. */
  rows: readonly UsageRow[];
  /** What each room and device used in the whole period, in as many rows as it takes. */
  parts: readonly UsageRow[];
  earlier: EarlierFigures | null;
  /** The day that is looked at closely, by five minutes. */
  day: string;
  curve: readonly UsageRow[];
  /** The days of twelve calendar months that end with the period's. */
  year: readonly UsageRow[];
}

export interface EarlierFigures {
  period: Period;
  rows: readonly UsageRow[];
  parts: readonly UsageRow[];
  /** Of an earlier period, only as much as the shown one has lasted: whole days, then hours of the day that is cut. Null: all of it. */
  toDate: { days: readonly UsageRow[]; hours: readonly UsageRow[]; cutAt: number } | null;
}
