import fc from 'fast-check';
import { firstUtility, hasTrait, type Utility, utilityIds, type UtilityWith } from '#catalogue/index.ts';
import { dateWriter } from '#shell/text/format.ts';
import { dateOf, daysUntil, monthsUntil } from '#shell/text/local-day.ts';
import type { LatestAnswer, LatestMeter, UsageRow } from '../contract/usage.ts';
import { addRow, type Amount, type Amounts, noAmounts, sumByStart } from './amount.ts';
import type { AnalyticsFigures } from './analytics/analytics-figures.ts';
import { readRequest } from './analytics/analytics-request.ts';
import { periodAt } from './analytics/period.ts';

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
    flow: 'drawn',
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

/** A home with a main meter of each utility, and rooms below it. */
export const home: LatestAnswer = latest(
  utilityIds.flatMap((utility) => [
    meter(`whole_home-${utility}`),
    ...['kitchen', 'bedroom', 'bathroom'].map((room) =>
      meter(`${room}-${utility}`, { parentMeterId: `whole_home-${utility}` }),
    ),
  ]),
);

export function partOf(
  start: string,
  room: string,
  utility: Utility,
  used: number,
  rest: Partial<UsageRow> = {},
): UsageRow {
  return usageRow(start, utility, used, { room, deviceId: `device ${room}-${utility}`, ...rest });
}

/** Rows of any use, also below nothing, as net figures can be. */
export const anyParts = (starts: readonly string[], least = -200): fc.Arbitrary<UsageRow[]> =>
  fc.array(
    fc
      .tuple(
        fc.constantFrom(...starts),
        fc.constantFrom('whole_home', 'kitchen', 'bedroom', 'bathroom'),
        fc.constantFrom(...utilityIds),
        fc.integer({ min: least, max: 9000 }),
      )
      .map(([start, room, utility, used]) => partOf(start, room, utility, used)),
    { maxLength: 60 },
  );

export function figuresOf(change: Partial<AnalyticsFigures>): AnalyticsFigures {
  const request = readRequest(new URLSearchParams(), '2026-11-20');
  const rows = change.parts ?? [];
  return {
    request: { ...request, period: periodAt('week', '2026-11-20') },
    origin: 'measured',
    timeZone: 'Europe/Madrid',
    now: Date.parse('2026-11-21T12:00:00Z'),
    latest: home,
    rows,
    parts: rows,
    earlier: null,
    year: [],
    ...change,
  };
}

/** Programs know these shapes by what every home is shown. */
const usual = utilityIds.filter((utility) => hasTrait(utility, 'isUsual'));

/** In thousands of base units, litres and kWh; null where nothing was measured: a gap stays a gap. */
type Shown = Record<UtilityWith<'isUsual'>, number | null>;

interface WeeklyUsagePoint extends Shown {
  /** Short weekday. */
  label: string;
}

interface RoomDistributionItem extends Record<`total_${UtilityWith<'isUsual'>}`, number> {
  room: string;
}

interface MonthlyTrendPoint extends Shown {
  /** YYYY-MM. */
  month: string;
}

/** The last 7 local days, today last, from rows by day. */
export function weeklyUsage(rows: readonly UsageRow[], today: string, locale: string): WeeklyUsagePoint[] {
  const sums = sumByStart(rows);
  const weekday = dateWriter(locale, { weekday: 'short', timeZone: 'UTC' });
  return daysUntil(today, 7).map((day) => ({ label: weekday.format(dateOf(day)), ...inUnits(sums.get(day)) }));
}

/** Rooms with what they used in all of the rows, the largest use of the first utility first. */
export function roomDistribution(rows: readonly UsageRow[]): RoomDistributionItem[] {
  const rooms = new Map<string, Amounts>();
  for (const row of rows) {
    const room = row.room ?? '';
    const before = rooms.get(room) ?? noAmounts;
    rooms.set(room, { ...before, [row.utility]: addRow(before[row.utility], row) });
  }
  const order = usual.map((utility) => `total_${utility}` as const);
  return [...rooms]
    .map(([room, sum]) => ({ room, ...totalsOf(sum) }))
    .sort((a, b) => order.map((key) => b[key] - a[key]).find((difference) => difference !== 0) ?? 0);
}

/** The last 12 calendar months, this one last, from rows by month. */
export function monthlyTrend(rows: readonly UsageRow[], today: string): MonthlyTrendPoint[] {
  const sums = sumByStart(rows.map((row) => ({ ...row, start: row.start.slice(0, 7) })));
  return monthsUntil(today, 12).map((month) => ({ month, ...inUnits(sums.get(month)) }));
}

function totalsOf(sum: Amounts) {
  return Object.fromEntries(usual.map((utility) => [`total_${utility}`, thousandth(sum[utility]) ?? 0])) as Record<
    `total_${UtilityWith<'isUsual'>}`,
    number
  >;
}

function inUnits(sum: Amounts = noAmounts): Shown {
  return Object.fromEntries(usual.map((utility) => [utility, thousandth(sum[utility])])) as Shown;
}

function thousandth(amount: Amount | null): number | null {
  return amount === null ? null : amount.used / 1000;
}
