import { describe, expect, test } from 'vitest';
import { addDays } from '#catalogue/local-day.ts';
import type { Intent } from '../intent.ts';
import { assistantTools } from '../topics.ts';
import { all, days, type FakeHome, fakeAsking, inEach, reply, steady, today, words, yesterday } from './testing-use.ts';

/** 30 days before today: 100, 101, … 129 Wh an hour, and today until noon 200. */
const hours = [
  ...Array.from({ length: 30 }, (_, i) => steady(addDays('2026-10-23', i), 'oven', 100 + i)).flat(),
  ...steady('2026-11-22', 'oven', 200, 12),
];
const power = { ...all, utility: 'electricity' } as const;
const usual = (rest: Partial<Intent<'usual'>> = {}): Intent => ({
  about: 'usual',
  part: power,
  period: null,
  amount: null,
  ...rest,
});
const ask = (rest: Parameters<typeof usual>[0] = {}, fake: FakeHome = {}) => words(usual(rest), { hours, ...fake });

describe('what is usual here', () => {
  test('the mean of whole days, and where half of them lay', async () => {
    expect(await inEach(usual(), { hours })).toEqual({
      en: 'Your home usually uses [2.75 kWh] of electricity a day. On half of the days it was between 2.57 kWh and 2.93 kWh. That is over 30 whole days with readings in the last 30 days.',
      es: 'Lo habitual en tu hogar son [2,75 kWh] de electricidad al día. La mitad de los días fueron entre 2,57 kWh y 2,93 kWh. Es la media de 30 días completos con lecturas en los últimos 30 días.',
      hi: 'आपके घर की बिजली की आम खपत रोज़ [2.75 kWh] है। आधे दिनों में यह 2.57 kWh और 2.93 kWh के बीच रही। यह पिछले 30 दिनों में रीडिंग वाले 30 पूरे दिनों का औसत है।',
    });
    const { text, results } = await reply(usual(), { hours });
    expect(text).toContain('(/analytics?period=custom&from=2026-10-23&to=2026-11-21&utility=electricity)');
    expect(results[0]?.series?.points).toHaveLength(30);
  });

  test('an amount a day beside it, with where it lies', async () => {
    expect(await ask({ amount: 15_000 })).toMatch(
      /^15\.0 kWh a day is 446% more than your usual 2\.75 kWh\. That is above the usual range\.\n\nYour home/,
    );
    expect(await ask({ amount: 2750 })).toContain('2.75 kWh a day is about your usual 2.75 kWh. That is within');
    expect(await ask({ amount: 1000 })).toContain('64% less than your usual 2.75 kWh. That is below');
  });

  test('a day, several days, and today by the same hours', async () => {
    expect(await ask({ period: yesterday })).toMatch(
      /^Yesterday \(21 November 2026\): \[3\.10 kWh\], 13% more than usual\. That is above the usual range\./,
    );
    expect(await ask({ period: days('2026-11-20', '2026-11-22') })).toContain('[3.08 kWh] a day, 12% more than usual.');
    expect(await ask({ period: today })).toContain(
      'Today (22 November 2026) so far: [2.40 kWh], 75% more than usual by this time of day (1.37 kWh).',
    );
  });

  test('a day that was measured in part is not set beside it', async () => {
    const part = hours.filter(({ at }) => at < '2026-11-21T05' || at > '2026-11-21T14');
    expect(await ask({ period: yesterday }, { hours: part })).toContain('No day of it was measured whole');
  });

  test('of few days no range; of none nothing is told as usual', async () => {
    expect(await ask({}, { hours: steady('2026-11-21', 'oven', 100) })).toBe(
      'Your home usually uses [2.40 kWh] of electricity a day. That is over 1 whole day with readings in the last 30 days.',
    );
    expect(await ask({ amount: 5000 }, { hours: steady('2026-11-22', 'oven', 100, 12) })).toBe(
      'There is no whole day with readings in the last 30 days, so what is usual is not known yet.',
    );
    expect(await ask({}, { home: { hasReadings: false } })).toContain('no readings yet');
  });

  test('a program is told the same', async () => {
    const told = await assistantTools
      .find(({ name }) => name === 'usual')
      ?.run(fakeAsking({ hours }), { device: 'Oven' });
    expect(told?.facts).toMatchObject({
      of: 'Oven',
      electricity: { a_day: { kWh: 2.748 }, whole_days: 30, half_of_days_to: { kWh: 2.928 } },
    });
  });
});
