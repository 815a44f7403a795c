/** What is said of costs in a period, and what is said to be left out of them. */
import { describe, expect, test } from 'vitest';
import type { Language } from '#catalogue/index.ts';
import type { AskedPart, AskedPeriod } from '../intent.ts';
import { replyToIntent } from '../topics.ts';
import type { CostsIntent } from './costs.ts';
import { heater, periodCosts } from './testing-money-facts.ts';
import { asks } from './testing-money.ts';

const all: AskedPart = { utility: null, room: null, device: null };
const week: AskedPeriod = { from: '2026-11-02', to: '2026-11-09', name: null, isAssumed: false };
const lastMonth: AskedPeriod = { from: '2026-10-01', to: '2026-11-01', name: 'last-month', isAssumed: false };
const today: AskedPeriod = { from: '2026-11-16', to: '2026-11-17', name: 'today', isAssumed: false };

type Sources = NonNullable<NonNullable<Parameters<typeof asks>[0]>['sources']>;

const answer = (question: Omit<CostsIntent, 'about'>, language: Language = 'en', sources: Sources = {}) =>
  replyToIntent(asks({ language, sources }), { about: 'costs', ...question });

const textOf = async (...given: Parameters<typeof answer>): Promise<string> =>
  (await answer(...given)).text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ').replaceAll('\u2009', ' ');

const [electricity, water] = periodCosts.utilities;
const withElectricity = (given: object, rest: object = {}): Sources => ({
  periodCosts: async () => ({
    ...periodCosts,
    ...rest,
    utilities: electricity && water ? [{ ...electricity, ...given }, water] : [],
  }),
});

describe('C9.2 what the use of a period cost', () => {
  test('a device, a room, the home and a utility', async () => {
    const only = { ask: 'total', period: week } as const;
    expect(await textOf({ ...only, part: { ...all, device: heater } })).toBe(
      'Water \\*heater\\*, 2 – 8 November 2026: [€5.20](/analytics?period=custom&from=2026-11-02&to=2026-11-08&by=device&utility=electricity&room=bathroom), for 21.0 kWh.\n\n' +
        '_That is what the use cost at the prices of its billing cycle; fixed charges are not in it._',
    );
    expect(await textOf({ ...only, part: { ...all, room: 'bathroom' } })).toContain(
      'Bathroom, 2 – 8 November 2026: [€8.20]',
    );
    const home = await textOf({ ...only, part: all });
    expect(home).toContain('Your home, 2 – 8 November 2026: [€15.30]');
    expect(home).toContain('Electricity is [€12.30]');
    expect(home).toContain('water [€3.00]');
    expect(await textOf({ ...only, part: { ...all, utility: 'electricity' } })).toMatch(
      /^Electricity, 2 – 8 November 2026: \[€12\.30\]\(.*utility=electricity\), for 51\.0 kWh\./,
    );
  });

  test('in words of the reader, and open while it is not over', async () => {
    const part = { ...all, device: heater };
    expect(await textOf({ ask: 'total', part, period: today })).toContain('today (16 November 2026) so far: [€5.20]');
    expect(await textOf({ ask: 'total', part, period: lastMonth }, 'es')).toContain(
      'el mes pasado (1 al 31 de octubre de 2026): [5,20 €]',
    );
    expect(await textOf({ ask: 'total', part, period: lastMonth }, 'es')).toContain('sin los términos fijos');
    expect(await textOf({ ask: 'total', part, period: lastMonth }, 'hi')).toContain('पिछले महीने (');
    expect(await textOf({ ask: 'total', part, period: lastMonth }, 'hi')).toContain('स्थायी शुल्क इसमें नहीं हैं');
  });

  test('rooms and devices as tables, the dearest that has a name first in words', async () => {
    const { text, results } = await answer({ ask: 'most-device', part: all, period: lastMonth });
    expect(text).toMatch(/^Last month \(.*\), this cost most: Water \\\*heater\\\*, \[€5\.20\]/);
    expect(text).toContain('Rest of Mains, which no other meter saw: [€7.10]');
    expect(text).not.toContain('Fixed charges of');
    const [result] = results;
    expect(result?.link).toBe('/analytics?period=month&at=2026-10-31&by=device');
    expect(result?.table?.rows.map(([name, cost]) => [name, cost])).toEqual([
      ['Rest of Mains', '€7.10'],
      ['Water *heater*', '€5.20'],
      ['Water *heater*', '€3.00'],
    ]);
    const rooms = await answer({ ask: 'rooms', part: all, period: lastMonth });
    expect(rooms.results[0]?.table?.rows).toEqual([
      ['Bathroom', '€8.20'],
      ['Rest of the home', '€7.10'],
    ]);
  });

  test('what is always on is of the open cycle, whatever time is named', async () => {
    const text = await textOf({ ask: 'always-on', part: all, period: lastMonth });
    expect(text).toContain('[€34.32](/billing#costs) a month');
    expect(text).toContain('of the open billing cycle only');
  });
});

describe('what is not in it is said', () => {
  const asked = { ask: 'total', part: all, period: week } as const;

  test('days without a price, prices that are missing, a utility without a tariff, prices of several cycles', async () => {
    expect(await textOf(asked, 'en', withElectricity({ unpricedDays: 2 }))).toContain(
      '2 days have no price and are not counted.',
    );
    expect(await textOf(asked, 'en', withElectricity({ missing: ['pool'] }))).toContain('prices of “pool” are missing');
    const noTariff = await textOf(asked, 'en', withElectricity({ cost: '0.00', pricedDays: 0, unpricedDays: 7 }));
    expect(noTariff).toContain('Your home, 2 – 8 November 2026: [€3.00]');
    expect(noTariff).toContain('Electricity had no tariff then, and is not in it.');
    const { cycles } = periodCosts;
    expect(await textOf(asked, 'en', withElectricity({}, { cycles: [...cycles, ...cycles] }))).toContain(
      'at the prices of its 2 billing cycles',
    );
  });

  test('meters that were silent for a part of the time, and use that was spread over silences', async () => {
    const days = ['02', '03', '04', '05', '06', '07', '08'].map((day) => ({
      start: `2026-11-${day}`,
      utility: 'electricity' as const,
      room: 'bathroom',
      deviceId: heater,
      used: 3000,
      estimated: day === '03' ? 1500 : 0,
      imported: 0,
      coveredS: day > '05' ? 0 : 86_400,
    }));
    const usage: Sources['usage'] = async ({ bucket }) => ({
      household: '',
      timeZone: 'Europe/Madrid',
      bucket,
      origin: 'measured',
      rows: days,
    });
    const text = await textOf({ ...asked, part: { ...all, device: heater } }, 'en', { usage });
    expect(text).toContain('Of the use, 1.50 kWh is estimated. The meters were heard only 57.1% of the time.');
    expect(await textOf({ ...asked, part: { ...all, utility: 'water' } }, 'en', { usage })).not.toContain('heard only');
  });

  test('no tariff, no use, too many days, and hours that are not told apart', async () => {
    const none = { periodCosts: async () => ({ currency: null, utilities: [], cycles: [] }) };
    expect(await textOf(asked, 'en', none)).toContain('No tariff was in force 2 – 8 November 2026');
    const unused = { periodCosts: async () => ({ ...periodCosts, utilities: [] }) };
    expect(await textOf(asked, 'en', unused)).toBe(
      'No use was measured 2 – 8 November 2026, so there is no cost to tell.',
    );
    expect(await textOf({ ...asked, part: { ...all, room: 'garden' } })).toContain('Garden: no use was measured');
    const years = { ...week, from: '2025-10-01' };
    expect(await textOf({ ...asked, period: years })).toContain('at most 400 days');
    expect(await textOf({ ...asked, ask: 'always-on', period: years })).toContain('[€34.32]');
    const evening = { ...week, hours: { from: 18, to: 22 } };
    const text = await textOf({ ...asked, period: evening });
    expect(text).toContain('Your home, 2 – 8 November 2026: [€15.30]');
    expect(text).toContain('these are whole days');
  });
});
