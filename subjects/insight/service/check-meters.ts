/** Once a day for each home: do its meters agree with each other, and with what they were? */
import { setImmediate } from 'node:timers/promises';
import { type Flow, type Utility, utilityIds } from '#catalogue/index.ts';
import type { Sql, Transaction } from '#kernel/db.ts';
import { faultDays, findFaults, isDriftDue, plainDays } from '../domain/honest/find-faults.ts';
import type { Fault, FaultKind, HomeUse, MeterUse } from '../domain/honest/home-use.ts';
import { newsOf, type ToldFault } from '../domain/honest/tell-faults.ts';
import { monthCost } from './changes/month-cost.ts';

const dayS = 86_400;
const quarters = 96;
/** A quarter-hour is known that was measured but for a minute and a half. */
const minCoveredS = 810;
/** After the late readings of a day have come; homes one after the other over the two hours after. */
const afterMidnightS = 2 * 3600;
const spreadS = 2 * 3600;
/** Homes of one turn: each is a transaction of its own. */
const atOnce = 20;

interface MeterRow {
  readonly id: number;
  readonly utility: Utility;
  readonly flow: Flow;
  readonly parent: number | null;
  readonly name: string;
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

interface ToldRow {
  readonly id: string;
  readonly meter_id: number;
  readonly since: number;
  readonly noticed_at: number;
  readonly ended_at: number | null;
  readonly dismissed_at: number | null;
  readonly figures: { readonly fault: FaultKind; readonly against: string | null; readonly factor: number | null };
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

const readHome = async (
  tx: Transaction,
  household: string,
  firstDay: number,
  today: number,
): Promise<{ home: HomeUse; nameOf: (meterId: string | null) => string | null }> => {
  const meters = await tx<MeterRow[]>`
    select id, utility, flow, parent_meter_id as parent, name, settled_on::text from private.meters_to_check(${household})`;
  const rows = await tx<DayRow[]>`
    select meter_id, day::text, to_json(used) as used, to_json(estimated) as estimated, to_json(covered_s) as covered_s
    from private.days_to_check(${household}, ${dayText(firstDay)}::date, ${dayText(today)}::date)`;
  const home = {
    firstDay,
    perDay: quarters,
    meters: meters.map(
      ({ id, utility, flow, parent, settled_on: settledOn }): MeterUse => ({
        meterId: String(id),
        utility,
        flow,
        parentMeterId: parent === null ? null : String(parent),
        // What was inside of something else then is not held against what it is inside of now.
        used: useOf(
          rows.filter((row) => row.meter_id === id),
          firstDay,
          today - firstDay,
        ).fill(Number.NaN, 0, settledOn === null ? 0 : Math.max(0, dayOf(settledOn) - firstDay) * quarters),
      }),
    ),
  };
  return { home, nameOf: (meterId) => meters.find(({ id }) => String(id) === meterId)?.name ?? null };
};

const readTold = async (tx: Transaction, household: string, now: number): Promise<ToldFault[]> => {
  const rows = await tx<ToldRow[]>`select * from private.checks_told(${household}, ${now})`;
  return rows.map(({ id, meter_id, since, noticed_at, ended_at, dismissed_at, figures }) => ({
    id,
    meterId: String(meter_id),
    kind: figures.fault,
    againstId: figures.against,
    factor: figures.factor,
    sinceDay: Math.floor(since / dayS),
    toldDay: Math.floor(noticed_at / dayS),
    isOver: ended_at !== null,
    dismissedDay: dismissed_at === null ? null : Math.floor(dismissed_at / dayS),
  }));
};

/** What a month of what is counted wrongly costs. */
const costOf = async (tx: Transaction, household: string, utility: Utility, perDay: number, now: number) => {
  const cost = await monthCost(tx, household, utility, perDay, now);
  return cost === null ? {} : { ...cost, costPerMonth: String(Number(cost.costPerMonth.toPrecision(3))) };
};

const figuresOf = ({ kind, againstId, factor, within, longest, perDay }: Fault) => ({
  fault: kind,
  against: againstId,
  factor: factor === null ? null : Number(factor.toPrecision(5)),
  within: within === null ? null : Number(within.toPrecision(2)),
  longest,
  perDay: Math.round(perDay),
});

const checkHome = async (tx: Transaction, household: string, lookedOn: number | null, now: number): Promise<void> => {
  const today = Math.floor(now / dayS);
  const withDrift = isDriftDue(lookedOn, today);
  const { home, nameOf } = await readHome(tx, household, today - (withDrift ? faultDays : plainDays), today);
  const faults: Fault[] = [];
  for (const utility of utilityIds) {
    faults.push(...findFaults(home, utility, withDrift));
    // Others have their turn.
    await setImmediate();
  }
  const { begun, ended } = newsOf(faults, await readTold(tx, household, now), today, home);
  const rows = [];
  for (const fault of begun) {
    const utility = home.meters.find(({ meterId }) => meterId === fault.meterId)?.utility as Utility;
    const cost = fault.perDay > 0 ? await costOf(tx, household, utility, fault.perDay, now) : {};
    rows.push({
      meter_id: Number(fault.meterId),
      since: fault.sinceDay * dayS,
      figures: { ...figuresOf(fault), againstName: nameOf(fault.againstId), ...cost },
    });
  }
  const next = (today + 1) * dayS + afterMidnightS + (Number.parseInt(household.slice(0, 6), 16) % spreadS);
  const found = { begun: rows, ended: ended.map((id) => ({ id })) };
  await tx`select private.write_checks(${household}, ${now}, ${next}, ${tx.json(found)})`;
};

/** Answers how many homes were looked at; `now` in seconds since 1970. */
export const checkMeters = async (sql: Sql, now: number, signal?: AbortSignal): Promise<number> => {
  for (let looked = 0; ; looked += 1) {
    if (looked === atOnce || signal?.aborted) return looked;
    const isMore = await sql.begin(async (tx) => {
      const [due] = await tx<{ household_id: string; looked_on: string | null }[]>`
        select household_id, looked_on::text from private.home_to_check(${now})`;
      if (!due) return false;
      const lookedOn = due.looked_on === null ? null : Date.parse(due.looked_on) / 1000 / dayS;
      await checkHome(tx, due.household_id, lookedOn, now);
      return true;
    });
    if (!isMore) return looked;
  }
};
