/** Homes for a load, made by SQL: sign-up is not what is measured. Some have a month behind them and a tariff, so that bills close. */
import { createHash, randomBytes } from 'node:crypto';
import { tokenFor } from '#kernel/people/testing-token.ts';
import type { TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';
import type pg from 'pg';
import { send } from '../load.ts';

export interface LoadedHome {
  readonly index: number;
  readonly household: string;
  readonly token: string;
  /** Of its owner, for those that somebody looks at. */
  readonly session: string | null;
  /** By HTTP it is said with a reading; by MQTT the plug's name is. */
  readonly keys: readonly string[];
  readonly byMqtt: boolean;
}

const metersOfHome = 6;
const share = 100;
const billed = 200;
const historyDays = 40;

const plan: TariffPlan = {
  name: 'Under load',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  charges: [
    { id: 'standing', kind: 'fixed', amount: '0.35', per: 'day' },
    { id: 'energy', kind: 'use', rate: '0.21' },
  ],
};

const makeHome = async (owner: pg.Client, index: number): Promise<Omit<LoadedHome, 'session'> & { user: string }> => {
  const token = `ws_${randomBytes(24).toString('base64url')}`;
  const hash = createHash('sha256').update(token).digest();
  const { rows } = await owner.query<{ id: string; household: string }>(
    `with person as (insert into auth.users (id, email) values (gen_random_uuid(), $1) returning id)
     select id from person`,
    [`load${index}@example.com`],
  );
  const user = rows[0]?.id as string;
  const found = await owner.query<{ household_id: string }>(
    'select household_id from household_members where user_id = $1',
    [user],
  );
  const household = found.rows[0]?.household_id as string;
  // Bills are made for who has said where they live.
  await owner.query('update households set time_zone_chosen = true where id = $1', [household]);
  await owner.query('insert into ingest_tokens (household_id, hash, hint, created_by) values ($1, $2, $3, $4)', [
    household,
    hash,
    token.slice(-4),
    user,
  ]);
  const byMqtt = index % 2 === 1;
  await owner.query(
    `insert into connected_devices (household_id, user_id, name, room, utility, created_at)
     select $1, $2, 'plug-' || n, 'hall', case when n < 4 or $3 then 'electricity' else 'water' end, now() + n * interval '1 ms'
     from generate_series(0, $4 - 1) n`,
    [household, user, byMqtt, metersOfHome],
  );
  if (byMqtt)
    await owner.query(
      `insert into channels (household_id, source, device, utility, device_id, meter_id)
       select d.household_id, 'tasmota', d.name, 'electricity', d.id, m.id
       from connected_devices d join meters m on m.household_id = d.household_id and m.device_id = d.id where d.household_id = $1`,
      [household],
    );
  const meters = await owner.query<{ key: string }>(
    `select m.key from meters m join connected_devices d on d.household_id = m.household_id and d.id = m.device_id
     where m.household_id = $1 order by d.created_at`,
    [household],
  );
  return { index, household, token, user, keys: meters.rows.map(({ key }) => key), byMqtt };
};

/** Hours of a month and more, so that a cycle is over and there is something to price. */
const sendPast = async (base: string, home: Pick<LoadedHome, 'token' | 'keys'>): Promise<void> => {
  const end = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  const hours = historyDays * 24;
  for (const [i, meter] of home.keys.entries()) {
    const readings = Array.from({ length: hours }, (_, hour) => ({
      meter,
      at: new Date(end - (hours - hour) * 3_600_000).toISOString(),
      value: 1_000 + hour * (100 + i * 10),
    }));
    await send(base, {
      method: 'POST',
      path: '/api/v1/readings',
      token: home.token,
      body: JSON.stringify({ readings }),
    });
  }
};

/** `seen`: so many of them have a session. */
export const seedHomes = async (
  owner: pg.Client,
  base: string,
  secret: string,
  count: number,
  seen: number,
): Promise<LoadedHome[]> => {
  const homes: (LoadedHome & { user: string })[] = [];
  for (let first = 0; first < count; first += share) {
    await owner.query('begin');
    for (let index = first; index < Math.min(first + share, count); index += 1) {
      const home = await makeHome(owner, index);
      const session = index < seen ? await tokenFor(secret, home.user, { lifetimeS: 12 * 3_600 }) : null;
      homes.push({ ...home, session });
    }
    await owner.query('commit');
  }
  // Those over HTTP: what a plug at a broker counts goes on from nothing.
  const withPast = homes.filter(({ byMqtt }) => !byMqtt).slice(0, billed);
  const from = new Date(Date.now() - historyDays * 86_400_000).toISOString().slice(0, 10);
  for (const home of withPast) {
    await sendPast(base, home);
    await owner.query('select private.save_tariffs($1, $2, null, $3::text::jsonb)', [
      home.user,
      home.household,
      JSON.stringify([{ validFrom: from, plan, facts: {} }]),
    ]);
  }
  await owner.query('analyze');
  return homes;
};
