import type { LatestAnswer, LatestMeter, UsageRow } from '../contract/usage.ts';
import { addDays, daysUntil, localDayOf, monthsUntil, startOfDay } from '#shell/text/local-day.ts';
import {
  dailyUse,
  dayFactor,
  hourShare,
  meteredRooms,
  monthFactor,
  profileOf,
  type SampleUtility,
  sampleUtilities,
  shareUntil,
} from './sample-profile.ts';
import type { UsageFigures } from './usage-figures.ts';

const hourMs = 3_600_000;
const fiveMinutesMs = 300_000;

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

function row(start: string, utility: SampleUtility, used: number, coveredMs: number): UsageRow {
  return { start, utility, used, estimated: 0, imported: 0, coveredS: Math.round(coveredMs / 1000) };
}
