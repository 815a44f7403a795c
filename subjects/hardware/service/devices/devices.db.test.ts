import type { CreatedToken, QuarantineAnswer } from '#subjects/identity/contract/tokens.ts';
import { createdToken, quarantineAnswer } from '#subjects/identity/contract/tokens.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { deviceRoutes } from './index.ts';

const noon = Date.UTC(2026, 4, 4, 12) / 1000;
let stage: Stage;
let app: FastifyInstance;
beforeAll(async () => {
  stage = await openStage();
  app = stage.http(deviceRoutes);
});
afterAll(() => stage.end());

const call = async (person: Pick<SeededHome, 'userId'>, options: InjectOptions) =>
  app.inject({ ...options, headers: await stage.session(person.userId) });

const join = async (home: SeededHome, role: 'member' | 'viewer'): Promise<SeededHome> => {
  const person = await stage.seed.home();
  await stage.seed.owner`insert into household_members values (${home.household}, ${person.userId}, ${role})`;
  return person;
};

describe('ingest tokens', () => {
  const make = (person: SeededHome, payload: object = {}) =>
    call(person, { method: 'POST', url: '/api/v1/tokens', payload });

  test('a token is shown once, works at once, and is kept as a hash', async () => {
    const home = await stage.seed.home();
    const { key } = await home.device('Lamp', 'hall', 'electricity');
    const answer = await make(home, { name: ' Gateway ' });
    expect(answer.statusCode).toBe(201);
    const made: CreatedToken = createdToken.parse(answer.json());
    expect(made).toMatchObject({ name: 'Gateway', hint: made.token.slice(-4) });
    expect(await stage.send(made, [{ meter: key, at: noon, value: 1 }])).toMatchObject({ accepted: 1 });
    const [row] = await stage.seed
      .owner`select name, created_by, to_jsonb(t)::text as kept from ingest_tokens t where id = ${Number(made.id)}`;
    expect(row).toMatchObject({ name: 'Gateway', created_by: home.userId });
    expect(row?.['kept']).not.toContain(made.token);
  });

  test('C6.1 a member makes one for the household, a viewer and a stranger do not', async () => {
    const home = await stage.seed.home();
    const [member, viewer] = [await join(home, 'member'), await join(home, 'viewer')];
    const body = { household: home.household };
    expect((await make(member, body)).statusCode).toBe(201);
    for (const person of [viewer, await stage.seed.home()]) {
      const answer = await make(person, body);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'forbidden']);
    }
    expect((await app.inject({ method: 'POST', url: '/api/v1/tokens', payload: {} })).statusCode).toBe(401);
    expect((await make(home, { name: 'x'.repeat(81) })).statusCode).toBe(400);
  });

  test('a revoked token is refused at once; nobody else can revoke it, and not twice', async () => {
    const home = await stage.seed.home();
    const { key } = await home.device('Lamp', 'hall', 'electricity');
    const made = (await make(home)).json<CreatedToken>();
    await stage.send(made, [{ meter: key, at: noon, value: 1 }]);
    const revoke = (person: SeededHome) => call(person, { method: 'DELETE', url: `/api/v1/tokens/${made.id}` });
    expect((await revoke(await stage.seed.home())).statusCode).toBe(404);
    expect((await revoke(await join(home, 'viewer'))).statusCode).toBe(404);
    expect((await revoke(home)).statusCode).toBe(204);
    expect((await revoke(home)).statusCode).toBe(404);
    await expect(stage.send(made, [{ meter: key, at: noon + 60, value: 2 }])).rejects.toMatchObject({
      code: 'token-invalid',
    });
  });

  test('a service that still remembers a revoked token writes nothing by it', async () => {
    const home = await stage.seed.home();
    const { key } = await home.device('Lamp', 'hall', 'electricity');
    await stage.send(home, [{ meter: key, at: noon, value: 1 }]);
    await stage.seed.owner`update ingest_tokens set revoked_at = now() where id = ${home.tokenId}`;
    expect(await stage.send(home, [{ meter: key, at: noon + 60, value: 2 }])).toEqual({
      accepted: 0,
      duplicate: 0,
      rejected: [{ index: 0, code: 'unknown-meter' }],
    });
  });
});

test('readings that were not believed are listed with what came before, to the people of the household alone', async () => {
  const waiting = async (person: SeededHome): Promise<QuarantineAnswer['readings']> =>
    quarantineAnswer.parse(
      (await call(person, { url: '/api/v1/quarantine', query: { household: home.household } })).json(),
    ).readings;
  const home = await stage.seed.home();
  const { key, meterId } = await home.device('Lamp', 'hall', 'electricity');
  const [at, believed] = [noon + 120, 1_010];
  await stage.send(home, [
    { meter: key, at: noon, value: 1_000 },
    { meter: key, at: noon + 60, value: believed },
    { meter: key, at, value: 7_000_000 },
    { meter: key, at: noon + 180, value: 7_000_020 },
  ]);
  const [first, second] = await waiting(await join(home, 'viewer'));
  expect(first).toMatchObject({ meterId: String(meterId), value: 7_000_000, lastValue: believed });
  expect(Date.parse(first?.at ?? '') / 1000).toBe(at);
  expect(second?.value).toBe(7_000_020);
  expect(await waiting(await stage.seed.home())).toEqual([]);
  expect((await app.inject({ url: '/api/v1/quarantine' })).statusCode).toBe(401);
});
