/** From a zone's wall clock to instants, through the hour that comes twice and the hour that never was. */

const DAY_S = 86_400;
const maxDays = 20_000;

interface DayOffsets {
  readonly atStart: number;
  readonly atEnd: number;
  /** The first second with `atEnd`. */
  readonly change: number;
}

export type OffsetAt = (instant: number) => number;

/** Seconds east of UTC at an instant. Days are remembered: a formatter call per row would cost more than the row. */
export const zoneOffsets = (timeZone: string): OffsetAt => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const ask = (instant: number): number => {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(instant * 1000)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - instant;
  };
  const findDay = (day: number): DayOffsets => {
    let low = day * DAY_S;
    let high = low + DAY_S;
    const atStart = ask(low);
    const atEnd = ask(high);
    if (atStart === atEnd) return { atStart, atEnd, change: high };
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (ask(middle) === atStart) low = middle;
      else high = middle;
    }
    return { atStart, atEnd, change: high };
  };
  const days = new Map<number, DayOffsets>();
  const offsetsOn = (day: number): DayOffsets => {
    const known = days.get(day);
    if (known) return known;
    if (days.size >= maxDays) days.clear();
    const offsets = findDay(day);
    days.set(day, offsets);
    return offsets;
  };
  // Instants come in order: most are on the same day as the one before.
  let lastDay = Number.NaN;
  let onLastDay: DayOffsets = { atStart: 0, atEnd: 0, change: 0 };
  return (instant) => {
    const day = Math.floor(instant / DAY_S);
    if (day !== lastDay) {
      onLastDay = offsetsOn(day);
      lastDay = day;
    }
    return instant < onLastDay.change ? onLastDay.atStart : onLastDay.atEnd;
  };
};

/** What a series of rows remembers: its last instant tells which of the two repeated hours a row means. */
export interface ClockMemory {
  last: number | null;
}

/** The instant of a local time; null in the hour that was skipped. `newestFirst`: the file runs backwards. */
export const instantOf = (
  local: number,
  offsetAt: OffsetAt,
  memory: ClockMemory,
  newestFirst: boolean,
): number | null => {
  const before = offsetAt(local - DAY_S);
  const after = offsetAt(local + DAY_S);
  if (before === after) return local - before;
  const earlier = local - Math.max(before, after);
  const later = local - Math.min(before, after);
  const isEarlier = offsetAt(earlier) === Math.max(before, after);
  const isLater = offsetAt(later) === Math.min(before, after);
  if (!(isEarlier && isLater)) return isEarlier ? earlier : isLater ? later : null;
  const { last } = memory;
  if (newestFirst) return last !== null && later >= last ? earlier : later;
  return last !== null && earlier <= last ? later : earlier;
};

/** The instants at which a local day begins and ends: 23 to 25 hours apart. */
export const dayBounds = (localMidnight: number, offsetAt: OffsetAt): readonly [from: number, to: number] => {
  const begin = (local: number): number => {
    // A day that begins in a skipped hour begins with the first second that there is.
    for (let at = local; ; at += 900) {
      const instant = instantOf(at, offsetAt, { last: null }, false);
      if (instant !== null) return instant;
    }
  };
  return [begin(localMidnight), begin(localMidnight + DAY_S)];
};
