import { describe, expect, test } from 'vitest';
import type { AskedPart, Intent } from '../intent.ts';
import { understand } from '../understand/index.ts';
import { home } from '../understand/testing-home.ts';
import { all, days, inEach, reply, steady, words } from './testing-use.ts';

// 16 November 2026 is a Monday.
const week = ['16', '17', '18', '19', '20', '21'].flatMap((day) => [
  ...steady(`2026-11-${day}`, 'main', 0),
  ...steady(`2026-11-${day}`, 'oven', day === '21' ? 150 : 100),
  ...steady(`2026-11-${day}`, 'tap', 500),
]);
const rhythm = (of: 'week' | 'day', period = days('2026-11-16', '2026-11-21'), part: AskedPart = all): Intent => ({
  about: 'rhythm',
  of,
  part,
  period,
});

describe('weekdays beside weekends, days beside nights', () => {
  test('a weekday beside a day of the weekend', async () => {
    expect(await inEach(rhythm('week'), { hours: week })).toMatchInlineSnapshot(`
      {
        "en": "16 – 21 November 2026, your home took [2.40 kWh] of electricity on a weekday and [3.60 kWh] on a day of the weekend: 50% more at weekends. Your home took as much water on a weekday ([12 L]) as on a day of the weekend ([12 L]).

      _Each is the mean of a day, over those with readings._",
        "es": "Del 16 al 21 de noviembre de 2026, tu hogar: [2,40 kWh] de electricidad en un día laborable y [3,60 kWh] en uno de fin de semana, un 50 % más. Tu hogar: tanto de agua en un día laborable ([12 L]) como en uno de fin de semana ([12 L]).

      _Cada cifra es la media de un día, de los que tienen lecturas._",
        "hi": "16–21 नवंबर 2026, आपके घर की बिजली की खपत हफ़्ते के दिन [2.40 kWh] और सप्ताहांत के दिन [3.60 kWh] रही: सप्ताहांत में 50% ज़्यादा। आपके घर की पानी की खपत हफ़्ते के दिन ([12 L]) और सप्ताहांत के दिन ([12 L]) लगभग बराबर रही।

      _हर आँकड़ा एक दिन का औसत है, उन दिनों का जिनकी रीडिंग है।_",
      }
    `);
  });

  test('by day and at night, in each day that is read: both add up to a day', async () => {
    expect(await words(rhythm('day'), { hours: week })).toMatchInlineSnapshot(`
      "16 – 21 November 2026, your home took [1.62 kWh] of electricity by day (07:00 to 22:00) and [0.98 kWh] at night: 38% of it at night. Your home took [7.50 L] of water by day (07:00 to 22:00) and [4.50 L] at night: 38% of it at night.

      _Each is the mean of a day, over those with readings._"
    `);
  });

  test('of a device, and of days that have no weekend: that it takes both', async () => {
    const oven: AskedPart = { utility: null, room: null, device: 'oven' };
    const { text, results } = await reply(rhythm('week', days('2026-11-17', '2026-11-18'), oven), { hours: week });
    expect(text).toContain('a whole weekday and a whole day of a weekend');
    expect(results).toHaveLength(1);
  });
});

describe('it is understood, and what is near to it stays what it was', () => {
  test.each([
    ['en', 'do we use more at weekends or on weekdays', 'week'],
    ['en', 'is our use higher during the week or at the weekend', 'week'],
    ['en', 'day vs night usage in the kitchen last month', 'day'],
    ['es', '¿gastamos más de día o de noche?', 'day'],
    ['es', 'cuánta luz usamos los fines de semana frente a los laborables', 'week'],
    ['hi', 'हम दिन में ज़्यादा बिजली खर्च करते हैं या रात में', 'day'],
    ['hi', 'weekend par zyada bijli lagti hai ya weekday par', 'week'],
  ] as const)('%s: %s', (language, text, of) => {
    const { intent, caveats } = understand(text, language, home);
    expect(intent).toMatchObject({ about: 'rhythm', of });
    expect(caveats).toEqual([]);
  });

  test.each([
    ['compare this weekend with last weekend', 'compare'],
    ['what do we use all day and night', 'usage'],
    ['how much did we use at the weekend', 'usage'],
    ['is electricity cheaper by day or at night', 'tariff'],
  ])('%s', (text, about) => {
    expect(understand(text, 'en', home).intent.about).toBe(about);
  });
});
