import { addDays } from '#shell/text/local-day.ts';
import type { AnalyticsRequest } from '../analytics-request.ts';

/** "wattershed-rooms-2026-11-14-2026-11-20": what and when, the same in every language. */
export function fileName(what: string, { period }: AnalyticsRequest): string {
  return ['wattershed', what, ...new Set([period.from, addDays(period.to, -1)])].join('-');
}
