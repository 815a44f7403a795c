import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import type { RuleState } from '../contract/rules.ts';
import { rulesRoutes } from './index.ts';

let stage: Stage;
let app: FastifyInstance;
let home: SeededHome;
let viewer: string;
let stranger: SeededHome;
beforeAll(async () => {
  stage = await openStage();
  app = stage.http((http, deps) => rulesRoutes(http, deps));
  home = await stage.seed.home();
  stranger = await stage.seed.home();
  viewer = (await stage.seed.home()).userId;
  await stage.seed
    .owner`insert into household_members (household_id, user_id, role) values (${home.household}, ${viewer}, 'viewer')`;
});
afterAll(() => stage.end());

const ask = async (userId: string, method: 'GET' | 'PATCH' | 'POST', path = '', payload?: object) =>
  app.inject({
    method,
    url: `/api/v1/rules${path}?household=${home.household}`,
    headers: await stage.session(userId),
    ...(payload !== undefined && { payload }),
  });
const read = async (kind: RuleState['kind']) =>
  (await ask(home.userId, 'GET')).json<{ rules: RuleState[] }>().rules.find((rule) => rule.kind === kind);
const begin = async (kind: string, agoDays = 1): Promise<string> => {
  const { meterId } = await home.device(`Meter ${Math.random()}`, 'kitchen', 'water');
  const [row] = await stage.seed.owner<{ id: string }[]>`
    insert into notices (household_id, kind, meter_id, since, noticed_at, mail_at)
    values (${home.household}, ${kind}, ${meterId}, now() - ${agoDays} * interval '1 day', now() - ${agoDays} * interval '1 day', now())
    returning id`;
  return row?.id as string;
};

describe('what a home is told of by itself', () => {
  test('C6.1 C6.3 its people read it, owners and members set it, nobody else does either', async () => {
    expect((await ask(viewer, 'GET')).statusCode).toBe(200);
    expect((await ask(stranger.userId, 'GET')).statusCode).toBe(403);
    for (const person of [viewer, stranger.userId]) {
      expect((await ask(person, 'PATCH', '/silent-meter', { isOn: false })).statusCode).toBe(403);
      expect((await ask(person, 'PATCH', '/silent-meter', { forgive: true })).statusCode).toBe(403);
    }
    expect(await read('silent-meter')).toMatchObject({ isOn: true, normal: 0, caution: 1, times: 0, lastAt: null });
    expect((await ask(home.userId, 'PATCH', '/silent-meter', { isOn: false })).statusCode).toBe(204);
    expect(await read('silent-meter')).toMatchObject({ isOn: false });
    expect((await ask(home.userId, 'PATCH', '/silent-meter', { isOn: true })).statusCode).toBe(204);
  });

  test('a budget is no rule, nor is what is unknown', async () => {
    expect((await ask(home.userId, 'PATCH', '/budget-most', { isOn: false })).statusCode).toBe(400);
    expect((await ask(home.userId, 'PATCH', '/nothing', { isOn: false })).statusCode).toBe(400);
    expect((await ask(home.userId, 'POST', '/silent-meter/replay')).statusCode).toBe(404);
  });

  test('switching a kind off ends what is open of it, and nothing of it begins; what another home has stays', async () => {
    const id = await begin('running-water');
    expect(await read('running-water')).toMatchObject({ isOpen: true, times: 1 });
    await ask(home.userId, 'PATCH', '/running-water', { isOn: false });
    const [row] = await stage.seed.owner<{ ended_at: Date | null }[]>`select ended_at from notices where id = ${id}`;
    expect(row?.ended_at).not.toBeNull();
    const { meterId } = await home.device('Garden tap', 'garden', 'water');
    const now = Math.floor(Date.now() / 1000);
    const begun = { household_id: home.household, meter_id: meterId, since: now - 9000, mail_at: now };
    const found = {
      looks: [],
      ended: [],
      lasting: [],
      begun: [
        { ...begun, kind: 'running-water', figures: { floorMlPerHour: 5000, leakMl: 1, usedMl: 1 } },
        { ...begun, kind: 'silent-meter', figures: { usualS: 600 } },
      ],
    };
    await stage.sql`select private.write_looks(${now}, ${stage.sql.json(found)})`;
    const kinds = await stage.seed.owner<{ kind: string }[]>`select kind from notices where meter_id = ${meterId}`;
    expect(kinds).toEqual([{ kind: 'silent-meter' }]);
    await ask(home.userId, 'PATCH', '/running-water', { isOn: true });
    await stage.sql`select private.write_looks(${now}, ${stage.sql.json(found)})`;
    expect(await stage.seed.owner`select 1 from notices where meter_id = ${meterId}`).toHaveLength(2);
  });

  test('what is called normal is counted until it is taken back or forgiven', async () => {
    const first = await begin('meter-check');
    const second = await begin('meter-check');
    const say = (id: string, as: string | null) =>
      stage.seed
        .owner`update notices set dismissed_at = ${as === null ? null : new Date()}, dismissed_as = ${as} where id = ${id}`;
    await say(first, 'fine');
    await say(second, 'fine');
    expect(await read('meter-check')).toMatchObject({ normal: 2, caution: 2.25, dismissed: 0 });
    await say(second, null);
    expect(await read('meter-check')).toMatchObject({ normal: 1, caution: 1.5 });
    await ask(home.userId, 'PATCH', '/meter-check', { forgive: true });
    expect(await read('meter-check')).toMatchObject({ isOn: true, normal: 0, caution: 1 });
  });
});
