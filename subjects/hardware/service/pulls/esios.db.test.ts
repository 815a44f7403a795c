import { expect, test } from 'vitest';
import { type Scripted, stagePulls } from './testing-services.ts';

const hourS = 3600;
const start = Date.UTC(2026, 10, 22, 12) / 1000;
/** The market went from hours to quarter-hours. */
const quartersFrom = Date.UTC(2025, 8, 30, 22) / 1000;
/** Tomorrow in Madrid is known at noon. */
const knownUntil = Date.UTC(2026, 10, 23, 23) / 1000;

const indicator = (url: URL): Scripted => {
  const [from = 0, to = 0] = ['start_date', 'end_date'].map(
    (name) => Date.parse(url.searchParams.get(name) ?? '') / 1000,
  );
  const values = [];
  const stepOf = (at: number) => (at < quartersFrom ? hourS : hourS / 4);
  for (let at = Math.ceil(from / hourS) * hourS; at <= to && at < knownUntil; at += stepOf(at))
    values.push({
      value: ((at / 900) % 300) / 2,
      datetime: new Date(at * 1000).toISOString().replace('.000Z', '.000+00:00'),
      datetime_utc: new Date(at * 1000).toISOString(),
      geo_id: 3,
      geo_name: 'España',
    });
  return { body: { indicator: { name: 'Precio mercado SPOT Diario', id: 600, values } } };
};

const on = stagePulls(start, indicator, 'Europe/Madrid');
const { clock } = on;

const add = (settings: Record<string, unknown> = { indicator: '600', place: '' }) =>
  on.pulls.add(on.home, { kind: 'esios', key: 'token', settings });
const kept = () =>
  on.stage.seed.owner<{ step_s: number; count: number; first: Date; last: Date }[]>`
    select step_s, count(*)::int as count, min(starts_at) as first, max(starts_at) as last from price_points
    where household_id = ${on.home.household} and series = 'esios-600-espana' group by 1 order by 1 desc`;

test('two years of prices come, hours as hours and quarter-hours as quarter-hours, and those of tomorrow', async () => {
  expect((await add()).statusCode).toBe(201);
  await on.pulls.all();
  const since = Date.UTC(2024, 10, 21) / 1000;
  expect(await kept()).toEqual([
    {
      step_s: hourS,
      count: (quartersFrom - since) / hourS,
      first: new Date(since * 1000),
      last: new Date((quartersFrom - hourS) * 1000),
    },
    {
      step_s: 900,
      count: (knownUntil - quartersFrom) / 900,
      first: new Date(quartersFrom * 1000),
      last: new Date((knownUntil - 900) * 1000),
    },
  ]);
  expect(await on.pulls.row(on.home)).toMatchObject({
    is_filled: true,
    fault: null,
    pulled_to: new Date(knownUntil * 1000),
  });
  expect(on.service.asked[0]?.searchParams.get('geo_ids[]')).toBe('3');
  // Nothing new is no fault, and nothing is made anew.
  clock.s += 3 * hourS;
  expect(await on.pulls.all()).toBe(1);
  expect(await on.pulls.row(on.home)).toMatchObject({ fault: null, pulled_to: new Date(knownUntil * 1000) });
});

test('a token that is refused, and a price that is none, are said and keep nothing', async () => {
  await add();
  on.service.answer = () => ({ status: 403, body: 'HTTP Token: Access denied.' });
  await on.pulls.turn();
  expect(await on.pulls.row(on.home)).toMatchObject({ fault: 'key-refused' });
  on.service.answer = (url) => {
    const { body } = indicator(url) as { body: { indicator: { values: { value: unknown }[] } } };
    for (const one of body.indicator.values.slice(5, 6)) one.value = 'n/a';
    return { body };
  };
  clock.s += 86_400;
  await on.pulls.turn();
  expect(await on.pulls.row(on.home)).toMatchObject({ fault: 'not-understood' });
  expect(await kept()).toEqual([]);
});
