import type { Utility } from '#catalogue/index.ts';
import { addDays, daysUntil, localDayOf, monthsUntil, startOfDay } from '#shell/text/local-day.ts';
import type { LatestAnswer, LatestMeter, UsageRow } from '../contract/usage.ts';
import type { UsageFigures } from './usage-figures.tsx';

/** Sample figures in the very shape of the service's answers, so that one page draws both. */
export function sampleUsage(now: number, timeZone: string): UsageFigures {
  const today = localDayOf(now, timeZone);
  const elapsedMs = now - startOfDay(today, timeZone);
  return {
    origin: 'sample',
    timeZone,
    rowsFrom: addDays(today, -13),
    daysAskedAt: now,
    days: daysUntil(today, 14).flatMap((day) => rowsOfDay(day, day === today ? elapsedMs : 24 * hourMs)),
    hours: rowsByHour(now, today, timeZone),
    recent: recentRows(now),
    months: monthsUntil(today, 12).flatMap((month) => rowsOfMonth(month, today, elapsedMs)),
    latest: sampleLatest(now, timeZone),
  };
}

const hourMs = 3_600_000;
const fiveMinutesMs = 300_000;

function rowsOfDay(day: string, elapsedMs: number): UsageRow[] {
  return meteredRooms.map(({ room, utility, usual }) => {
    const used = Math.round(usual * dayFactor(utility, day) * shareUntil(utility, elapsedMs));
    return { ...row(day, utility, used, elapsedMs), room, deviceId: `${room}-${utility}` };
  });
}

function rowsByHour(now: number, today: string, timeZone: string): UsageRow[] {
  return daysUntil(today, 8).flatMap((day) => {
    const begin = startOfDay(day, timeZone);
    const hours = Math.min(24, Math.max(0, Math.ceil((now - begin) / hourMs)));
    return Array.from({ length: hours }, (_, hour) => hour).flatMap((hour) =>
      sampleUtilities.map((utility) => {
        const start = begin + hour * hourMs;
        const share = hourShare(utility, hour) * Math.min(1, (now - start) / hourMs);
        const used = Math.round(dailyUse(utility) * dayFactor(utility, day) * share);
        return row(new Date(start).toISOString(), utility, used, hourMs);
      }),
    );
  });
}

function recentRows(now: number): UsageRow[] {
  const end = Math.floor(now / fiveMinutesMs) * fiveMinutesMs;
  return Array.from({ length: 36 }, (_, i) => end - (35 - i) * fiveMinutesMs).flatMap((start) =>
    sampleUtilities.map((utility) => {
      const used = profileOf(utility).recent(start / fiveMinutesMs);
      return row(new Date(start).toISOString(), utility, used, fiveMinutesMs);
    }),
  );
}

function rowsOfMonth(month: string, today: string, elapsedMs: number): UsageRow[] {
  const start = `${month}-01`;
  const [year = 0, number = 1] = month.split('-').map(Number);
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const days = month === today.slice(0, 7) ? Number(today.slice(8)) - 1 + elapsedMs / (24 * hourMs) : length;
  return sampleUtilities.map((utility) => {
    const used = Math.round(dailyUse(utility) * monthFactor(utility, start) * days);
    return row(start, utility, used, days * 24 * hourMs);
  });
}

function row(start: string, utility: SampleUtility, used: number, coveredMs: number): UsageRow {
  return { start, utility, used, estimated: 0, imported: 0, coveredS: Math.round(coveredMs / 1000) };
}

/** What the meters of the sample show at this moment. */
export function sampleLatest(now: number, timeZone: string): LatestAnswer {
  const today = localDayOf(now, timeZone);
  const elapsedMs = now - startOfDay(today, timeZone);
  const at = new Date(now).toISOString();
  const meters = meteredRooms.map(({ room, utility, usual }): LatestMeter => {
    const key = `${room}-${utility}`;
    return {
      meterId: key,
      key,
      deviceId: key,
      room,
      utility,
      flow: 'drawn',
      parentMeterId: null,
      lastAt: at,
      lastValue: null,
      rate: profileOf(utility).rate(room),
      rateWithin: 0,
      rateState: 'now',
      rateUntil: new Date(now + hourMs).toISOString(),
      today: Math.round(usual * dayFactor(utility, today) * shareUntil(utility, elapsedMs)),
      quarantined: 0,
    };
  });
  return { household: '', timeZone, origin: 'none', at, meters };
}

// An invented home for those who have no readings yet: five rooms, the same figures for everyone on the same day.

interface Profile {
  /** Base units of a usual day; where nothing measures it a room is left out. */
  rooms: Readonly<Record<string, number>>;
  /** Shares of a day's use by hour, 00 to 23. */
  hours: readonly number[];
  /** Monday first. */
  weekdays: readonly number[];
  months: readonly number[];
  /** Where the swing of its days begins. */
  phase: number;
  /** Of the last hours: base units in five minutes, which are numbered from 1970 on. */
  recent: (n: number) => number;
  /** How five minutes differ from their hour's mean; over an hour they come to about 1. */
  pulse: (n: number) => number;
  /** What flows now. */
  rate: (room: string) => number;
}

const profiles = {
  electricity: {
    rooms: { kitchen: 3900, bathroom: 1700, living_room: 2300, bedroom: 1250, garden: 140 },
    hours: [2, 2, 2, 2, 2, 2, 4, 6, 5, 4, 4, 4, 5, 5, 4, 4, 4, 5, 7, 8, 7, 6, 4, 2],
    weekdays: [0.98, 0.94, 1.0, 0.96, 1.02, 1.12, 1.1],
    months: [1.18, 1.1, 1.02, 0.92, 0.88, 0.94, 1.04, 1.0, 0.9, 0.94, 1.06, 1.2],
    phase: 0,
    recent: (n) => Math.round((340 + 70 * Math.sin(n * 0.7) + (n % 11 === 3 ? 520 : 0) + (n % 17 < 2 ? 260 : 0)) / 12),
    // A home's power swings around its mean.
    pulse: (n) => 1 + 0.25 * Math.sin(n * 0.7) + (n % 12 === 3 ? 0.6 : -0.055),
    rate: (room) => ({ kitchen: 148, bathroom: 12, living_room: 176, bedroom: 68 })[room] ?? 8,
  },
  water: {
    rooms: { kitchen: 96_000, bathroom: 184_000, garden: 31_000 },
    hours: [0, 0, 0, 0, 0, 2, 11, 14, 8, 5, 3, 3, 5, 5, 3, 2, 3, 5, 8, 9, 7, 4, 2, 1],
    weekdays: [0.95, 0.97, 0.93, 1.0, 0.98, 1.16, 1.1],
    months: [0.92, 0.92, 0.95, 1.0, 1.06, 1.16, 1.22, 1.18, 1.04, 0.98, 0.94, 0.94],
    phase: 1.3,
    recent: (n) => (n % 13 === 4 ? 22_000 : n % 7 === 2 ? 9000 : 0),
    // Taps run now and then.
    pulse: (n) => [0, 0, 3.2, 0, 0, 4.8, 0, 0, 2.4, 0, 1.6, 0][n % 12] ?? 0,
    rate: (room) => (room === 'kitchen' ? 3.2 : 0),
  },
} satisfies Partial<Record<Utility, Profile>>;

/** What the sample home measures: a utility may be in the catalogue and not in it. */
export type SampleUtility = keyof typeof profiles;
export const sampleUtilities = Object.keys(profiles) as SampleUtility[];

export const profileOf = (utility: SampleUtility): Profile => profiles[utility];

/** Each room with what is measured in it, and how much of it a usual day uses. */
export const meteredRooms = ['kitchen', 'bathroom', 'living_room', 'bedroom', 'garden'].flatMap((room) =>
  sampleUtilities.flatMap((utility) => {
    const usual = profileOf(utility).rooms[room];
    return usual === undefined ? [] : [{ room, utility, usual }];
  }),
);

/** Of a usual day of all rooms. */
export function dailyUse(utility: SampleUtility): number {
  return Object.values(profileOf(utility).rooms).reduce((sum, used) => sum + used, 0);
}

/** Use of a usual day of this date, as a factor. */
export function dayFactor(utility: SampleUtility, day: string): number {
  const number = Date.parse(day) / 86_400_000;
  const { weekdays, phase } = profileOf(utility);
  // The epoch was a Thursday.
  const weekday = weekdays[(number + 3) % 7] ?? 1;
  return weekday * monthFactor(utility, day) * (1 + 0.09 * Math.sin(number * 2.4 + phase));
}

export function monthFactor(utility: SampleUtility, day: string): number {
  return profileOf(utility).months[Number(day.slice(5, 7)) - 1] ?? 1;
}

/** The share of a day's use that falls in this hour. */
export function hourShare(utility: SampleUtility, hour: number): number {
  const shares = profileOf(utility).hours;
  return (shares[hour] ?? 0) / shares.reduce((sum, share) => sum + share, 0);
}

/** The share of a day that is used by a moment of it, in ms since its start. */
export function shareUntil(utility: SampleUtility, elapsedMs: number): number {
  const hours = Math.min(24, elapsedMs / 3_600_000);
  let share = 0;
  for (let hour = 0; hour < hours; hour++) share += hourShare(utility, hour) * Math.min(1, hours - hour);
  return share;
}
