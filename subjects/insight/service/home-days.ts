/** Every local day of a home, also one of which nothing is known, with how much of it should have been measured. */
import { utilityIds } from '#catalogue/index.ts';
import { daysOf, type LocalDay } from '#catalogue/local-day.ts';
import { dayBounds, zoneOffsets } from '#catalogue/zone-clock.ts';
import type { LatestAnswer, UsageAnswer } from '#subjects/usage/contract/usage.ts';
import { rootMeters } from '#subjects/usage/domain/home-meters.ts';
import type { HomeDay } from '../domain/report/facts.ts';

export const homeDaysOf = (
  rows: UsageAnswer['rows'],
  latest: LatestAnswer,
  timeZone: string,
  from: LocalDay,
  to: LocalDay,
): HomeDay[] => {
  const offsetAt = zoneOffsets(timeZone);
  const known = new Map(rows.map((row) => [`${row.start} ${row.utility}`, row]));
  const seen = utilityIds.filter((utility) => rows.some((row) => row.utility === utility));
  const meters = new Map(seen.map((utility) => [utility, Math.max(1, rootMeters(latest, utility).length)]));
  return daysOf(from, to).flatMap((day) => {
    const [begin, end] = dayBounds(Date.parse(day) / 1000, offsetAt);
    return seen.map((utility) => {
      const {
        used = 0,
        estimated = 0,
        imported = 0,
        coveredS = 0,
        atLeast = false,
      } = known.get(`${day} ${utility}`) ?? {};
      const expectedS = (end - begin) * (meters.get(utility) ?? 1);
      return { day, utility, used, estimated, imported, coveredS, expectedS, atLeast };
    });
  });
};
