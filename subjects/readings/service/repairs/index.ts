/** Repairs, their undo, and the readings of a meter. */
import type { FastifyInstance } from 'fastify';
import type { Claims, Database, Transaction } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe } from '#kernel/http/serve.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import {
  type KeptReading,
  makeRepair,
  type MeterReadings,
  type MeterRegister,
  readMeterReadings,
  readMeterRegister,
  undoRepair,
} from '../../contract/repairs.ts';
import { dipsIn } from '../../domain/counter-dips.ts';
import { piecesOf } from '../../domain/meter-use.ts';
import { endOf, mark, type MeterLimits, type Reading, source } from '../../domain/reading.ts';
import { usualPerDay } from '../../domain/typed-reading.ts';
import { type LockedMeter, readAround, readWithDips } from '../ingest/index.ts';
import { workOut } from './plan-repair.ts';
import { createRepairs, type RepairDeps } from './repair-readings.ts';

export interface RepairRoutesDeps extends RepairDeps {
  readonly authenticate: Authenticate;
}

const maxS = 32 * 86_400;
const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

export const repairRoutes = (app: FastifyInstance, deps: RepairRoutesDeps): void => {
  const serve = createServe(app, deps.authenticate);
  const repairs = createRepairs(deps);

  serve(readMeterReadings, ({ person, params, query }) => {
    const [from, to] = [seconds(query.from), seconds(query.to)];
    if (to <= from || to - from > maxS) throw new ProblemError('query-invalid', 'to');
    return readKept(deps.database, person, params.id, from, to);
  });

  serve(readMeterRegister, ({ person, params, query }) =>
    readRegister(deps.database, person, params.id, seconds(query.at)),
  );

  serve(makeRepair, async ({ person, body: { wish, preview }, reply }) => {
    if (preview) return repairs.preview(person, wish);
    const made = await repairs.make(person, wish);
    if (made.id !== null) reply.code(201);
    return made;
  });

  serve(undoRepair, ({ person, params }) => repairs.undo(person, params.id));
};

// The readings of one meter as they are kept, with the use that each closed: what a repair is chosen from.

/** A day at one reading a minute. */
const most = 1_500;

interface MeterRow {
  household_id: string;
  id: number;
  reading_kind: 'counter' | 'interval' | null;
  max_per_hour: number;
  max_gap_s: number;
  rolls_over_at: number | null;
}

const sourceNames = Object.fromEntries(Object.entries(source).map(([name, code]) => [code, name])) as Record<
  Reading['source'],
  keyof typeof source
>;

type Databases = Pick<Database, 'engine' | 'asUser'>;

/** Of those that this person may see. */
const findMeter = async ({ asUser }: Databases, person: Claims, id: number) => {
  const [meter] = await asUser(
    person,
    (sql) => sql<MeterRow[]>`
      select household_id, id, reading_kind, max_per_hour, max_gap_s, rolls_over_at from public.meters where id = ${id}`,
  );
  if (!meter) throw new ProblemError('not-found');
  const { max_per_hour: maxPerHour, max_gap_s: maxGapS, rolls_over_at: rollsOverAt } = meter;
  return { ...meter, limits: { maxPerHour, maxGapS, rollsOverAt } satisfies MeterLimits };
};

const readKept = async (
  database: Databases,
  person: Claims,
  meterId: number,
  from: number,
  to: number,
): Promise<MeterReadings> => {
  const { limits, ...meter } = await findMeter(database, person, meterId);
  const stored = await readWithDips(database.engine, { household: meter.household_id, id: meter.id }, from, to);
  const pieces = new Map(piecesOf(stored, limits).map((piece) => [piece.to, piece]));
  const dips = dipsIn(stored);
  const within = stored.filter(({ at }) => at >= from && at < to);
  const readings = within.slice(0, most).map((reading): KeptReading => {
    const piece = pieces.get(endOf(reading));
    return {
      at: new Date(reading.at * 1000).toISOString(),
      value: reading.value,
      spanS: reading.spanS,
      source: sourceNames[reading.source],
      mark: reading.mark === mark.start ? 'start' : reading.mark === mark.believed ? 'believed' : null,
      used: piece?.used ?? null,
      estimated: piece?.estimated ?? false,
      isDip: dips.has(reading),
    };
  });
  return { kind: meter.reading_kind, readings, more: within.length > most };
};

/** A usual day is told by as many days before it. */
const usualS = 60 * 86_400;

const readRegister = async (
  database: Databases,
  person: Claims,
  meterId: number,
  at: number,
): Promise<MeterRegister> => {
  const { limits, household_id: household, id } = await findMeter(database, person, meterId);
  const sql = database.engine;
  const stored = (await readAround(sql, { household, id }, at, at)).filter(({ spanS }) => spanS === null);
  const days = await sql<{ day: Date; used: number }[]>`
    select day, used from private.meter_days(${household}, ${id}, ${at - usualS}, ${at})`;
  const seen = (one: Reading | undefined) =>
    one === undefined ? null : { at: new Date(one.at * 1000).toISOString(), value: one.value };
  return {
    before: seen(stored.findLast((one) => one.at <= at)),
    after: seen(stored.find((one) => one.at > at)),
    usualPerDay: usualPerDay(days.map(({ day, used }) => ({ day: day.toISOString(), used }))),
    limits,
  };
};

// Takes readings away that a file brought, with the meter locked. What was changed since, or goes already, stays as it is.

/** `ats`: the instants of the readings, ascending. */
export const removeImported = async (sql: Transaction, meter: LockedMeter, ats: readonly number[]): Promise<void> => {
  const [from = 0, to = 0] = [ats[0], ats.at(-1)];
  const going = new Set(ats);
  const stored = await readAround(sql, meter, from, to);
  // The first that is kept holds the edge to what is forgotten.
  const edge = meter.keptFrom === null ? undefined : stored[0];
  const removed = stored.filter(
    (one) => going.has(one.at) && one.source === source.imported && !one.mark && one !== edge,
  );
  if (removed.length === 0) return;
  const worked = await workOut(sql, meter, { removed, added: [], released: [], quarantined: [], limits: null });
  await worked.write();
};
