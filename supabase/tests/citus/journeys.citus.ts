/** What works on Citus: the tests of these parts, each as it stands, on homes that lie apart; and what only a cluster does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';

describe('ingest', async () => {
  await import('#subjects/readings/service/ingest/ingest.db.test.ts');
});
describe('usage', async () => {
  await import('#subjects/usage/service/usage.db.test.ts');
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

  test('what is asked of one home’s days goes to one shard', async () => {
    const home = await stage.seed.home();
    const plan = await stage.seed.owner.unsafe(`explain (format json, verbose false)
      select p.room, sum(u.used) from public.meter_parts p join public.usage_day u on u.household_id = '${home.household}' and u.meter_id = p.source_meter
      where p.household_id = '${home.household}' group by 1`);
    expect(JSON.stringify(plan)).toContain('"Task Count":1');
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
