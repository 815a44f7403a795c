/** When a backup is due, and which of those that are there may go. */
import { z } from 'zod';

const spans = ['hourly', 'daily', 'weekly', 'monthly', 'yearly'] as const;
type Span = (typeof spans)[number];

/** `all`: none is ever removed. */
export type Keep = 'all' | Readonly<Partial<Record<Span, number>>>;

/** `7 daily, 4 weekly, 12 monthly`, or `all`. */
export const keepShape = z.string().transform((said, context): Keep => {
  if (said.trim() === 'all') return 'all';
  const found = said.split(',').map((one) => /^(\d{1,4}) ([a-z]+)$/.exec(one.trim()));
  const kept = found.flatMap((one): [Span, number][] => {
    const span = spans.find((name) => name === one?.[2]);
    return span ? [[span, Number(one?.[1])]] : [];
  });
  if (kept.length === found.length && kept.some(([, count]) => count > 0)) return Object.fromEntries(kept);
  context.addIssue({
    code: 'custom',
    message: `"${said}" is not like "7 daily, 4 weekly, 12 monthly" (${spans.join(', ')}) or "all"`,
  });
  return z.NEVER;
});

/** `03:15`, as minutes of the day. */
export const clockShape = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time of the day such as 03:15')
  .transform((said) => Number(said.slice(0, 2)) * 60 + Number(said.slice(3)));

/** Hours between two; all divide a day, so that the times of day stay the same. */
export const rhythms = [1, 2, 3, 4, 6, 8, 12, 24];

/** The last moment before `now` at which one was due, by the clock of this machine: also over a change of it. */
export function lastDue(now: Date, atMinutes: number, everyHours: number): Date {
  const hour = Math.floor(atMinutes / 60) % everyHours;
  const times: Date[] = [];
  for (const day of [-1, 0])
    for (let at = everyHours === 24 ? Math.floor(atMinutes / 60) : hour; at < 24; at += everyHours)
      times.push(new Date(now.getFullYear(), now.getMonth(), now.getDate() + day, at, atMinutes % 60));
  return times.filter((time) => time <= now).at(-1) as Date;
}

const pad = (value: number): string => String(value).padStart(2, '0');

const dayOf = (at: Date): string => `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;

/** Weeks begin on Mondays. */
const weekOf = (at: Date): string =>
  dayOf(new Date(at.getFullYear(), at.getMonth(), at.getDate() - ((at.getDay() + 6) % 7)));

const bucketOf: Record<Span, (at: Date) => string> = {
  hourly: (at) => at.toISOString().slice(0, 13),
  daily: dayOf,
  weekly: weekOf,
  monthly: (at) => dayOf(at).slice(0, 7),
  yearly: (at) => dayOf(at).slice(0, 4),
};

/** The newest of each of the last hours, days, weeks … stays, and the newest of all in any case. */
export function mayGo<Kept extends { at: Date }>(backups: readonly Kept[], keep: Keep): Kept[] {
  if (keep === 'all') return [];
  const newest = [...backups].sort((one, other) => other.at.getTime() - one.at.getTime());
  const kept = new Set(newest.slice(0, 1));
  for (const span of spans) {
    const buckets = new Set<string>();
    for (const backup of newest) {
      const bucket = bucketOf[span](backup.at);
      if (buckets.has(bucket)) continue;
      if (buckets.size >= (keep[span] ?? 0)) break;
      buckets.add(bucket);
      kept.add(backup);
    }
  }
  return newest.filter((backup) => !kept.has(backup));
}
