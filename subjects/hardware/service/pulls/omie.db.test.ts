import { expect, test } from 'vitest';
import { addDays, daysOf } from '#catalogue/local-day.ts';
import { pricesOf, type Scripted, stagePulls } from './testing-services.ts';

const start = Date.UTC(2026, 10, 22, 14) / 1000;
const quartersFrom = '2025-10-01';
/** Days of the clock's change in Spain. */
const hoursOf = (day: string): number =>
  ['2024-03-31', '2025-03-30', '2026-03-29'].includes(day)
    ? 23
    : ['2024-10-27', '2025-10-26', '2026-10-25'].includes(day)
      ? 25
      : 24;
const periodsOf = (day: string): number => hoursOf(day) * (day < quartersFrom ? 1 : 4);
const spanish = (day: string, i: number): number => ((Date.parse(day) / 86_400_000 + i) % 150) - 5;

const file = (day: string): string => {
  const date = day.replaceAll('-', ';');
  const rows = Array.from(
    { length: periodsOf(day) },
    (_, i) => `${date};${i + 1};${spanish(day, i) + 1.25};${spanish(day, i)};`,
  );
  return ['MARGINALPDBC;', ...rows, '*', ''].join('\r\n');
};
const missing: Scripted = { status: 404, body: 'Not found' };
const dayOf = (url: URL): string =>
  (/^marginalpdbc_(\d{4})(\d{2})(\d{2})\.1$/.exec(url.searchParams.get('filename') ?? '') ?? []).slice(1).join('-');
const known =
  (until: string) =>
  (url: URL): Scripted =>
    dayOf(url) < until ? { body: file(dayOf(url)) } : missing;

const on = stagePulls(start, known('2026-11-24'), 'Atlantic/Canary', { answerMs: 500 });
const { clock } = on;
const add = (body: Record<string, unknown> = {}, place = 'ES') =>
  on.pulls.add(on.home, { kind: 'omie', settings: { place }, ...body });
const sumOf = (days: readonly string[], more: number): number =>
  days.reduce(
    (sum, day) =>
      sum + Array.from({ length: periodsOf(day) }, (_, i) => spanish(day, i) + more).reduce((a, b) => a + b, 0),
    0,
  );

test('prices come day by day by the clock of Madrid, through its 23 and 25 hours and from hours to quarter-hours', async () => {
  expect((await add({ since: '2025-09-20' }, 'PT')).statusCode).toBe(201);
  await on.pulls.all();
  const kept = await pricesOf(on, 'omie-pt');
  const days = daysOf('2025-09-20', '2026-11-24');
  // The first day begins in Madrid two hours before it does in UTC, which is when one asked from.
  const before = spanish('2025-09-20', 0) + spanish('2025-09-20', 1) + 2.5;
  expect(Math.round(kept.reduce((sum, { price }) => sum + Number(price) * 1000, 0) * 100) / 100).toBe(
    sumOf(days, 1.25) - before,
  );
  expect(kept[0]).toMatchObject({ step_s: 3600, starts_at: new Date('2025-09-20T00:00:00Z') });
  expect(kept.find(({ step_s: stepS }) => stepS === 900)?.starts_at).toEqual(new Date('2025-09-30T22:00:00Z'));
  expect(await on.pulls.row(on.home)).toMatchObject({
    is_filled: true,
    fault: null,
    pulled_to: new Date('2026-11-23T23:00:00Z'),
  });
  expect(on.service.asked[0]?.pathname).toBe('/es/file-download');
  expect(on.service.asked[0]?.searchParams.get('parents')).toBe('marginalpdbc');
  on.service.asked.length = 0;
  clock.s += 3 * 3600;
  expect(await on.pulls.all()).toBe(1);
  expect(on.service.asked).toHaveLength(0);
  clock.s += 86_400;
  on.service.answer = known('2026-11-25');
  await on.pulls.all();
  expect(await on.pulls.row(on.home)).toMatchObject({ pulled_to: new Date('2026-11-24T23:00:00Z') });
});

test('old days that they do not have any more are passed over; yesterday’s is not', async () => {
  on.service.answer = (url) => (dayOf(url) < '2026-11-01' ? missing : known('2026-11-24')(url));
  await add({ since: '2026-09-01' });
  await on.pulls.all();
  expect(await on.pulls.row(on.home)).toMatchObject({ is_filled: true, fault: null });
  expect((await pricesOf(on, 'omie-es'))[0]?.starts_at).toEqual(new Date('2026-10-31T23:00:00Z'));
  on.service.answer = () => missing;
  await on.stage.seed.owner`update pulls set pulled_to = '2026-11-21T23:00Z', next_at = to_timestamp(${clock.s})`;
  await on.pulls.turn();
  expect(await on.pulls.row(on.home)).toMatchObject({ fault: 'nothing-there' });
});

test('half a day, another day, a page instead of a file and a line that breaks off keep nothing; tomorrow’s may be late', async () => {
  await add({ since: '2026-11-22' });
  const of = async (answered: (url: URL) => Scripted | Promise<Scripted>) => {
    on.service.answer = answered;
    await on.stage.seed.owner`update pulls set next_at = to_timestamp(${clock.s})`;
    await on.pulls.turn();
    return (await on.pulls.row(on.home))?.fault;
  };
  const whole = (url: URL) => file(dayOf(url));
  expect(await of((url) => ({ body: whole(url).split('\r\n').slice(0, 60).join('\r\n') }))).toBe('not-understood');
  expect(await of((url) => ({ body: file(addDays(dayOf(url), 1)) }))).toBe('not-understood');
  expect(await of(() => ({ body: '<html>' }))).toBe('not-understood');
  expect(await of((url) => ({ body: whole(url).replace(/;9;[^;]*;/, ';9;1;x') }))).toBe('not-understood');
  expect(await of((url) => ({ body: whole(url), isCut: true }))).toBe('unreachable');
  expect(await of(() => ({ status: 429, headers: { 'retry-after': '60' }, body: '' }))).toBe('busy');
  expect(await of(() => ({ status: 302, headers: { location: '/' }, body: '' }))).toBe('not-understood');
  expect(await pricesOf(on, 'omie-es')).toEqual([]);
  expect(await of((url) => ({ body: dayOf(url) === '2026-11-23' ? '<html>Not yet</html>' : whole(url) }))).toBeNull();
  expect(await on.pulls.row(on.home)).toMatchObject({ is_filled: true, pulled_to: new Date('2026-11-22T23:00:00Z') });
});
