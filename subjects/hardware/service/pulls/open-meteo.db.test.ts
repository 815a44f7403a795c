import { beforeEach, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { daysOf, addDays } from '#catalogue/local-day.ts';
import { type Scripted, stagePulls } from './testing-services.ts';

/** Warmer by a tenth each day of the year; the last two days before `today` are not reckoned yet, as their archive has it. */
const archive =
  (today: string, warmer = 0) =>
  (url: URL): Scripted => {
    const [from = '', to = ''] = ['start_date', 'end_date'].map((name) => url.searchParams.get(name) ?? undefined);
    const days = daysOf(from, addDays(to, 1));
    return {
      body: {
        latitude: 48.8,
        longitude: 2.3,
        timezone: url.searchParams.get('timezone'),
        daily_units: { time: 'iso8601', temperature_2m_mean: '°C' },
        daily: {
          time: days,
          temperature_2m_mean: days.map((day) =>
            day >= addDays(today, -2) ? null : Number((warmer + Date.parse(day) / 86_400_000 / 1000).toFixed(1)),
          ),
        },
      },
    };
  };

const on = stagePulls(Date.UTC(2026, 10, 22, 12) / 1000, archive('2026-11-22'), 'Europe/Paris');
const { clock } = on;
beforeEach(async () => {
  await on.stage.seed.owner`update households set latitude = 48.86, longitude = 2.35 where id = ${on.home.household}`;
});

const add = (body: Record<string, unknown> = {}, by: Pick<SeededHome, 'userId'> = on.home) =>
  on.pulls.add(on.home, { kind: 'open-meteo', ...body }, by);
const kept = async () => {
  const [row] = await on.stage.seed.owner<{ days: number; from: string; to: string }[]>`
    select count(*)::int as days, min(day)::text as from, max(day)::text as to from outdoor_temperatures
    where household_id = ${on.home.household}`;
  return row;
};

test('nobody is asked before it is set up; then two years come in few answers, and after that what is new', async () => {
  expect(await on.pulls.all()).toBe(0);
  expect(on.service.asked).toEqual([]);

  expect((await add()).statusCode).toBe(201);
  expect(await on.pulls.all()).toBe(3);
  expect(await kept()).toEqual({ days: 736, from: '2024-11-14', to: '2026-11-19' });
  expect(await on.pulls.row(on.home)).toMatchObject({
    is_filled: true,
    fault: null,
    pulled_to: new Date('2026-11-20T00:00:00Z'),
  });
  expect(on.service.asked[0]?.searchParams.get('timezone')).toBe('Europe/Paris');

  clock.s += 86_400;
  on.service.answer = archive('2026-11-23', 1);
  expect(await on.pulls.all()).toBe(1);
  expect(await kept()).toMatchObject({ to: '2026-11-20', days: 737 });
  // The last days are improved, older ones stay as they were told.
  const rows = await on.stage.seed.owner<{ tenths: number }[]>`select tenths from outdoor_temperatures
    where household_id = ${on.home.household} and day in ('2026-11-12', '2026-11-13') order by day`;
  expect(rows.map(({ tenths }) => tenths)).toEqual([208, 218]);
});

test('they are told where the home is to ten kilometres, and nothing else of it', async () => {
  await add();
  await on.pulls.turn();
  expect([...(on.service.asked[0]?.searchParams.keys() ?? [])]).toEqual([
    'latitude',
    'longitude',
    'start_date',
    'end_date',
    'daily',
    'timezone',
  ]);
  expect(on.service.asked[0]?.searchParams.get('latitude')).toBe('48.9');
});

test('what goes wrong is a fault, asked again later and later; the next answer ends it', async () => {
  await add();
  const faults: [Scripted, string][] = [
    [{ status: 503, body: 'down' }, 'unreachable'],
    [{ body: '<html>' }, 'not-understood'],
    [{ body: { daily: { time: ['2026-01-01'], temperature_2m_mean: [300] } } }, 'not-understood'],
    [{ status: 400, body: { error: true, reason: 'Parameter out of range' } }, 'not-understood'],
    [{ status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }, 'not-understood'],
    [{ status: 429, headers: { 'retry-after': '7200' }, body: '' }, 'busy'],
  ];
  const pauses: number[] = [];
  for (const [answer, fault] of faults) {
    on.service.answer = () => answer;
    expect(await on.pulls.turn()).toBe(1);
    const row = await on.pulls.row(on.home);
    expect(row).toMatchObject({ fault });
    pauses.push((row?.next_at.getTime() ?? 0) / 1000 - clock.s);
    expect(await on.pulls.turn()).toBe(0);
    clock.s += pauses.at(-1) ?? 0;
  }
  expect(pauses).toEqual([300, 600, 1200, 2400, 4800, 9600]);
  expect(await kept()).toMatchObject({ days: 0 });
  on.service.answer = archive('2026-11-22');
  await on.pulls.all();
  expect(await on.pulls.row(on.home)).toMatchObject({ fault: null, failures: 0, is_filled: true });
});

test('a home that has not said where it is is told so, and nobody is asked', async () => {
  await on.stage.seed.owner`update households set latitude = null, longitude = null where id = ${on.home.household}`;
  await add();
  await on.pulls.all();
  expect(await on.pulls.row(on.home)).toMatchObject({ fault: 'place-missing' });
  expect(on.service.asked).toEqual([]);
});

test('who is away asks nobody: a service that does not answer is unreachable', async () => {
  await add();
  const { base } = on.service;
  on.service.base = 'http://127.0.0.1:9';
  await on.pulls.turn();
  on.service.base = base;
  expect(await on.pulls.row(on.home)).toMatchObject({ fault: 'unreachable' });
});

test('of two workers one asks; what was stopped or removed meanwhile is not kept', async () => {
  await add();
  on.service.answer = async () => {
    expect(await on.pulls.turn()).toBe(0);
    return { status: 500, body: '' };
  };
  expect(await on.pulls.turn()).toBe(1);
  for (const meanwhile of ['update pulls set is_paused = true', 'delete from pulls']) {
    on.service.answer = async (url) => {
      await on.stage.seed.owner.unsafe(meanwhile);
      return archive('2026-11-22')(url);
    };
    await on.stage.seed.owner`update pulls set is_paused = false, next_at = to_timestamp(${clock.s})`;
    await on.pulls.turn();
    expect(await kept()).toMatchObject({ days: 0 });
    expect(await on.pulls.turn()).toBe(0);
  }
});

test('who dies while they ask leaves it to be asked again', async () => {
  await add();
  await on.stage.sql`select from private.claim_pulls(${new Date(clock.s * 1000).toISOString()}, 4)`;
  expect(await on.pulls.turn()).toBe(0);
  clock.s += 600;
  expect(await on.pulls.all()).toBe(3);
  expect(await kept()).toMatchObject({ days: 736 });
});

test('C6.1 it is set up by who may write in a home of their own, with what it needs and nothing more', async () => {
  const [viewer, stranger] = [await on.stage.seed.home(), await on.stage.seed.home()];
  await on.stage.seed.owner`insert into household_members (household_id, user_id, role)
    values (${on.home.household}, ${viewer.userId}, 'viewer')`;
  for (const person of [viewer, stranger]) expect((await add({}, person)).json()).toMatchObject({ code: 'forbidden' });
  expect((await add({ kind: 'of-nobody' })).json()).toMatchObject({ code: 'not-found' });
  expect((await add({ key: 'sk_1' })).json()).toMatchObject({ code: 'body-malformed' });
  expect((await add({ meter: 1 })).json()).toMatchObject({ code: 'body-malformed' });
  expect((await add({ settings: { base: 'http://127.0.0.1/' } })).json()).toMatchObject({ code: 'body-malformed' });
  await on.stage.seed.owner`update households set kind = 'guest' where id = ${on.home.household}`;
  expect((await add()).json()).toMatchObject({ code: 'forbidden' });
  expect(await on.pulls.all()).toBe(0);
});

test('whoever set it up may write here no more: nothing is kept, and it is said', async () => {
  const member = await on.stage.seed.home();
  await on.stage.seed.owner`insert into household_members (household_id, user_id, role)
    values (${on.home.household}, ${member.userId}, 'member')`;
  await add({}, member);
  await on.stage.seed
    .owner`delete from household_members where household_id = ${on.home.household} and user_id = ${member.userId}`;
  await on.pulls.turn();
  expect(await on.pulls.row(on.home)).toMatchObject({ fault: 'no-right' });
  expect(await kept()).toMatchObject({ days: 0 });
  expect((await add()).statusCode).toBe(201);
  await on.pulls.all();
  expect(await on.pulls.row(on.home)).toMatchObject({ fault: null, is_filled: true });
});
