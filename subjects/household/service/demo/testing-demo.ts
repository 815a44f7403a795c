/** A demo household of a few days, made by the ways of the real one. */
import { newMeterState } from '#subjects/readings/domain/meter-use.ts';
import { demoMeters } from '#simulator/src/index.ts';
import type { Stage } from '#apps/service/testing/stage.ts';
import { saveStates } from '#subjects/readings/service/ingest/index.ts';
import { openDemoLife } from './demo-household.ts';
import { demoDevices, demoTimeZone, furnishDemo, nameDemo } from './demo-things.ts';

/** Opens the demo at `from` and lets it live until `now`; answers its household. */
export const openShortDemo = async ({ sql, seed, ingest }: Stage, from: number, now: number): Promise<string> => {
  const [row] = await sql<{ home: string }[]>`
    select private.begin_demo(${demoTimeZone}, ${JSON.stringify(demoDevices)}::text::jsonb) as home`;
  const household = row?.home as string;
  await nameDemo(sql);
  await furnishDemo(sql, household, now);
  const meters = await sql<
    { meter_id: number; key: string }[]
  >`select meter_id, key from private.demo_meters(${household})`;
  await saveStates(
    sql,
    meters.map(({ meter_id, key }) => {
      const state = newMeterState({ maxPerHour: 1e9, maxGapS: 3900 });
      state.kind = 'counter';
      state.lastAt = from;
      state.lastValue = demoMeters.find((meter) => meter.key === key)?.startCounter ?? 0;
      return { id: meter_id, household, state };
    }),
  );
  await seed.owner`insert into open_readings (household_id, meter_id, at, value, source)
    select household_id, meter_id, last_at, last_value, 2 from meter_state where household_id = ${household}`;
  await sql`select private.open_demo(${household}, ${from})`;
  await (await openDemoLife(sql, ingest))?.catchUp(now);
  return household;
};
