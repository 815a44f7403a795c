import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#catalogue/local-day.ts';
import type { AskedPart, AskedPeriod, Intent } from '../intent.ts';
import { assistantTools } from '../topics.ts';
import { all, days, type FakeHome, fakeAsking, inEach, reply, steady, today, words, yesterday } from './testing-use.ts';

const hours = [
  ...steady('2026-11-20', 'oven', 100),
  ...steady('2026-11-21', 'main', 10),
  ...steady('2026-11-21', 'oven', 100),
  { at: '2026-11-21T18:00:00Z', device: 'oven', used: 2200 },
  { at: '2026-11-20T07:00:00Z', device: 'oven', used: 1500, estimated: 800 },
  ...steady('2026-11-21', 'tap', 6000),
  // The hour that runs does not count.
  ...steady('2026-11-22', 'oven', 50, 12),
  { at: '2026-11-22T12:00:00Z', device: 'oven', used: 9000 },
];
const peak = (period: AskedPeriod = yesterday, part: AskedPart = all): Intent => ({ about: 'peak', part, period });
const ask = (period?: AskedPeriod, part?: AskedPart, fake: FakeHome = {}) =>
  words(peak(period, part), { hours, ...fake });

describe('how much power at most', () => {
  test('the hour, its mean, and that it is one', async () => {
    expect(await inEach(peak(), { hours })).toEqual({
      en: 'Yesterday (21 November 2026), your home used the most electricity between 18:00 and 19:00: [2.31 kW], the mean of that hour (2.31 kWh).\n\n_This is the mean of an hour; for some minutes it may have been more._',
      es: 'Ayer (21 de noviembre de 2026), tu hogar: el máximo de electricidad fue entre las 18:00 y las 19:00, con [2,31 kW] de media en esa hora (2,31 kWh).\n\n_Es la media de una hora; durante unos minutos pudo ser más._',
      hi: 'कल (21 नवंबर 2026), आपके घर की बिजली की सबसे ज़्यादा खपत 18:00 से 19:00 के बीच रही, [2.31 kW], उस घंटे का औसत (2.31 kWh)।\n\n_यह एक घंटे का औसत है; कुछ मिनटों के लिए यह इससे ज़्यादा भी रहा हो सकता है।_',
    });
    const { text, results } = await reply(peak(), { hours });
    expect(text).toContain('(/analytics?period=day&at=2026-11-21&utility=electricity)');
    expect(results[0]?.series?.points).toHaveLength(24);
  });

  test('of several days with its day; what is estimated is told; today only whole hours', async () => {
    expect(await ask(days('2026-11-20', '2026-11-21'))).toContain('on Saturday 21 Nov between 18:00 and 19:00');
    expect(await ask(days('2026-11-20', '2026-11-20'))).toContain('50% of the electricity is estimated');
    expect(await ask(today)).toContain('[50 W], the mean of that hour');
  });

  test('of a room, a meter with others behind it, water, and some hours', async () => {
    expect(await ask(yesterday, { ...all, device: 'main' })).toContain(
      'Main meter used the most electricity between 18:00',
    );
    expect(await ask(yesterday, { ...all, device: 'main' })).toContain('[2.31 kW]');
    expect(await ask(yesterday, { ...all, utility: 'water' })).toContain('[6.0 L/h], the mean of that hour (6.00 L)');
    const morning = { ...yesterday, hours: { from: 6, to: 12 } };
    expect(await ask(morning)).toContain('[110 W], the mean of that hour');
    expect(await ask(days('2026-09-01', '2026-09-02'))).toContain('Nothing was measured');
  });

  test('whatever was used: no hour had more, and it is one of the hours', async () => {
    const aDay = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 24, maxLength: 24 });
    await fc.assert(
      fc.asyncProperty(fc.array(aDay, { minLength: 1, maxLength: 4 }), async (uses) => {
        const own = uses.flatMap((day, i) =>
          day.map((used, hour) => ({
            at: `${addDays('2026-11-10', i)}T${String(hour).padStart(2, '0')}:00:00Z`,
            device: 'oven',
            used,
          })),
        );
        const last = addDays('2026-11-10', uses.length - 1);
        const tool = assistantTools.find(({ name }) => name === 'peak');
        const told = await tool?.run(fakeAsking({ hours: own }), { from: '2026-11-10', until: last });
        const found = told?.facts['electricity'] as { day: string; from: string; mean_of_that_hour: { W: number } };
        expect(found.mean_of_that_hour.W).toBe(Math.max(...uses.flat()));
        expect(own.find(({ at }) => at.startsWith(`${found.day}T${found.from}`))?.used).toBe(found.mean_of_that_hour.W);
      }),
      { numRuns: 30 },
    );
  });
});
