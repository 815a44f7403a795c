import { beforeEach, expect, test } from 'vitest';
import { createSeal } from '#kernel/seal.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import { openPulls, type Scripted, stagePulls } from './testing-services.ts';

const halfHourS = 1800;
const londonAt = zoneOffsets('Europe/London');
/** As they write one, with London's offset of then. */
const written = (atS: number): string => {
  const offset = londonAt(atS);
  const text = new Date((atS + offset) * 1000).toISOString().slice(0, 19);
  return offset === 0 ? `${text}Z` : `${text}+01:00`;
};
/** What the meter used in the half-hour that begins here. */
const wattHoursOf = (atS: number): number => (atS / halfHourS) % 997;

/** Of what is known at `clock.s`: a day late, without what `isMissing`. */
const consumption =
  (isMissing: (atS: number) => boolean = () => false) =>
  (url: URL): Scripted => {
    const [from = 0, to = 0] = ['period_from', 'period_to'].map(
      (name) => Date.parse(url.searchParams.get(name) ?? '') / 1000,
    );
    const results = [];
    for (let at = Math.ceil(from / halfHourS) * halfHourS; at < to && at < clock.s - 86_400; at += halfHourS)
      if (!isMissing(at))
        results.push({
          consumption: wattHoursOf(at) / 1000,
          interval_start: written(at),
          interval_end: written(at + halfHourS),
        });
    return { body: { count: results.length, next: null, previous: null, results } };
  };

const start = Date.UTC(2026, 10, 22, 12) / 1000;
const on = stagePulls(start, (url) => consumption()(url), 'Europe/London');
const { clock } = on;
let meter: number;
beforeEach(async () => {
  meter = (await on.home.device('Whole home', '', 'electricity')).meterId;
});

const settings = { mpan: '1012345678901', serial: '21E1234567' };
const key = 'sk_live_secret_of_home';
const add = (body: Record<string, unknown> = {}) =>
  on.pulls.add(on.home, { kind: 'octopus', meter, key, settings, ...body });
const usage = async (): Promise<number> => {
  const [row] = await on.stage.seed.owner<{ used: number }[]>`
    select coalesce(sum(value), 0)::float8 as used from open_readings where meter_id = ${meter}`;
  return row?.used ?? 0;
};
const expected = (fromS: number, toS: number): number => {
  let sum = 0;
  for (let at = fromS; at < toS; at += halfHourS) sum += wattHoursOf(at);
  return sum;
};

test('two years of half-hours come exactly once, through the days of 23 and 25 hours', async () => {
  expect((await add()).statusCode).toBe(201);
  expect(await on.pulls.all()).toBe(13);
  const [since, last] = [Date.UTC(2024, 10, 21) / 1000, start - 86_400];
  expect(await usage()).toBe(expected(since, last));
  expect(await on.pulls.row(on.home)).toMatchObject({ is_filled: true, rejected: 0, pulled_to: new Date(last * 1000) });
  expect(on.service.asked[0]?.pathname).toBe(
    '/v1/electricity-meter-points/1012345678901/meters/21E1234567/consumption/',
  );

  // Set up anew with another key it goes on where it was; from an earlier day on it is asked for all of it again, and nothing counts twice.
  await on.stage.seed.owner`update pulls set pulled_to = since, is_filled = false`;
  clock.s += 86_400;
  await add();
  await on.pulls.all();
  expect(await usage()).toBe(expected(since, last + 86_400));
  expect(await on.pulls.row(on.home)).toMatchObject({ rejected: 0 });
});

test('a hole of the last days is waited for; an old one is not', async () => {
  const since = '2026-08-01';
  const old = Date.UTC(2026, 8, 1) / 1000;
  const recent = Date.UTC(2026, 10, 18) / 1000;
  const isIn = (begin: number) => (at: number) => at >= begin && at < begin + 86_400;
  on.service.answer = consumption((at) => isIn(old)(at) || isIn(recent)(at));
  await add({ since });
  await on.pulls.all();
  expect(await on.pulls.row(on.home)).toMatchObject({ is_filled: true, pulled_to: new Date(recent * 1000) });
  clock.s += 86_400;
  on.service.answer = consumption(isIn(old));
  await on.pulls.all();
  const last = start;
  expect(await on.pulls.row(on.home)).toMatchObject({ rejected: 0, pulled_to: new Date(last * 1000) });
  expect(await usage()).toBe(expected(Date.parse(since) / 1000, last) - expected(old, old + 86_400));
});

test('what differs from what was there is counted and said, and what was there stays', async () => {
  const since = '2026-11-01';
  const at = Date.UTC(2026, 10, 3) / 1000;
  await on.stage.ingest.record(
    [{ meterId: meter, tokenId: 0, reading: { at, value: 5000, spanS: halfHourS, source: 1 }, outcome: null }],
    { userId: on.home.userId },
  );
  await add({ since });
  await on.pulls.all();
  expect(await on.pulls.row(on.home)).toMatchObject({ is_filled: true, rejected: 1 });
  expect(await usage()).toBe(expected(Date.parse(since) / 1000, start - 86_400) - wattHoursOf(at) + 5000);
});

test('the key goes to them alone, and lies in the database sealed', async () => {
  const told: (string | undefined)[] = [];
  on.service.answer = (url, request) => {
    told.push(request.headers.authorization);
    return consumption()(url);
  };
  await add({ since: '2026-11-01' });
  await on.pulls.all();
  expect(told).toEqual([`Basic ${Buffer.from(`${key}:`).toString('base64')}`]);
  const row = await on.pulls.row(on.home);
  expect(JSON.stringify(row)).not.toContain(key);
  expect(Buffer.from(row?.sealed_key ?? '', 'base64').toString('latin1')).not.toContain(key);
  await expect(
    on.stage.database.asUser({ sub: on.home.userId }, (sql) => sql`select sealed_key from public.pulls`),
  ).rejects.toMatchObject({ code: '42501' });
});

test('a key that is refused, a meter that is not theirs, and a key that nobody can open any more', async () => {
  await add();
  const faultOf = async (answer: Scripted, by = on.pulls): Promise<string | null | undefined> => {
    on.service.answer = () => answer;
    await on.stage.seed.owner`update pulls set next_at = to_timestamp(${clock.s})`;
    await by.turn();
    return (await on.pulls.row(on.home))?.fault;
  };
  expect(await faultOf({ status: 401, body: { detail: 'Invalid API key.' } })).toBe('key-refused');
  expect(await faultOf({ status: 404, body: { detail: 'Not found.' } })).toBe('nothing-there');
  expect(await faultOf({ body: { results: [{ consumption: -1 }], next: null } })).toBe('not-understood');
  const elsewhere = openPulls(on.stage, clock, {
    baseOf: () => on.service.base,
    seal: createSeal('keys of pulls', 'another installation'),
  });
  on.service.asked.length = 0;
  expect(await faultOf(consumption()(new URL('http://x')), elsewhere)).toBe('key-lost');
  expect(on.service.asked).toEqual([]);
  expect((await on.pulls.row(on.home))?.next_at.getTime()).toBe((clock.s + 86_400) * 1000);
});

test('C1.1 it fills a meter of the household’s own, of a utility that it has', async () => {
  const other = await on.stage.seed.home();
  const theirs = await other.device('Whole home', '', 'electricity');
  const water = await on.home.device('Garden', '', 'water');
  expect((await add({ meter: theirs.meterId })).json()).toMatchObject({ code: 'forbidden' });
  expect((await add({ meter: water.meterId })).json()).toMatchObject({ code: 'forbidden' });
  expect((await add({ meter: undefined })).json()).toMatchObject({ code: 'body-malformed' });
  expect((await add({ settings: { ...settings, serial: '../../x' } })).json()).toMatchObject({
    code: 'body-malformed',
  });
  expect(await on.pulls.all()).toBe(0);
});

test('what is sent back fills a meter of what is sent back, and the roof’s is neither', async () => {
  const flowing = (flow: string) => on.stage.seed.owner`update meters set flow = ${flow} where id = ${meter}`;
  await flowing('produced');
  expect((await add()).json()).toMatchObject({ code: 'forbidden' });
  await flowing('returned');
  expect((await add()).statusCode).toBe(201);
  expect((await on.pulls.add(on.home, { kind: 'tibber', meter, key })).json()).toMatchObject({ code: 'forbidden' });
});

test('a meter that is removed takes its pull along', async () => {
  await add();
  await on.stage.seed.owner`delete from connected_devices where household_id = ${on.home.household}`;
  expect(await on.pulls.row(on.home)).toBeUndefined();
  expect(await on.pulls.turn()).toBe(0);
});
