/** The two sides that are measured, and how to ask each. */
import { utilityIds } from '#catalogue/index.ts';
import { tokenFor } from '#kernel/people/testing-token.ts';
import type pg from 'pg';
import type { Batch } from './data.ts';
import { meterCount, roomOf, utilityOf } from './data.ts';
import { type QueryName, schema } from './floor-sql.ts';

interface Ask {
  readonly path: string;
  readonly token: string;
}

export interface Side {
  readonly name: 'floor' | 'service';
  readonly base: string;
  readonly ingestPath: string;
  readonly ingestToken: string;
  /** What the ingest body calls meter `n`. */
  meter(n: number): string;
  ask(query: QueryName, household: number): Ask;
}

export interface Periods {
  readonly now: number;
  readonly day: (query: QueryName) => { from: string; to: string };
}

export const bodyOf = (side: Side, batch: Batch): string =>
  JSON.stringify({
    readings: batch.meters.map((meter, i) => ({
      meter: side.meter(meter),
      at: `${new Date((batch.at[i] as number) * 1000).toISOString().slice(0, 19)}Z`,
      value: batch.values[i],
    })),
  });

export const openFloor = async (
  client: pg.Client,
  base: string,
  token: string,
  meters: number,
  periods: Periods,
): Promise<Side> => {
  await client.query(schema);
  await client.query(
    `insert into device select n, n / ${meterCount}, (array['kitchen','bedroom','hall'])[(n % ${meterCount}) / 2 + 1], ($2::text[])[n % cardinality($2::text[]) + 1]
     from generate_series(0, $1) n`,
    [meters - 1, utilityIds],
  );
  return {
    name: 'floor',
    base,
    ingestPath: '/readings',
    ingestToken: token,
    meter: String,
    ask: (query, household) => {
      const { from, to } = periods.day(query);
      return { path: `/${query}?hh=${household}&from=${from}T00:00:00Z&to=${to}T00:00:00Z`, token };
    },
  };
};

/** Households, devices and meters by SQL (sign-up is not what is measured), a fleet token, and a session for each owner. */
export const openService = async (
  client: pg.Client,
  base: string,
  secret: string,
  token: string,
  hash: Buffer,
  meters: number,
  periods: Periods,
): Promise<Side> => {
  const households = Math.ceil(meters / meterCount);
  const homes: { user: string; household: string; device: string; session: string; ids: string[] }[] = [];
  await client.query('insert into ingest_tokens (scope, hash) values ($1, $2)', ['fleet', hash]);
  for (let hh = 0; hh < households; hh += 1) {
    const user = (
      await client.query('insert into auth.users (id, email) values (gen_random_uuid(), $1) returning id', [
        `bench${hh}@example.com`,
      ])
    ).rows[0].id as string;
    const household = (await client.query('select household_id from household_members where user_id = $1', [user]))
      .rows[0].household_id as string;
    const wanted = Array.from({ length: meterCount }, (_, i) => hh * meterCount + i);
    await client.query(
      `insert into connected_devices (household_id, user_id, name, room, utility, created_at)
       select $1, $2, 'meter ' || n, r, u, now() + n * interval '1 ms' from unnest($3::int[], $4::text[], $5::text[]) x (n, r, u)`,
      [household, user, wanted, wanted.map(roomOf), wanted.map(utilityOf)],
    );
    const rows = (
      await client.query(
        `select m.id, d.id as device from meters m join connected_devices d on d.household_id = m.household_id and d.id = m.device_id
       where m.household_id = $1 order by d.created_at`,
        [household],
      )
    ).rows as { id: string; device: string }[];
    const session = hh > 50 ? '' : await tokenFor(secret, user, { lifetimeS: 3 * 3600 });
    homes.push({ user, household, device: rows[0]?.device as string, session, ids: rows.map((row) => row.id) });
  }
  const home = (hh: number) => homes[hh] as (typeof homes)[number];
  const query: Record<QueryName, (hh: number, from: string, to: string) => string> = {
    q1: (hh, from, to) => `/api/v1/usage?from=${from}&to=${to}&bucket=day&household=${home(hh).household}`,
    q2: (hh, from, to) => `/api/v1/usage?from=${from}&to=${to}&bucket=month&by=room&household=${home(hh).household}`,
    q3: (hh, from, to) => `/api/v1/usage?from=${from}&to=${to}&bucket=month&household=${home(hh).household}`,
    q4: (hh, from, to) =>
      `/api/v1/usage?from=${from}&to=${to}&bucket=5m&device=${home(hh).device}&household=${home(hh).household}`,
    q5: (hh) => `/api/v1/usage/latest?household=${home(hh).household}`,
  };
  return {
    name: 'service',
    base,
    ingestPath: '/api/v1/readings',
    ingestToken: token,
    meter: (n) => home(Math.floor(n / meterCount)).ids[n % meterCount] as string,
    ask: (name, household) => {
      const { from, to } = periods.day(name);
      return { path: query[name](household, from, to), token: home(household).session };
    },
  };
};
