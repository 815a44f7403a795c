/** What happens to the household besides its days: told from the day the demo was made, so that a visitor always finds it recent. */
import { localDay, localDayNumber } from './local-day.ts';
import type { MeterKey } from './meters.ts';

/** Instants in seconds since 1970 (UTC), `[from, to)`; a reset takes one minute. */
export interface DemoEvent {
  readonly kind: 'away' | 'leak' | 'power-cut' | 'counter-reset';
  readonly from: number;
  readonly to: number;
  /** The meter that shows it; none: the whole home. */
  readonly meterKey?: MeterKey;
}

/** A year of whole weeks, so that a demo that lives on for long has its events again, on the same weekdays. */
const CYCLE_DAYS = 364;

/** Days before the anchor's day, and the minute of the day. DAIAD trial A: away for 8 and 4 days (home hh002). */
const schedule = [
  { kind: 'away', from: [183, 1050], to: [179, 1200] },
  { kind: 'counter-reset', from: [84, 667], to: [84, 668], meterKey: 'kitchen-electricity' },
  { kind: 'away', from: [63, 570], to: [55, 1140] },
  { kind: 'leak', from: [26, 285], to: [24, 1110], meterKey: 'bathroom-water' },
  { kind: 'power-cut', from: [9, 910], to: [9, 1190] },
] as const;

export type EventsBetween = (from: number, to: number) => readonly DemoEvent[];

export const createEvents = (anchor: number, timeZone: string): EventsBetween => {
  const anchorDay = localDayNumber(anchor, timeZone);
  const cycles: DemoEvent[][] = [];
  const cycle = (index: number): DemoEvent[] => {
    const instant = ([daysBefore, minute]: readonly [number, number]): number =>
      localDay(anchorDay + index * CYCLE_DAYS - daysBefore, timeZone).at(minute);
    cycles[index] ??= schedule.map((entry) => ({ ...entry, from: instant(entry.from), to: instant(entry.to) }));
    return cycles[index];
  };
  return (from, to) => {
    const count = Math.max(1, Math.ceil((to - anchor) / 86_400 / CYCLE_DAYS) + 1);
    const all = Array.from({ length: count }, (_, index) => cycle(index)).flat();
    return all.filter((event) => event.from < to && event.to > from);
  };
};
