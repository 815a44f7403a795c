/** Local days, weeks and hours by the platform's own calendar: the other opinion against which answers are held. */
import type { Bucket } from '../contract/usage.ts';

const dayS = 86_400;

/** `2026-03-29 03:15:00` for an instant (seconds). */
const localText = (zone: string): ((at: number) => string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at * 1000);
};

const iso = (at: number): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z');

/** The day that comes `days` after `day`. */
export const dayAfter = (day: string, days = 1): string => iso(Date.parse(day) / 1000 + days * dayS).slice(0, 10);

/** The first instant of a local day. */
export const dayStart = (zone: string, day: string): number => {
  const local = localText(zone);
  let at = Date.parse(day) / 1000 - dayS;
  while (local(at).slice(0, 10) < day) at += 900;
  return at;
};

const mondayOf = (day: string): string => dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7));

/** The start of the bucket that holds an instant, as an answer names it. */
export const bucketOf = (zone: string, bucket: Bucket): ((at: number) => string) => {
  const local = localText(zone);
  const starts: Record<Bucket, (at: number) => string> = {
    '5m': (at) => iso(at - (at % 300)),
    '15m': (at) => iso(at - (at % 900)),
    hour: (at) => iso(at - Number(local(at).slice(14, 16)) * 60 - (at % 60)),
    day: (at) => local(at).slice(0, 10),
    week: (at) => mondayOf(local(at).slice(0, 10)),
    month: (at) => `${local(at).slice(0, 7)}-01`,
  };
  return starts[bucket];
};
