/** A home's changes with what each saved, and the advice that it declined. */
import type { Utility } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { Sql, Transaction } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { HomeChange, HomeChanges } from '../../contract/changes.ts';
import { afterDays, assessChange, type SavedRange } from '../../domain/saving/assess-change.ts';
import type { DayUse } from '../../domain/saving/expect-use.ts';
import { monthCost } from './month-cost.ts';

export interface ChangesDeps {
  readonly sql: Sql;
  readonly now: () => number;
}

interface ChangeRow {
  readonly id: string;
  readonly name: string;
  readonly utility: Utility;
  readonly meter_id: number | null;
  readonly device: string | null;
  readonly day: LocalDay;
  readonly advice: string | null;
  readonly state: 'made' | 'declined';
}

const dayMs = 86_400_000;
const dayNumber = (day: LocalDay): number => Date.parse(day) / dayMs;
const localDay = (day: number): LocalDay => new Date(day * dayMs).toISOString().slice(0, 10);

/** So far back a home's own ups and downs are looked at. */
const pastDays = 730;
/** All but a minute and a half in the hour, on the shortest day too. */
const minCoveredS = 82_800 - 24 * 90;

/** The days that are wholly known, with their temperature where it is kept. */
const readDays = async (tx: Transaction, household: string, change: ChangeRow, today: LocalDay): Promise<DayUse[]> => {
  const from = addDays(change.day, -pastDays);
  const end = addDays(change.day, afterDays);
  const until = end < today ? end : today;
  const rows = await tx<{ day: LocalDay; used: number; covered_s: number }[]>`
    select day, used, covered_s from private.change_days(${household}, ${change.utility}, ${change.meter_id}, ${from}::date, ${until}::date)`;
  const [kept] = await tx<{ days: Record<LocalDay, number> }[]>`
    select days from private.billing_temperatures(${household}, ${from}::date, ${until}::date)`;
  return rows
    .filter((one) => one.covered_s >= minCoveredS)
    .map(({ day, used }) => {
      const tenths = kept?.days[day];
      return { day: dayNumber(day), used, ...(tenths !== undefined && { celsius: tenths / 10 }) };
    });
};

const times = ({ low, expected, high }: SavedRange, factor: number): SavedRange => ({
  low: low * factor,
  expected: expected * factor,
  high: high * factor,
});
const rounded = (range: SavedRange, round: (value: number) => number): SavedRange => ({
  low: round(range.low),
  expected: round(range.expected),
  high: round(range.high),
});

const monthDays = 30.4375;

/** What the difference costs; the ends of the range at the same price a unit. */
const readMoney = async (tx: Transaction, household: string, utility: Utility, perMonth: SavedRange, now: number) => {
  const size = Math.max(Math.abs(perMonth.low), Math.abs(perMonth.expected), Math.abs(perMonth.high));
  const cost = size > 0 ? await monthCost(tx, household, utility, size / monthDays, now) : null;
  if (cost === null) return null;
  const perUnit = (Number(cost.costPerMonth) * monthDays) / 30 / size;
  return { ...rounded(times(perMonth, perUnit), (value) => Number(value.toFixed(2))), currency: cost.currency };
};

const readChange = async (
  tx: Transaction,
  household: string,
  row: ChangeRow,
  today: LocalDay,
  now: number,
): Promise<HomeChange> => {
  const { id, name, utility, meter_id: meterId, device, day, advice } = row;
  const days = await readDays(tx, household, row, today);
  const found = assessChange({ days, changeDay: dayNumber(day), today: dayNumber(today) });
  const told = { id, name, utility, meterId: meterId === null ? null : String(meterId), device, day, advice };
  if (!('perMonth' in found)) return { ...told, state: found.state, weeks: found.weeks, result: null };
  const { state, weeks, perMonth, share, tellable, daysBefore, daysAway, followsWeather } = found;
  return {
    ...told,
    state,
    weeks,
    result: {
      perMonth: rounded(perMonth, Math.round),
      share: rounded(share, (value) => Number(value.toFixed(4))),
      tellable: Number(tellable.toFixed(2)),
      money: await readMoney(tx, household, utility, perMonth, now),
      days: found.days.map((one) => ({ day: localDay(one.day), used: one.used, expected: Math.round(one.expected) })),
      daysBefore,
      daysAway,
      followsWeather,
    },
  };
};

export const createReadChanges =
  ({ sql, now }: ChangesDeps) =>
  async (userId: string, wanted: string | undefined): Promise<HomeChanges> => {
    const at = new Date(now());
    const [home] = await sql<{ id: string; today: LocalDay }[]>`
      select id, today from private.tariff_home(${userId}, ${wanted ?? null}, ${at.toISOString()})`;
    if (!home) throw new ProblemError('forbidden');
    const { id: household, today } = home;
    return sql.begin(async (tx) => {
      const nowS = Math.floor(at.getTime() / 1000);
      const rows = await tx<ChangeRow[]>`select * from private.home_changes_of(${household})`;
      const changes = [];
      for (const row of rows) if (row.state === 'made') changes.push(await readChange(tx, household, row, today, nowS));
      return {
        household,
        today,
        changes,
        declined: rows.flatMap(({ state, id, advice, name }) =>
          state === 'declined' && advice !== null ? [{ id, advice, name }] : [],
        ),
      };
    });
  };
