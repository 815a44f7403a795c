import { firstUtility, type Utility } from '#catalogue/index.ts';
import type { LatestAnswer, LatestMeter, UsageRow } from '../contract/usage.ts';

/** Builders for tests: what a case is about is named, the rest is usual. */

export function usageRow(start: string, utility: Utility, used: number, rest: Partial<UsageRow> = {}): UsageRow {
  return { start, utility, used, estimated: 0, imported: 0, coveredS: 86_400, ...rest };
}

export function meter(key: string, rest: Partial<LatestMeter> = {}): LatestMeter {
  const [room = '', utility = firstUtility] = key.split('-');
  return {
    meterId: key,
    key,
    deviceId: `device ${key}`,
    room,
    utility: utility as Utility,
    parentMeterId: null,
    lastAt: '2026-11-20T17:00:00Z',
    lastValue: 12_345,
    rate: 0,
    rateWithin: 0,
    rateState: 'now',
    rateUntil: new Date(Date.parse(rest.lastAt ?? '2026-11-20T17:00:00Z') + 900_000).toISOString(),
    today: 0,
    quarantined: 0,
    ...rest,
  };
}

export function latest(meters: LatestMeter[], rest: Partial<LatestAnswer> = {}): LatestAnswer {
  return {
    household: '5b1e6f0a-0000-4000-8000-0000000000aa',
    timeZone: 'Europe/Madrid',
    origin: 'measured',
    at: '2026-11-20T17:00:05Z',
    meters,
    ...rest,
  };
}

/** The household that figures belong to, as the table API answers it; its day is this machine's. */
export function membershipOf(householdId: string) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const home = {
    id: householdId,
    name: '',
    time_zone: timeZone,
    time_zone_chosen: true,
    units: 'metric',
    country: null,
    currency: 'EUR',
  };
  return { role: 'owner', switch_rooms: null, households: home };
}
