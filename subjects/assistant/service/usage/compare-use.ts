/** Two periods beside each other, as the Analytics page compares them: of an earlier one only as much counts as one that is not over has lasted. */
import { isDrawn } from '#subjects/readings/domain/meter-tree.ts';
import type { Utility } from '#catalogue/index.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { compareSpans, type MeasuredSpan } from '#subjects/insight/domain/compare-spans.ts';
import type { LatestAnswer, LatestMeter, UsageRow } from '#subjects/usage/contract/usage.ts';
import { type Home, roomsHeld } from '../home.ts';
import type { AskedPart, AskedPeriod } from '../intent.ts';
import { type Amounts, sumOf, sumUsed } from './amounts.ts';
import {
  bucketOf,
  countedHours,
  type Days,
  hourMs,
  isOpen,
  lastedS,
  lengthOf,
  startOfDay,
  untilToday,
} from './periods.ts';
import { type Reading, readRows, readUse, type UseFacts, utilitiesOf } from './use-facts.ts';

export interface Change {
  readonly utility: Utility;
  /** Wh or mL; null: nothing was measured. */
  readonly now: number | null;
  readonly before: number | null;
  /** E.g. -0.06. Null where one of them was measured in part only, or nothing was used before. */
  readonly share: number | null;
  /** One of them was measured in part only. */
  readonly hasGap: boolean;
}

export interface Comparison {
  /** The one that is not over, where one is. */
  readonly now: UseFacts;
  readonly before: Pick<UseFacts, 'period' | 'amounts' | 'covered'>;
  /** Of the other only as much counts as this one has lasted: until this instant. */
  readonly cutAt: number | null;
  /** Days of each so far, where they differ. */
  readonly lengths: { readonly now: number; readonly before: number } | null;
  readonly changes: readonly Change[];
}

const isMonthStart = (day: LocalDay): boolean => day.endsWith('-01');
const isYearStart = (day: LocalDay): boolean => day.endsWith('-01-01');

/** Both are of the same kind (days, weeks, months or years), so that the first part of one stands beside that of the other. */
const areAlike = (open: AskedPeriod, other: Days): boolean => {
  if (isYearStart(open.from) && isYearStart(other.from) && lengthOf(other) > 31) return true;
  if (isMonthStart(open.from) && isMonthStart(other.from) && isMonthStart(other.to)) return lengthOf(other) <= 31;
  return lengthOf(open) === lengthOf(other) || (open.name === 'this-week' && lengthOf(other) === 7);
};

/** Where the other period is cut, so that it has lasted as long as the open one. Null: nowhere. */
const cutOf = (
  open: AskedPeriod,
  other: Days,
  { today, timeZone, nowMs }: Home,
): { day: LocalDay; at: number } | null => {
  const day = addDays(other.from, daysBetween(open.from, today));
  if (!areAlike(open, other) || day >= other.to) return null;
  const offsetAt = zoneOffsets(timeZone);
  const at = startOfDay(day, offsetAt) + (nowMs - startOfDay(today, offsetAt));
  return { day, at: Math.min(at, startOfDay(addDays(day, 1), offsetAt)) };
};

/** The last hour counts in proportion. */
export const cutRow = (row: UsageRow, at: number): UsageRow[] => {
  const share = Math.min(1, (at - Date.parse(row.start)) / hourMs);
  if (share <= 0) return [];
  const of = (value: number): number => Math.round(value * share);
  const { used, estimated, imported, coveredS } = row;
  return [{ ...row, used: of(used), estimated: of(estimated), imported: of(imported), coveredS: of(coveredS) }];
};

const readUntil = async (
  reading: Reading,
  part: AskedPart,
  other: Days,
  cut: { day: LocalDay; at: number },
): Promise<UsageRow[]> => {
  const [days, hours] = await Promise.all([
    cut.day > other.from ? readRows(reading, { from: other.from, to: cut.day }, part, bucketOf(other)) : [],
    readRows(reading, { from: cut.day, to: addDays(cut.day, 1) }, part, 'hour'),
  ]);
  return [...days, ...hours.flatMap((row) => cutRow(row, cut.at))];
};

/** Rows of some hours of each day are there already. */
const readBefore = (
  reading: Reading,
  { part, period, rows }: UseFacts,
  cut: { day: LocalDay; at: number },
): Promise<UsageRow[]> | UsageRow[] =>
  countedHours(period) === null ? readUntil(reading, part, period, cut) : rows.flatMap((row) => cutRow(row, cut.at));

/** The meters that a part's use is made of: those that no other one in it contains, and that were heard at all. */
const rootsOf = (
  home: Home,
  { meters }: LatestAnswer,
  { room, device }: AskedPart,
  utility: Utility,
): LatestMeter[] => {
  const isThere = roomsHeld(home, room);
  const isWithin = ({ room: place, deviceId }: LatestMeter): boolean =>
    isThere(place) && (device === null || deviceId === device);
  const own = meters.filter(
    (meter) => meter.utility === utility && isDrawn(meter) && meter.lastAt !== null && isWithin(meter),
  );
  return own.filter(({ parentMeterId }) => own.every(({ meterId }) => meterId !== parentMeterId));
};

interface Measured {
  readonly rows: readonly UsageRow[];
  readonly amounts: Amounts;
  /** How long it has lasted. */
  readonly lengthS: number;
}

const spanOf = ({ rows, lengthS }: Measured, utility: Utility, roots: readonly LatestMeter[]): MeasuredSpan => {
  const own = rows.filter((row) => row.utility === utility);
  const devices = new Set(roots.map(({ deviceId }) => deviceId));
  // What is told as a least is compared with nothing.
  const heard = own.filter((row) => !row.atLeast && (row.deviceId === undefined || devices.has(row.deviceId)));
  return {
    used: sumUsed(own),
    coveredS: heard.reduce((sum, { coveredS }) => sum + coveredS, 0),
    expectedS: Math.max(1, roots.length) * lengthS,
  };
};

/** As the pages compare: a percentage only where both were measured as good as whole. */
const changeOf = (utility: Utility, roots: readonly LatestMeter[], now: Measured, before: Measured): Change => {
  const used = now.amounts[utility]?.used ?? null;
  const earlier = before.amounts[utility]?.used ?? null;
  const change = compareSpans([{ now: spanOf(now, utility, roots), before: spanOf(before, utility, roots) }]);
  const hasGap = used !== null && earlier !== null && change.kind === 'gap';
  return { utility, now: used, before: earlier, share: change.kind === 'change' ? change.share : null, hasGap };
};

const lengthsOf = (now: Days, before: Days): Comparison['lengths'] => {
  const lengths = { now: lengthOf(now), before: lengthOf(before) };
  return lengths.now === lengths.before ? null : lengths;
};

export const compareUse = async (
  reading: Reading,
  part: AskedPart,
  one: AskedPeriod,
  other: AskedPeriod,
): Promise<Comparison> => {
  const { home } = reading;
  // The open one of the two, if there is one, stands first; else the order is kept.
  const [period, against] = isOpen(other, home) && !isOpen(one, home) ? [other, one] : [one, other];
  const cut = isOpen(period, home) && !isOpen(against, home) ? cutOf(period, against, home) : null;
  const [now, before] = await Promise.all([readUse(reading, part, period), readUse(reading, part, against)]);
  const beforeRows = cut === null ? before.rows : await readBefore(reading, before, cut);
  const measured = (rows: readonly UsageRow[], asked: AskedPeriod, untilMs = home.nowMs) => ({
    rows,
    amounts: sumOf(rows),
    lengthS: lastedS(asked, home.timeZone, untilMs),
  });
  const [own, theirs] = [untilToday(period, home), untilToday(against, home)];
  const [ours, earlier] = [measured(now.rows, own), measured(beforeRows, theirs, cut?.at)];
  return {
    now,
    before: { period: against, amounts: earlier.amounts, covered: before.covered },
    cutAt: cut?.at ?? null,
    lengths: cut === null ? lengthsOf(own, theirs) : null,
    changes: utilitiesOf(home, part).map((utility) =>
      changeOf(utility, rootsOf(home, now.latest, part, utility), ours, earlier),
    ),
  };
};
