import { beforeEach, expect, test } from 'vitest';
import { type Scripted, stagePulls } from './testing-services.ts';

const hourS = 3600;
const start = Date.UTC(2026, 10, 22, 12) / 1000;
const [one, other] = ['96a14971-525a-4420-aae9-e5aedaa129ff', 'c70dcbe5-4485-4821-933d-a8a86452737b'];

interface Asked {
  readonly variables: { readonly first: number; readonly after: string };
}

/** Two homes; the first uses 1 Wh more each hour. Hours of today are not known yet. */
const homes = (_url: URL, _request: unknown, body: string): Scripted => {
  const { first, after } = (JSON.parse(body) as Asked).variables;
  const from = Date.parse(Buffer.from(after, 'base64').toString()) / 1000 + hourS;
  const nodes = Array.from({ length: first }, (_, i) => from + i * hourS)
    .filter((at) => at < clock.s)
    .map((at) => ({
      from: new Date(at * 1000).toISOString(),
      to: new Date((at + hourS) * 1000).toISOString(),
      consumption: at >= clock.s - 12 * hourS ? null : ((at / hourS) % 1000) / 1000,
      consumptionUnit: 'kWh',
    }));
  return {
    body: {
      data: {
        viewer: {
          homes: [
            { id: one, consumption: { nodes } },
            { id: other, consumption: null },
          ],
        },
      },
    },
  };
};

const on = stagePulls(start, homes, 'Europe/Oslo');
const { clock } = on;
let meter: number;
beforeEach(async () => {
  meter = (await on.home.device('Whole home', '', 'electricity')).meterId;
});

const add = (settings: Record<string, unknown> = { home: '' }) =>
  on.pulls.add(on.home, { kind: 'tibber', meter, key: 'token', settings });
const kept = async () => {
  const [row] = await on.stage.seed.owner<{ used: number; count: number }[]>`
    select coalesce(sum(value), 0)::float8 as used, count(*)::int as count from open_readings where meter_id = ${meter}`;
  return row;
};

test('two years of hours come exactly once, and what is not known yet is asked for again', async () => {
  expect((await add()).statusCode).toBe(201);
  await on.pulls.all();
  const [since, last] = [Date.UTC(2024, 10, 21) / 1000, start - 12 * hourS];
  const expected = (until: number) => {
    let used = 0;
    for (let at = since; at < until; at += hourS) used += (at / hourS) % 1000;
    return { used, count: (until - since) / hourS };
  };
  expect(await kept()).toEqual(expected(last));
  expect(await on.pulls.row(on.home)).toMatchObject({ is_filled: true, pulled_to: new Date(last * 1000) });
  clock.s += 6 * hourS;
  expect(await on.pulls.all()).toBe(1);
  expect(await kept()).toEqual(expected(last + 6 * hourS));
});

test('of several homes the one that is named; one that is not theirs, a token that is refused, and other errors are said', async () => {
  await add({ home: other });
  await on.pulls.all();
  expect(await kept()).toEqual({ used: 0, count: 0 });
  expect(await on.pulls.row(on.home)).toMatchObject({ fault: null, is_filled: true });
  const faultOf = async (answer: Scripted) => {
    on.service.answer = () => answer;
    await on.stage.seed.owner`update pulls set next_at = to_timestamp(${clock.s})`;
    await on.pulls.turn();
    return (await on.pulls.row(on.home))?.fault;
  };
  expect(await faultOf({ body: { data: { viewer: { homes: [] } } } })).toBe('nothing-there');
  const refused = { message: 'No valid access token in request', extensions: { code: 'UNAUTHENTICATED' } };
  expect(await faultOf({ body: { errors: [refused], data: null } })).toBe('key-refused');
  expect(await faultOf({ body: { errors: [{ message: 'Oops' }] } })).toBe('not-understood');
  expect((await add({ home: 'the second' })).json()).toMatchObject({ code: 'body-malformed' });
});
