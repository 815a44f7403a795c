import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#catalogue/local-day.ts';
import { spanOf } from './periods.ts';
import { all, days, inEach, reply, steady, usage, words } from './testing-use.ts';

/** Each hour of many days, as much as its place among them says. */
const course = (from: string, count: number, perHour: (day: number) => number) =>
  Array.from({ length: count }, (_, i) => steady(addDays(from, i), 'oven', perHour(i))).flat();
const power = { ...all, utility: 'electricity' } as const;

describe('by week and by month', () => {
  // From the first of September to today's noon.
  const fake = { hours: [...course('2026-09-01', 82, (i) => 100 + i), ...steady('2026-11-22', 'oven', 10, 12)] };
  const since = days('2026-09-01', '2026-11-22');

  test('each month with its figure, and that the last is not whole', async () => {
    const said = await inEach(usage('each-month', since, power), fake);
    expect(said.en).toMatch(
      /: September 2026 \[82\.4 kWh\], October 2026 \[108 kWh\],? and November 2026 \[86\.3 kWh\]\. In total, \[277 kWh\]\./,
    );
    expect(said.en).toContain('The first or the last month is not counted with all of its days.');
    expect(said.es).toContain('por mes: septiembre de 2026 [82,4 kWh], octubre de 2026 [108 kWh] y');
    expect(said.hi).toContain('महीने के हिसाब से: सितंबर 2026 [82.4 kWh]');
    const { text, results } = await reply(usage('each-month', since, power), fake);
    expect(text).toContain('(/analytics?period=month&at=2026-10-31&utility=electricity)');
    expect(results[0]?.series?.points.map(({ label }) => label)).toEqual([
      'September 2026',
      'October 2026',
      'November 2026',
    ]);
  });

  test('each week from Monday on; whole ones alone are told without a note', async () => {
    const two = days('2026-11-02', '2026-11-15');
    expect(await words(usage('each-week', two, power), fake)).toMatch(
      /electricity by week: week of 2 Nov \[27\.7 kWh\] and week of 9 Nov \[28\.9 kWh\]\. In total, \[56\.6 kWh\]\.$/,
    );
    const many = await words(usage('each-week', days('2026-08-01', '2026-11-15'), power), fake);
    expect(many).toContain('electricity by week: week of 31 Aug');
  });

  test('more than a year of months is told by its least and its most, and all are drawn', async () => {
    const long = { hours: course('2025-09-01', 440, () => 100) };
    const { text, results } = await reply(usage('each-month', days('2025-09-01', '2026-10-31'), power), long);
    expect(text).toMatch(/from \[67\.2\u00a0kWh\]\(.*\) \(February 2026\) to \[74\.4\u00a0kWh\]/);
    expect(results[0]?.series?.points).toHaveLength(14);
  });

  test('on average only whole ones count', async () => {
    expect(await words(usage('a-month', since, power), fake)).toContain(
      'your home: [95.2 kWh] of electricity a month on average.\n\nThat is over 2 whole months with readings.',
    );
    expect(await words(usage('a-week', days('2026-11-04', '2026-11-22'), power), fake)).toContain(
      '[28.9 kWh] of electricity a week on average.\n\nThat is over 1 whole week with readings.',
    );
    expect(await words(usage('a-week', days('2026-11-17', '2026-11-21'), power), fake)).toMatch(
      /^An average needs a whole week.*\n\n.* used \[/,
    );
  });

  test('a week that was measured for half of the time is not whole', async () => {
    const gap = fake.hours.filter(({ at }) => at < '2026-11-10' || at > '2026-11-14');
    expect(await words(usage('a-week', days('2026-11-02', '2026-11-15'), power), { hours: gap })).toContain(
      '[27.7 kWh] of electricity a week',
    );
  });

  test('days, weeks and months follow each other without a gap', () => {
    const aDay = fc.integer({ min: 0, max: 40_000 }).map((day) => addDays('1990-01-01', day));
    fc.assert(
      fc.property(aDay, fc.constantFrom('day', 'week', 'month'), (day, by) => {
        const span = spanOf(day, by);
        expect(span.from <= day && day < span.to).toBe(true);
        expect(spanOf(addDays(span.to, -1), by)).toEqual(span);
        expect(spanOf(span.to, by).from).toBe(span.to);
      }),
    );
  });
});
