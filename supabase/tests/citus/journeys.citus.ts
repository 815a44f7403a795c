/** What works on Citus: the tests of these parts, each as it stands, on homes that lie apart; and what only a cluster does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backupCommand } from '#apps/service/cli/backup-command.ts';
import { run } from '#apps/service/cli/testing-backup.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';

describe('ingest', async () => {
  await import('#subjects/readings/service/ingest/ingest.db.test.ts');
});
describe('usage', async () => {
  await import('#subjects/usage/service/usage.db.test.ts');
});

describe('flows', async () => {
  await import('#subjects/usage/service/flows.db.test.ts');
});
describe('sharing, and what ends', async () => {
  await import('#subjects/household/service/what-ends.db.test.ts');
});
describe('export', async () => {
  await import('#subjects/identity/service/account/export.db.test.ts');
});
describe('invitations', async () => {
  await import('#subjects/household/service/invitations.db.test.ts');
});

describe('a cluster', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.end());

  test('every home’s tables lie together, on one of the workers', async () => {
    const groups = await stage.seed.owner`
      select distinct colocation_id from citus_tables where citus_table_type = 'distributed'`;
    expect(groups).toHaveLength(1);
    const nodes = await stage.seed.owner`
      select distinct nodename, nodeport from citus_shards where citus_table_type = 'distributed'`;
    expect(nodes.length).toBeGreaterThanOrEqual(2);
  });

  test.each([
    [
      'select p.room, sum(u.used) from public.meter_parts p join public.usage_day u on u.household_id = $home and u.meter_id = p.source_meter where p.household_id = $home group by 1',
    ],
    [
      'select m.facts, s.last_at from public.meters m join public.meter_state s on s.household_id = $home and s.meter_id = m.id where m.household_id = $home',
    ],
    ['select * from public.open_readings r where r.household_id = $home and r.meter_id = 1 order by r.at desc limit 1'],
    ['select * from public.packed_days d where d.household_id = $home and d.meter_id = 1'],
    [
      'select t.id, b.id from public.tariffs t left join public.billing_records b on b.household_id = $home where t.household_id = $home',
    ],
    [
      'select h.name, n.kind from public.notices n join public.households h on h.id = $home where n.household_id = $home',
    ],
  ])('what is asked of one home goes to one shard: %s', async (statement) => {
    const home = await stage.seed.home();
    const plan = await stage.seed.owner.unsafe(
      `explain (format json, verbose false) ${statement.replaceAll('$home', `'${home.household}'`)}`,
    );
    expect(JSON.stringify(plan)).toContain('"Task Count":1');
  });

  test('what a person adds by the table API is filled in where it lies, and what is not theirs to say is refused', async () => {
    const home = await stage.seed.home();
    const { deviceId, meterId } = await home.device('Lamp', 'hall', 'electricity');
    const does = (statement: string) => stage.database.asUser({ sub: home.userId }, (sql) => sql.unsafe(statement));
    const own = `'${home.household}'`;
    const added = [
      `insert into device_schedules (household_id, device_id, is_on, minute) values (${own}, '${deviceId}', true, 60) returning id, created_at, created_by, is_planned`,
      `insert into home_absences (household_id, starts) values (${own}, '2026-01-05') returning id, created_at, created_by`,
      `insert into home_changes (household_id, name, utility, day) values (${own}, 'Boiler', 'electricity', '2026-01-05') returning id, created_at, created_by`,
      `insert into payment_ways (household_id, utility, valid_from, kind, currency) values (${own}, 'electricity', '2026-01-01', 'after-bill', 'EUR') returning id`,
      `insert into payment_entries (household_id, utility, day, kind, amount, currency) values (${own}, 'electricity', '2026-01-01', 'payment', 40, 'EUR') returning id, created_at`,
      `insert into utility_bills (household_id, utility, period_start, period_end, currency, total) values (${own}, 'water', '2026-01-01', '2026-02-01', 'EUR', 30) returning id, created_at`,
      `insert into meters (household_id, device_id, utility, flow, key, max_per_hour) values (${own}, '${deviceId}', 'electricity', 'returned', 'back', 9000) returning id, created_at, quarantined`,
      `insert into device_rooms (household_id, device_id, room, since) values (${own}, '${deviceId}', 'kitchen', now()) returning id, made_at, made_by`,
    ];
    for (const statement of added) {
      const [row] = await does(statement);
      expect(Object.values(row ?? {})).not.toContain(null);
      const [column = ''] = /returning id, (created_at|made_at)/.exec(statement)?.slice(1) ?? ['id'];
      const value = column === 'id' ? (statement.includes('into meters') ? '7' : 'gen_random_uuid()') : `'2020-01-01'`;
      const claims = statement
        .replace(') values (', `, ${column}) values (`)
        .replace(') returning', `, ${value}) returning`);
      await expect(does(claims)).rejects.toThrow(/permission denied/);
    }
    const meter = (way: string) =>
      does(
        `insert into meters (household_id, device_id, utility, flow, key, max_per_hour, id) ${way} values (${own}, '${deviceId}', 'electricity', 'drawn', 'own', 9000, ${meterId}) returning id`,
      );
    await expect(meter('')).rejects.toThrow(/non-DEFAULT/);
    const [given] = await meter('overriding system value');
    expect(given?.['id']).not.toBe(meterId);
  });

  test('what happens to a home’s connections is in the log of its owner’s account', async () => {
    const home = await stage.seed.home();
    await stage.sql`select private.add_pull(${home.userId}, ${home.household}, 'open-meteo', 'Weather', null, '{}', '{}', '{}'::jsonb, null, now(), now())`;
    await stage.database.asUser({ sub: home.userId }, (sql) => sql`update pulls set is_paused = true`);
    await stage.database.asUser({ sub: home.userId }, (sql) => sql`delete from pulls`);
    const events = await stage.sql<
      { kind: string }[]
    >`select kind from private.account_events_of(${home.userId}, null, 10) order by id`;
    expect(
      events
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith('pull-'))
        .toSorted(),
    ).toEqual(['pull-changed', 'pull-made', 'pull-removed']);
  });

  test('a home that goes leaves no row on any node', async () => {
    const home = await stage.seed.home();
    const { key } = await home.device('Mains', 'hall', 'electricity');
    await stage.send(home, [{ meter: key, at: Math.floor(Date.now() / 1000) - 60, value: 5 }]);
    await stage.sql`select private.delete_household(${home.userId}, ${home.household}, (select ''))`;
    await stage.seed.owner`delete from households where id = ${home.household}`;
    const tables = await stage.seed.owner<{ name: string }[]>`
      select table_name::text as name from citus_tables where citus_table_type = 'distributed' and table_name <> 'private.home_events'::regclass`;
    for (const { name } of tables) {
      const [left] = await stage.seed.owner.unsafe(
        `select count(*)::int as n from ${name} where household_id = '${home.household}'`,
      );
      expect([name, left?.['n']]).toEqual([name, 0]);
    }
  });

  test('a guest gets the demo’s devices, in their language', async () => {
    const { owner } = stage.seed;
    const devices = [{ key: 'lamp', name: 'Lamp', room: 'hall', utility: 'electricity' }];
    const [demo] = await owner<{ home: string }[]>`select private.begin_demo('UTC', ${owner.json(devices)}) as home`;
    await owner`select private.open_demo(${demo?.home as string}, 0)`;
    await owner`select private.name_demo('[{"en": "Lamp", "es": "Lámpara"}]')`;
    const [{ domain } = { domain: '' }] = await owner<
      { domain: string }[]
    >`select guest_domain as domain from private.settings`;
    const guest = crypto.randomUUID();
    await owner`insert into auth.users (id, email, raw_user_meta_data) values (${guest}, ${`${guest}@${domain}`}, '{"language": "es"}')`;
    const told = () =>
      stage.database.asUser({ sub: guest }, (sql) => sql<{ name: string }[]>`select name from connected_devices`);
    expect(await told()).toEqual([{ name: 'Lámpara' }]);
    await stage.database.asUser(
      { sub: guest },
      (sql) => sql`update profiles set language = 'en' where user_id = ${guest}`,
    );
    expect(await told()).toEqual([{ name: 'Lamp' }]);
  });

  test('a backup of it has the rows of all homes', async () => {
    const home = await stage.seed.home();
    const { key } = await home.device('Mains', 'hall', 'electricity');
    await stage.send(home, [{ meter: key, at: Math.floor(Date.now() / 1000) - 60, value: 5 }]);
    const folder = mkdtempSync(join(tmpdir(), 'wattershed-citus-'));
    const env = { DATABASE_OWNER_URL: stage.testDatabase.ownerUrl, DATA_DIR: join(folder, 'data') };
    try {
      const { code, said, bars } = await run(backupCommand, [join(folder, 'whole.backup')], env);
      expect(code).toBe(0);
      expect(said).toContain('found whole');
      // Each bar says how many rows there are once the table is in.
      const told = bars.flatMap((bar) => /^Writing: ([\d,]+) rows.*\((\w+\.\w+)\)$/.exec(bar)?.slice(1) ?? []);
      const sums = new Map<string, number>();
      for (let at = 0; at < told.length; at += 2) sums.set(told[at + 1] ?? '', Number(told[at]?.replaceAll(',', '')));
      const names = [...sums.keys()];
      expect(names.length).toBeGreaterThan(80);
      for (const name of names.slice(1).filter((one) => /^(public|private)\./.test(one))) {
        const before = sums.get(names[names.indexOf(name) - 1] ?? '') ?? 0;
        const [{ n } = { n: -1 }] = await stage.seed.owner.unsafe<{ n: number }[]>(
          `select count(*)::int as n from ${name}`,
        );
        expect([name, (sums.get(name) ?? 0) - before]).toEqual([name, n]);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test.each([
    ['usage_by_day', `, current_date - 6, current_date + 1, 'day', true, false, null, false`],
    ['usage_by_month', `, date '2026-09-01', current_date + 31, true, false, null, false`],
    ['usage_latest', ''],
  ])('%s goes whole to one shard, and answers there as on the coordinator', async (name, further) => {
    const home = await stage.seed.home();
    const { key } = await home.device('Lamp', 'hall', 'electricity');
    const at = Math.floor(Date.now() / 1000);
    for (const [ago, value] of [
      [7_200, 0],
      [3_600, 40],
      [60, 90],
    ] as const)
      await stage.send(home, [{ meter: key, at: at - ago, value }]);
    const { owner } = stage.seed;
    const question = (called: string) =>
      `select private.${called}('${home.userId}', '${home.household}'${further}) as answer`;
    const plan = await owner.unsafe(`explain (format json, verbose false) ${question(`${name}_there`)}`);
    expect(JSON.stringify(plan)).toContain('"Task Count":1');
    const figures = (rows: { answer?: string }[]): unknown => {
      const { at: _, ...others } = JSON.parse(rows[0]?.answer ?? 'null') as Record<string, unknown>;
      return others;
    };
    const there = figures(await owner.unsafe(question(`${name}_there`)));
    const here = figures(await owner.unsafe(question(name)));
    expect(there).toEqual(here);
    expect(JSON.stringify(there)).toMatch(/"used":(40|50|90)|"lastValue":90/);
  });

  test('readings of one shard are written by its node alone', async () => {
    const home = await stage.seed.home();
    const { key, meterId } = await home.device('Mains', 'hall', 'electricity');
    const at = Math.floor(Date.now() / 1000) - 600;
    for (const ago of [0, 60, 120]) await stage.send(home, [{ meter: key, at: at + ago, value: ago }]);
    const { owner } = stage.seed;
    const [names] = await owner<{ names: string[] }[]>`
      select proargnames as names from pg_proc where oid = 'private.write_readings_there'::regproc`;
    const call = (names?.names ?? []).map(
      (name) => `${name} => ${name === 'p_household' ? `'${home.household}'` : `'{}'`}`,
    );
    const plan = await owner.unsafe(
      `explain (format json, verbose false) select private.write_readings_there(${call.join(', ')})`,
    );
    expect(JSON.stringify(plan)).toContain('"Task Count":1');
    const kept = await owner<{ value: number }[]>`
      select value::int from public.open_readings where household_id = ${home.household} and meter_id = ${meterId} order by at`;
    expect(kept.map(({ value }) => value)).toEqual([0, 60, 120]);
  });

  test('a shard is moved while its homes send readings: none is lost', async () => {
    const home = await stage.seed.home();
    const { key, meterId } = await home.device('Mains', 'hall', 'electricity');
    const { owner } = stage.seed;
    const [place] = await owner<{ shard: number; host: string; port: number }[]>`
      select shardid as shard, nodename as host, nodeport as port from citus_shards
      where shardid = get_shard_id_for_distribution_column('public.open_readings', ${home.household}::uuid)`;
    const [other] = await owner<{ host: string; port: number }[]>`
      select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and nodeport <> ${place?.port ?? 0} limit 1`;
    const moved = new AbortController();
    const from = Math.floor(Date.now() / 1000) - 86_400;
    let accepted = 0;
    const send = async (): Promise<void> => {
      for (let at = from; !moved.signal.aborted; at += 10) {
        const answer = await stage.send(home, [{ meter: key, at, value: at - from }]);
        accepted += answer.accepted;
      }
    };
    const move = async (): Promise<void> => {
      await owner`select citus_move_shard_placement(${place?.shard ?? 0}, ${place?.host ?? ''}, ${place?.port ?? 0}, ${other?.host ?? ''}, ${other?.port ?? 0},
        'force_logical')`.finally(() => {
        moved.abort();
      });
    };
    await Promise.all([send(), move()]);
    expect(accepted).toBeGreaterThan(10);
    const [kept] =
      await owner`select count(*)::int as n from public.open_readings where household_id = ${home.household} and meter_id = ${meterId}`;
    expect(kept).toEqual({ n: accepted });
    const [now] = await owner<
      { port: number }[]
    >`select nodeport as port from citus_shards where shardid = ${place?.shard ?? 0}`;
    expect(now?.port).toBe(other?.port);
  });
});

describe('bills', async () => {
  await import('#subjects/bills/service/billing.db.test.ts');
});
