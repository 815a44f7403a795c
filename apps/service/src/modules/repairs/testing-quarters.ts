/** What is booked of a meter, and what its kept readings come to when they are counted from scratch. */
import { type QuarterUse, versionChange } from '@wattershed/domain';
import type { Stage } from '../../testing/stage.ts';
import { readAround } from '../ingest/index.ts';

type Booked = Omit<QuarterUse, 'start'>;

/** By quarter-hour, those with anything in them. */
export const bookedQuarters = async (stage: Stage, household: string, meter: number): Promise<Map<number, Booked>> => {
  const rows = await stage.seed.owner<(QuarterUse & Record<string, unknown>)[]>`
    select extract(epoch from start)::bigint as start, sum(used)::bigint as used, sum(estimated)::bigint as estimated,
      sum(imported)::bigint as imported, sum(covered_s)::bigint as "coveredS"
    from (select * from private.all_quarters(${household}) where meter_id = ${meter}
      union all select meter_id, quarter, used, estimated, imported, covered_s from meter_state
      where meter_id = ${meter} and quarter is not null) q
    group by 1 having sum(used) <> 0 or sum(covered_s) <> 0 or sum(estimated) <> 0 or sum(imported) <> 0`;
  return new Map(rows.map(({ start, ...booked }) => [start, booked]));
};

/** From what is kept and what the meter is believed alone. Silences of more than two days are not spread here: keep them shorter. */
export const countedAnew = async (stage: Stage, meter: number): Promise<Map<number, Booked>> => {
  const [row] = await stage.seed.owner<{ max_per_hour: number; max_gap_s: number; rolls_over_at: number | null }[]>`
    select max_per_hour, max_gap_s, rolls_over_at from meters where id = ${meter}`;
  const limits = {
    maxPerHour: row?.max_per_hour ?? 0,
    maxGapS: row?.max_gap_s ?? 0,
    rollsOverAt: row?.rolls_over_at ?? null,
  };
  const readings = await readAround(stage.sql, meter, 0, 4_000_000_000);
  const { changes } = versionChange({ readings: [], limits }, { readings, limits });
  return new Map(changes.map(({ start, ...booked }) => [start, booked]));
};

export const usedOf = async (stage: Stage, household: string, meter: number): Promise<number> =>
  [...(await bookedQuarters(stage, household, meter)).values()].reduce((sum, { used }) => sum + used, 0);
