/** A meter whose readings are repaired, as the tests speak of it. */
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import type { SentByHand, Stage } from '#apps/service/testing/stage.ts';
import type { Utility } from '#catalogue/index.ts';
import {
  type MeterReadings,
  meterReadings,
  type RepairAnswer,
  repairAnswer,
  type RepairWish,
} from '../../contract/repairs.ts';
import { type GapUse, QUARTER_S, type QuarterUse } from '../../domain/meter-use.ts';
import { versionChange } from '../../domain/correct-late.ts';
import { closeDays, readAround } from '../ingest/index.ts';

export const noon = Date.UTC(2026, 4, 4, 12) / 1000;
export const day = 86_400;
export const iso = (at: number): string => new Date(at * 1000).toISOString();

/** A wish for the meter at hand. */
export type Wish = RepairWish extends infer Each ? (Each extends RepairWish ? Omit<Each, 'meter'> : never) : never;

/** A meter of a home in Madrid, and what a person does with it over HTTP. */
export const repairedMeter = async (stage: Stage, app: FastifyInstance, utility: Utility = 'electricity') => {
  const home = await stage.seed.home('Europe/Madrid');
  const { key, meterId } = await home.device('Main', 'hall', utility);
  const post = async (url: string, payload: object, person: Pick<SeededHome, 'userId'> = home) =>
    app.inject({ method: 'POST', url, payload, headers: await stage.session(person.userId) });
  return {
    home,
    key,
    meterId,
    post,
    send: (...readings: Omit<SentByHand, 'meter'>[]) =>
      stage.send(
        home,
        readings.map((one) => ({ ...one, meter: key })),
      ),
    ask: (wish: Partial<Wish>, preview = false, person?: SeededHome) =>
      post('/api/v1/repairs', { preview, wish: { ...wish, meter: meterId } }, person),
    repair: async (wish: Wish): Promise<RepairAnswer> => {
      const answer = await post('/api/v1/repairs', { wish: { ...wish, meter: meterId } });
      expect(answer.statusCode, answer.body).toBe(201);
      return repairAnswer.parse(answer.json());
    },
    undo: (id: string | null, person?: SeededHome) => post(`/api/v1/repairs/${id}/undo`, {}, person),
    readings: async (from: number, to: number): Promise<MeterReadings> => {
      const headers = await stage.session(home.userId);
      const query = { from: iso(from), to: iso(to) };
      return meterReadings.parse(
        (await app.inject({ url: `/api/v1/meters/${meterId}/readings`, query, headers })).json(),
      );
    },
    used: () => usedOf(stage, home.household, meterId),
    booked: () => bookedQuarters(stage, home.household, meterId),
    anew: () => countedAnew(stage, meterId),
    waiting: () => stage.seed.owner`select at, value from quarantined_readings where meter_id = ${meterId} order by at`,
    pack: () => closeDays(stage.sql, noon + 40 * day),
  };
};

// What is booked of a meter, and what its kept readings come to when they are counted from scratch.

type Booked = Omit<QuarterUse, 'start'>;

/** By quarter-hour, those with anything in them. */
const bookedQuarters = async (stage: Stage, household: string, meter: number): Promise<Map<number, Booked>> => {
  const rows = await stage.seed.owner<(QuarterUse & Record<string, unknown>)[]>`
    select extract(epoch from start)::bigint as start, sum(used)::bigint as used, sum(estimated)::bigint as estimated,
      sum(imported)::bigint as imported, sum(covered_s)::bigint as "coveredS"
    from (select * from private.all_quarters(${household}) where meter_id = ${meter}
      union all select meter_id, quarter, used, estimated, imported, covered_s from meter_state
      where meter_id = ${meter} and quarter is not null) q
    group by 1 having sum(used) <> 0 or sum(covered_s) <> 0 or sum(estimated) <> 0 or sum(imported) <> 0`;
  return new Map(rows.map(({ start, ...booked }) => [start, booked]));
};

const wholeShare = (total: number, part: number): number => Math.trunc(total * part);

/** What of a long silence falls in each of its quarter-hours, as `private.share` has it. */
const quartersOf = ({ start, end, ...total }: GapUse): QuarterUse[] =>
  Array.from({ length: (end - start) / QUARTER_S }, (_, i) => {
    const [from, to] = [i, i + 1].map((n) => (n * QUARTER_S) / (end - start)) as [number, number];
    const share = (of: number): number => wholeShare(of, to) - wholeShare(of, from);
    return {
      start: start + i * QUARTER_S,
      used: share(total.used),
      estimated: share(total.estimated),
      imported: share(total.imported),
      // What was told of a longer time is known of that alone.
      coveredS: total.estimated === 0 ? share(total.coveredS) : 0,
    };
  });

/** From what is kept and what the meter is believed alone. */
const countedAnew = async (stage: Stage, meter: number): Promise<Map<number, Booked>> => {
  const [row] = await stage.seed.owner<
    { household_id: string; max_per_hour: number; max_gap_s: number; rolls_over_at: number | null }[]
  >`
    select household_id, max_per_hour, max_gap_s, rolls_over_at from meters where id = ${meter}`;
  const limits = {
    maxPerHour: row?.max_per_hour ?? 0,
    maxGapS: row?.max_gap_s ?? 0,
    rollsOverAt: row?.rolls_over_at ?? null,
  };
  const readings = await readAround(stage.sql, { household: row?.household_id ?? '', id: meter }, 0, 4_000_000_000);
  const { changes, gaps } = versionChange({ readings: [], limits }, { readings, limits });
  const sums = new Map<number, Booked>();
  for (const { start, ...more } of [...changes, ...gaps.flatMap(quartersOf)]) {
    const sum = sums.get(start) ?? { used: 0, estimated: 0, imported: 0, coveredS: 0 };
    for (const figure of ['used', 'estimated', 'imported', 'coveredS'] as const) sum[figure] += more[figure];
    sums.set(start, sum);
  }
  return new Map([...sums].filter(([, sum]) => Object.values(sum).some((figure) => figure !== 0)));
};

/** Local days and months that are not the sum of their quarter-hours; none are. */
export const strayDays = async (stage: Stage, household: string): Promise<readonly unknown[]> => stage.seed.owner`
  with quarter as (
    select q.meter_id, (q.start at time zone h.time_zone)::date as day, q.used, q.estimated, q.imported, q.covered_s
    from private.all_quarters(${household}) q, households h where h.id = ${household}
  ), told as (
    select g.meter_id, (g.start at time zone h.time_zone)::date as first, ((g.ends - interval '1 second') at time zone h.time_zone)::date as last,
      g.estimated, g.covered_s
    from usage_gap g join households h on h.id = g.household_id where h.id = ${household} and g.estimated <> 0 and g.covered_s <> 0
  ), days as (
    select meter_id, day, sum(used) as used, sum(estimated) as estimated, sum(imported) as imported, sum(covered_s) as covered_s from quarter group by 1, 2
    union all select meter_id, first, 0, -estimated, 0, covered_s from told where first = last
    union all select meter_id, day, -used, -estimated, -imported, -covered_s from usage_day where household_id = ${household}
  ), months as (
    select meter_id, date_trunc('month', day)::date as month, sum(used) as used, sum(estimated) as estimated, sum(imported) as imported,
      sum(covered_s) as covered_s from quarter group by 1, 2
    union all select meter_id, date_trunc('month', first)::date, 0, -estimated, 0, covered_s from told
      where date_trunc('month', first) = date_trunc('month', last)
    union all select meter_id, month, -used, -estimated, -imported, -covered_s from usage_month where household_id = ${household}
  ), stray as (
    select 'day' as what, meter_id, day from days group by 2, 3
      having sum(used) <> 0 or sum(estimated) <> 0 or sum(imported) <> 0 or sum(covered_s) <> 0
    union all
    select 'month', meter_id, month from months group by 2, 3
      having sum(used) <> 0 or sum(estimated) <> 0 or sum(imported) <> 0 or sum(covered_s) <> 0
  )
  select * from stray`;

const usedOf = async (stage: Stage, household: string, meter: number): Promise<number> =>
  [...(await bookedQuarters(stage, household, meter)).values()].reduce((sum, { used }) => sum + used, 0);
