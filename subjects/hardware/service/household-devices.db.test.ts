import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '#kernel/db.ts';
import { createMqttParser, sources } from '../sources/index.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createUnread } from '#subjects/readings/service/ingest/index.ts';
import { openHouseholdDevices } from './household-devices.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.end());

/** The database, whose answers to `query` come when `gates` say so, one for each. */
const answeringLate = (sql: Sql, query: string, gates: Promise<void>[]): Sql =>
  new Proxy(sql, {
    apply: (target, self, args: [TemplateStringsArray, ...unknown[]]) => {
      const answer = Reflect.apply(target, self, args) as Promise<unknown>;
      const gate = args[0].raw?.join('').includes(query) ? gates.shift() : undefined;
      return gate === undefined ? answer : Promise.all([answer, gate]).then(([rows]) => rows);
    },
  });

test('a look at the channels that is answered late does not let a later value be kept before an earlier one', async () => {
  const home = await stage.seed.home();
  const { engine } = stage.database;
  const [token] = await engine<{ id: number }[]>`select private.hardware_token() as id`;
  const gates: Promise<void>[] = [];
  const opened = openHouseholdDevices(
    {
      sql: answeringLate(engine, 'channels_of', gates),
      ingest: stage.ingest,
      changes: { publish: () => {} },
      now: Date.now,
      tokenId: token?.id as number,
      unread: createUnread(engine, Date.now, () => {}),
      log: { warn: () => {} },
    },
    home.household,
    { parser: createMqttParser(sources), door: 'mqtt', announcer: null },
  );
  const say = (wh: number): Promise<void> =>
    opened.handleMessage({
      topic: `tele/${home.household}/SENSOR`,
      payload: JSON.stringify({ ENERGY: { Total: wh / 1000 } }),
      isRetained: false,
      isRepeated: false,
    });
  await say(1000);
  const [channel] = await stage.seed.owner<
    { id: string }[]
  >`select id from channels where household_id = ${home.household}`;
  await stage.sql`select * from private.add_channel(${home.userId}, ${channel?.id as string}, 'Plug', 'kitchen')`;

  let answer = (): void => {};
  gates.push(new Promise<void>((resolve) => (answer = resolve)));
  opened.forget();
  const first = say(1100);
  opened.forget();
  const second = say(1200);
  // The second look, if it is made meanwhile, is answered long before the first one.
  await engine`select pg_sleep(0.1)`;
  answer();
  await Promise.all([first, second]);
  const kept = await stage.seed.owner<{ value: number }[]>`
    select value from open_readings where household_id = ${home.household} order by at desc limit 1`;
  expect(kept).toEqual([{ value: 1200 }]);
});
