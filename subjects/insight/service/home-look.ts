/** The quarter-hours of a home's meters over whole days (UTC), with the home's clock and how warm it was: what a look at it reads. */
import { type Flow, type Utility } from '#catalogue/index.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import type { Transaction } from '#kernel/db.ts';
import type { HomeLook, WatchedUse } from '../domain/rules/rule.ts';

const dayS = 86_400;
const quarters = 96;
/** A quarter-hour is known that was measured but for a minute and a half. */
const minCoveredS = 810;

interface MeterRow {
  readonly id: number;
  readonly utility: Utility;
  readonly flow: Flow;
  readonly parent: number | null;
  readonly name: string;
  readonly room: string;
  /** The first whole day since it, or something inside of it, moved; null: nothing ever did. */
  readonly settled_on: string | null;
}

interface DayRow {
  readonly meter_id: number;
  readonly day: string;
  readonly used: readonly number[];
  readonly estimated: readonly number[] | null;
  readonly covered_s: readonly number[] | null;
}

const dayOf = (text: string): number => Date.parse(text) / 1000 / dayS;
const dayText = (day: number): string => new Date(day * dayS * 1000).toISOString().slice(0, 10);

/** A packed day and what is not packed of it are added up. */
const useOf = (rows: readonly DayRow[], firstDay: number, days: number): Float64Array => {
  const used = new Float64Array(days * quarters);
  const covered = new Float64Array(days * quarters);
  for (const row of rows) {
    const from = (dayOf(row.day) - firstDay) * quarters;
    for (let i = 0; i < quarters; i += 1) {
      used[from + i] = (used[from + i] as number) + (row.used[i] ?? 0);
      const ownS = (row.estimated?.[i] ?? 0) === 0 ? (row.covered_s?.[i] ?? (row.covered_s === null ? 900 : 0)) : 0;
      covered[from + i] = (covered[from + i] as number) + ownS;
    }
  }
  return used.map((one, i) => ((covered[i] as number) >= minCoveredS ? one : Number.NaN));
};

interface Look extends HomeLook {
  /** By meter, the first day since 1970 since which it is inside of what it is inside of now, and all the same inside of it. */
  readonly settledOn: ReadonlyMap<string, number>;
}

/** Of the days `[firstDay, today)` since 1970. */
export const readHomeLook = async (
  tx: Transaction,
  household: string,
  firstDay: number,
  today: number,
): Promise<Look> => {
  const meters = await tx<MeterRow[]>`
    select id, utility, flow, parent_meter_id as parent, name, room, settled_on::text from private.meters_to_check(${household})`;
  const rows = await tx<DayRow[]>`
    select meter_id, day::text, to_json(used) as used, to_json(estimated) as estimated, to_json(covered_s) as covered_s
    from private.days_to_check(${household}, ${dayText(firstDay)}::date, ${dayText(today)}::date)`;
  const [around] = await tx<{ time_zone: string; tenths: Readonly<Record<string, number>> }[]>`
    select * from private.surroundings(${household}, ${dayText(firstDay)}::date)`;
  const absences = await tx<{ starts: string; ends: string | null }[]>`
    select * from private.absences_of(${household}, ${dayText(firstDay)}::date)`;
  return {
    firstDay,
    perDay: quarters,
    meters: meters.map(
      ({ id, utility, flow, parent, name, room }): WatchedUse => ({
        meterId: String(id),
        utility,
        flow,
        parentMeterId: parent === null ? null : String(parent),
        name,
        room,
        used: useOf(
          rows.filter((row) => row.meter_id === id),
          firstDay,
          today - firstDay,
        ),
      }),
    ),
    settledOn: new Map(
      meters.flatMap(({ id, settled_on: day }) => (day === null ? [] : [[String(id), dayOf(day)] as const])),
    ),
    offsetAt: zoneOffsets(around?.time_zone ?? 'UTC'),
    temperatures: new Map(Object.entries(around?.tenths ?? {}).map(([day, tenths]) => [dayOf(day), tenths / 10])),
    absences: absences.map(({ starts, ends }) => ({
      from: dayOf(starts),
      to: ends === null ? Number.POSITIVE_INFINITY : dayOf(ends),
    })),
  };
};

/** What was inside of something else then is not held against what it is inside of now. */
export const settled = ({ settledOn, ...home }: Look): HomeLook => ({
  ...home,
  meters: home.meters.map((meter) => {
    const since = settledOn.get(meter.meterId);
    if (since === undefined) return meter;
    return { ...meter, used: meter.used.slice().fill(Number.NaN, 0, Math.max(0, since - home.firstDay) * home.perDay) };
  }),
});

/** The last days of it alone. */
export const lastDays = <Of extends HomeLook>(home: Of, days: number): Of => {
  const all = (home.meters[0]?.used.length ?? 0) / home.perDay;
  const left = Math.max(0, all - days);
  return {
    ...home,
    firstDay: home.firstDay + left,
    meters: home.meters.map((meter) => ({ ...meter, used: meter.used.subarray(left * home.perDay) })),
  };
};
