/** `meter_parts` is kept as meters come, go and move: it must always be what working it out anew would give. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.end());

const add = (home: SeededHome, names: readonly string[]) => stage.seed.owner`
  insert into connected_devices (household_id, user_id, name, room, utility)
  select ${home.household}, ${home.userId}, name, 'hall', 'water' from unnest(${names as string[]}::text[]) name`;
const parts = (home: SeededHome) => stage.seed.owner`
  select room, device_id, source_meter, sign, is_root from meter_parts where household_id = ${home.household}
  order by source_meter, device_id, sign`;
const meters = async (home: SeededHome): Promise<number[]> => {
  const rows = await stage.seed.owner<
    { id: number }[]
  >`select id from meters where household_id = ${home.household} order by id`;
  return rows.map(({ id }) => id);
};

const mustBeRefused = (error: unknown): void => {
  if (!/contain|meters_check/.test(String(error))) throw error;
};

test('sixty devices in one request write sixty parts, not sixty times all', async () => {
  const home = await stage.seed.home();
  const names = Array.from({ length: 60 }, (_, i) => `Tap ${i}`);
  const written = await stage.seed.owner.begin(async (sql) => {
    await sql`insert into connected_devices (household_id, user_id, name, room, utility)
      select ${home.household}, ${home.userId}, name, 'hall', 'water' from unnest(${names}::text[]) name`;
    const [row] = await sql`select n_tup_ins::int as rows from pg_stat_xact_user_tables where relname = 'meter_parts'`;
    return row?.['rows'] as number;
  });
  expect(written).toBe(60);
  expect(await parts(home)).toHaveLength(60);
});

test('whatever comes, goes and moves, they are what working them out anew gives', async () => {
  const { owner } = stage.seed;
  const place = fc.nat(20);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), at: place }),
    fc.record({ kind: fc.constant('remove' as const), at: place }),
    fc.record({ kind: fc.constant('contain' as const), at: place, in: fc.option(place) }),
    fc.record({ kind: fc.constant('move' as const), at: place }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const home = await stage.seed.home();
      await add(home, ['a', 'b', 'c']);
      for (const one of steps) {
        const ids = await meters(home);
        const id = ids[one.at % Math.max(1, ids.length)] ?? 0;
        if (one.kind === 'add') await add(home, [`d${one.at}`]);
        if (one.kind === 'remove')
          await owner`delete from connected_devices where id = (select device_id from meters where id = ${id})`;
        if (one.kind === 'move')
          await owner`update connected_devices set room = ${`room ${one.at}`} where id = (select device_id from meters where id = ${id})`;
        // A meter cannot contain itself, nor one that contains it: refused, and nothing changes.
        const within =
          one.kind === 'contain' && one.in !== null ? (ids[one.in % Math.max(1, ids.length)] ?? null) : null;
        if (one.kind === 'contain')
          await owner`update meters set parent_meter_id = ${within} where id = ${id}`.catch(mustBeRefused);
      }
      const kept = await parts(home);
      await owner`select private.work_out_parts(${home.household})`;
      expect(kept).toEqual(await parts(home));
    }),
    { numRuns: 25 },
  );
});
