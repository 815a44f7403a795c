/** Real homes as a rule sees them, day by day, and changes put into copies of them. */
import type { HomeLook } from '#subjects/insight/domain/rules/rule.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import type { BenchHome } from '../honest-homes.ts';

export const windowDays = 91;

const zones: Readonly<Record<string, string>> = {
  AMPds2: 'America/Vancouver',
  REFIT: 'Europe/London',
  'UK-DALE': 'Europe/London',
  WEUSEDTO: 'Europe/Rome',
  DAIAD: 'Europe/Madrid',
  Konstanz: 'Europe/Berlin',
  Sceaux: 'Europe/Paris',
  London: 'Europe/London',
  Burnaby: 'America/Vancouver',
};

const zoneOf = ({ name }: BenchHome): string => zones[name.split(' ')[0] ?? ''] ?? 'UTC';
const offsets = new Map(Object.values(zones).map((zone) => [zone, zoneOffsets(zone)]));
const utc = (): number => 0;

export const daysOf = ({ meters, perDay }: BenchHome): number => (meters[0]?.used.length ?? 0) / perDay;

/** The days before `to`, as the service sees them on the day after. */
export const lookAt = (home: BenchHome, to: number, days = windowDays): HomeLook => {
  const from = Math.max(0, to - days);
  return {
    firstDay: home.firstDay + from,
    perDay: home.perDay,
    offsetAt: offsets.get(zoneOf(home)) ?? utc,
    temperatures: home.temperatures ?? new Map(),
    absences: [],
    meters: home.meters.map((meter) => ({
      ...meter,
      name: meter.meterId,
      room: 'home',
      used: meter.used.subarray(from * home.perDay, to * home.perDay),
    })),
  };
};

/** From a day on, one meter otherwise; what contains it sees that too. */
export const putChange = (
  home: BenchHome,
  meterId: string,
  from: number,
  made: (used: number, at: number) => number,
): BenchHome => {
  const own = home.meters.find((meter) => meter.meterId === meterId);
  if (own === undefined) return home;
  const start = from * home.perDay;
  const now = own.used.map((used, at) => (at < start ? used : Math.round(made(used, at))));
  return {
    ...home,
    meters: home.meters.map((meter) => {
      if (meter === own) return { ...meter, used: now };
      if (meter.meterId !== own.parentMeterId) return meter;
      return {
        ...meter,
        used: meter.used.map((used, at) => {
          const more = (now[at] as number) - (own.used[at] as number);
          return Number.isNaN(more) ? used : used + more;
        }),
      };
    }),
  };
};
