/** Repairs: seen before they are made, made in one transaction, kept with who made them, and taken back. */
import type { Changes } from '#kernel/changes.ts';
import type { Claims, Database, Transaction } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { RepairAnswer, RepairWish } from '../../contract/repairs.ts';
import { type MeterLimits, originCode, originOf, type Reading } from '../../domain/reading.ts';
import { type LockedMeter, lockMeters, readAround } from '../ingest/index.ts';
import { boundsOf, nothing, planRepair, type Quarantined, type RepairPlan, workOut } from './plan-repair.ts';

export interface RepairDeps {
  readonly database: Pick<Database, 'engine' | 'asUser'>;
  readonly changes: Changes;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface Repairs {
  preview(person: Claims, wish: RepairWish): Promise<RepairAnswer>;
  make(person: Claims, wish: RepairWish): Promise<RepairAnswer>;
  undo(person: Claims, id: number): Promise<RepairAnswer>;
}

interface Day {
  readonly day: string;
  readonly used: number;
  readonly estimated: number;
}

type Figures = RepairAnswer['before'];

const shownDays = 31;

const lock = async (sql: Transaction, person: Claims, meterId: number): Promise<LockedMeter> => {
  const meter = (await lockMeters(sql, [meterId], { userId: person.sub })).get(meterId);
  if (!meter) throw new ProblemError('not-found');
  return meter;
};

const readDays = async (sql: Transaction, meter: LockedMeter, bounds: [number, number] | null): Promise<Day[]> => {
  if (!bounds) return [];
  const rows = await sql<{ day: Date; used: number; estimated: number }[]>`
    select * from private.meter_days(${meter.household}, ${meter.id}, ${bounds[0]}, ${bounds[1]})`;
  return rows.map(({ day, used, estimated }) => ({ day: day.toISOString().slice(0, 10), used, estimated }));
};

const sum = (days: readonly Figures[]): Figures => ({
  used: days.reduce((total, { used }) => total + used, 0),
  estimated: days.reduce((total, { estimated }) => total + estimated, 0),
});

const changedDays = (before: readonly Day[], after: readonly Day[]): RepairAnswer['days'] => {
  const old = new Map(before.map(({ day, used, estimated }) => [day, { used, estimated }]));
  return after
    .map(({ day, used, estimated }) => ({
      day,
      before: old.get(day) ?? { used: 0, estimated: 0 },
      after: { used, estimated },
    }))
    .filter((one) => one.before.used !== one.after.used || one.before.estimated !== one.after.estimated)
    .sort((a, b) => (a.day < b.day ? -1 : 1));
};

/** Carries the plan out and says what the days came to before and after. */
const carryOut = async (sql: Transaction, meter: LockedMeter, plan: RepairPlan): Promise<RepairAnswer> => {
  const worked = await workOut(sql, meter, plan);
  const bounds = boundsOf(worked.changes);
  const before = await readDays(sql, meter, bounds);
  await worked.write();
  // Prices by the hour: a bill may be another one though each day comes to the same.
  if (bounds) await sql`select private.make_repaired_bills_anew(${meter.household}, ${bounds[0]}, ${bounds[1]})`;
  const after = await readDays(sql, meter, bounds);
  const days = changedDays(before, after);
  return {
    id: null,
    readings: { removed: plan.removed.length, added: plan.added.length, released: plan.released.length },
    days: days.slice(-shownDays),
    changedDays: days.length,
    before: sum(before),
    after: sum(after),
  };
};

const keep = async (
  sql: Transaction,
  meter: LockedMeter,
  kind: RepairWish['kind'],
  answer: RepairAnswer,
  change: KeptChange,
  person: Claims,
): Promise<RepairAnswer> => {
  const [row] = await sql<{ id: number }[]>`
    select private.add_repair(${meter.household}, ${meter.id}, ${kind}, ${answer.days[0]?.day ?? null},
      ${answer.days.at(-1)?.day ?? null}, ${answer.before.used}, ${answer.after.used},
      ${JSON.stringify(change)}::text::jsonb, ${person.sub}) as id`;
  return { ...answer, id: String(row?.id) };
};

class Previewed extends Error {
  readonly answer: RepairAnswer;
  constructor(answer: RepairAnswer) {
    super('previewed');
    this.answer = answer;
  }
}

export const createRepairs = ({ database, changes, now }: RepairDeps): Repairs => {
  const sql = database.engine;

  const work = async (person: Claims, wish: RepairWish, isPreview: boolean): Promise<RepairAnswer> => {
    let household = '';
    const answer = await sql.begin(async (begun) => {
      const tx = begun as unknown as Transaction;
      const meter = await lock(tx, person, wish.meter);
      household = meter.household;
      const rows = await tx<(Omit<Quarantined, 'spanS' | 'isKept'> & { span_s: number | null; is_kept: boolean })[]>`
        select * from private.quarantined_of(${household}, ${meter.id})`;
      const waiting = rows.map(({ id, at, value, span_s, is_kept }) => ({
        id,
        at,
        value,
        spanS: span_s,
        isKept: is_kept,
      }));
      const stored = (from: number, to: number) => readAround(tx, meter, from, to);
      const { kind, limits } = meter.state;
      const known = { now: Math.floor(now() / 1000), kind, limits, waiting, stored };
      const plan = await planRepair(wish, known);
      const change = keptChange(plan, meter.state.limits);
      const done = await carryOut(tx, meter, plan);
      if (plan === nothing) return done;
      // What is shown beforehand is what really came of it; then it is rolled back.
      if (isPreview) throw new Previewed(done);
      return keep(tx, meter, wish.kind, done, change, person);
    });
    changes.publish([household]);
    return answer;
  };

  return {
    make: (person, wish) => work(person, wish, false),
    preview: (person, wish) =>
      work(person, wish, true).catch((error: unknown) => {
        if (error instanceof Previewed) return error.answer;
        throw error;
      }),
    undo: async (person, id) => {
      let household = '';
      const answer = await sql.begin(async (begun) => {
        const tx = begun as unknown as Transaction;
        const [kept] = await tx<{ household_id: string; meter_id: number; change: KeptChange }[]>`
          select * from private.repair_of(${person.sub}, ${id})`;
        if (!kept) throw new ProblemError('not-found');
        household = kept.household_id;
        const meter = await lock(tx, person, kept.meter_id);
        const done = await carryOut(tx, meter, undoOf(kept.change));
        await tx`select private.end_repair(${household}, ${id}, ${person.sub})`;
        return { ...done, id: String(id) };
      });
      changes.publish([household]);
      return answer;
    },
  };
};

/** What a repair changed, as it is kept for taking it back: columns instead of names, as there may be thousands. */
type KeptReading = readonly [at: number, value: number, spanS: number | null, origin: number];

interface KeptChange {
  readonly removed: readonly KeptReading[];
  readonly added: readonly KeptReading[];
  readonly released: readonly (readonly [at: number, value: number, spanS: number | null])[];
  readonly limits: { readonly before: MeterLimits; readonly after: MeterLimits } | null;
}

const pack = (reading: Reading): KeptReading => [reading.at, reading.value, reading.spanS, originCode(reading)];
const unpack = ([at, value, spanS, origin]: KeptReading): Reading => ({ at, value, spanS, ...originOf(origin) });

const keptChange = (plan: RepairPlan, before: MeterLimits): KeptChange => ({
  removed: plan.removed.map(pack),
  added: plan.added.map(pack),
  released: plan.released.map(({ at, value, spanS }) => [at, value, spanS]),
  limits: plan.limits && { before, after: plan.limits },
});

/** The plan that takes `change` back. */
const undoOf = (change: KeptChange): RepairPlan => ({
  removed: change.added.map(unpack),
  added: change.removed.map(unpack),
  released: [],
  quarantined: change.released.map(([at, value, spanS]): Omit<Quarantined, 'id'> => ({ at, value, spanS })),
  limits: change.limits && change.limits.before,
});
