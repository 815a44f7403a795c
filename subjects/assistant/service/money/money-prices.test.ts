import { describe, expect, test } from 'vitest';
import type { Language } from '#catalogue/index.ts';
import type { TariffPlan } from '#subjects/bills/domain/tariff/plan.ts';
import { priceSeries } from '#subjects/bills/domain/tariff/price-series.ts';
import type { AskedPart, AskedPeriod, Intent } from '../intent.ts';
import { replyToIntent } from '../topics.ts';
import type { CostsIntent } from './costs.ts';
import { heater, periodCosts, soFar } from './testing-money-facts.ts';
import { asks, blocksPlan, inForce, periodsPlan } from './testing-money.ts';

describe('money prices', () => {
  const plain = (text: string): string => text.replace(/[\u00a0\u2009\u202f]/g, ' ');
  const ask = async (intent: Intent, given: Parameters<typeof asks>[0] = {}) => {
    const { text, results } = await replyToIntent(asks(given), intent);
    return { text: plain(text), results };
  };
  const textOf = async (intent: Intent, given: Parameters<typeof asks>[0] = {}): Promise<string> =>
    (await ask(intent, given)).text;
  const said = (intent: Intent, language: Language): Promise<string> => textOf(intent, { language });

  describe('prices by the time of day', () => {
    test('now, with taxes, until when, and what comes then', async () => {
      // 0.1786 with 5 %, and 21 % on both: 0.2269113.
      const { text } = await ask({ about: 'tariff', utility: 'electricity', ask: 'now' });
      expect(text).toBe(
        'Electricity costs [€0.1786 per kWh](/billing/prices#tariffs) (P1) now. With taxes that is [€0.2269 per kWh](/billing/prices#tariffs). That holds until 14:00; then it is [€0.1402 per kWh](/billing/prices#tariffs) (P2).',
      );
      const friday = await ask({ about: 'tariff', utility: 'electricity', ask: 'now' }, { at: '2026-11-20T22:30:00Z' });
      expect(friday.text).toContain('(P2) now.');
      expect(friday.text).toContain(
        'That holds until 00:00; then it is [€0.1093 per kWh](/billing/prices#tariffs) (P3).',
      );
      const saturday = await ask(
        { about: 'tariff', utility: 'electricity', ask: 'now' },
        { at: '2026-11-21T12:00:00Z' },
      );
      expect(saturday.text).toMatch(
        /until 23 November (at )?08:00; then it is \[€0.1402 per kWh\]\(\/billing\/prices#tariffs\) \(P2\)/,
      );
    });

    test('a period by its key, and one o’clock as Spanish has it', async () => {
      const plan: TariffPlan = {
        ...periodsPlan,
        schedules: { energy: { periods: [{ period: 'peak', hours: ['01:00-22:00'] }, { period: 'valley' }] } },
        charges: [
          { id: 'energy', kind: 'use', name: 'Energy', schedule: 'energy', rates: { peak: '0.2', valley: '0.1' } },
        ],
      };
      const given = { sources: { tariffs: async () => [inForce(plan)] }, at: '2026-11-19T23:30:00Z' };
      const { text, results } = await ask({ about: 'tariff', utility: null, ask: 'now' }, { ...given, language: 'es' });
      expect(text).toContain('por kWh](/billing/prices#tariffs) (Valley). Vale hasta la 01:00; después son');
      expect(text).toContain('(Peak).');
      expect(results[0]?.table?.rows.map(([name]) => name)).toEqual(['Energy · Peak', 'Energy · Valley']);
      const hours = await ask({ about: 'tariff', utility: null, ask: 'dearest-hours' }, given);
      expect(hours.results[0]?.table?.rows[0]?.[2]).toContain('Valley');
    });

    test('water in blocks: the block that the cycle is in', async () => {
      expect(await said({ about: 'tariff', utility: 'water', ask: 'now' }, 'en')).toBe(
        'Water costs [€2.00 per m³](/billing/prices#tariffs) now.',
      );
    });

    test('of tomorrow: its cheapest and dearest hours where they are known, and none of today’s', async () => {
      const tomorrow: Intent = { about: 'tariff', utility: null, ask: 'tomorrow' };
      expect(await said(tomorrow, 'en')).toBe(
        'Cheapest tomorrow: from 00:00 to 08:00, [€0.1093 per kWh](/billing/prices#tariffs). Dearest tomorrow: from 10:00 to 14:00 and from 18:00 to 22:00, [€0.1786 per kWh](/billing/prices#tariffs).',
      );
      const energy = { id: 'energy', kind: 'use', name: 'Energy', market: { series: 'spot' } } as const;
      const unknown = { sources: { tariffs: async () => [inForce({ ...periodsPlan, charges: [energy] })] } };
      for (const language of ['en', 'es', 'hi'] as const) {
        const { text, results } = await ask(tomorrow, { ...unknown, language });
        expect(text).not.toMatch(/\d/);
        expect(results[0]?.table ?? results[0]?.series).toBeUndefined();
      }
    });

    test('the cheapest and the dearest hours of today and of the days that go otherwise', async () => {
      expect(await said({ about: 'tariff', utility: null, ask: 'cheapest-hours' }, 'en')).toBe(
        'It is not cheap now: electricity costs [€0.1786 per kWh](/billing/prices#tariffs), today’s highest price, until 14:00. Cheapest today: from 00:00 to 08:00, [€0.1093 per kWh](/billing/prices#tariffs). Tomorrow: from 00:00 to 08:00, [€0.1093 per kWh](/billing/prices#tariffs). Dearest today: from 10:00 to 14:00 and from 18:00 to 22:00, [€0.1786 per kWh](/billing/prices#tariffs).',
      );
      expect(await said({ about: 'tariff', utility: null, ask: 'dearest-hours' }, 'es')).toContain(
        'Lo más caro de hoy: de 10:00 a 14:00 y de 18:00 a 22:00, [0,1786 € por kWh](/billing/prices#tariffs).',
      );
      expect(await said({ about: 'tariff', utility: null, ask: 'cheapest-hours' }, 'hi')).toContain('00:00 से 08:00 तक');
    });

    test('what holds: name, since when, fixed charges and taxes; an example is said to be one', async () => {
      const example = inForce(periodsPlan, { isExample: true });
      const { text, results } = await ask(
        { about: 'tariff', utility: null, ask: 'in-force' },
        { sources: { tariffs: async () => [example] } },
      );
      expect(text).toContain(
        'Electricity: [Three periods \\(example\\)](/billing/prices#tariffs) has been in force since 10 July 2026.',
      );
      expect(text).toContain('standing charges: Power · P1 €27.70 per kW and year and Meter rent €0.81 a month.');
      expect(text).toMatch(/^Electricity costs \[€0\.1786 per kWh\]\(\/billing\/prices#tariffs\) \(P1\) now\.\n\n- /);
      expect(results[0]?.table?.rows).toContainEqual(['IVA', '21%']);
      expect(text).toContain('It is an example tariff of the demo household.');
      expect(results[0]?.table?.rows[0]?.map(plain)).toEqual(['Energy · P1', '€0.1786 per kWh']);
      expect(await said({ about: 'tariff', utility: 'electricity', ask: 'fixed' }, 'es')).toContain(
        'Electricidad, términos fijos: Power · P1 27,70 € por kW y año y Meter rent 0,81 € al mes.',
      );
    });
  });

  test('prices in another currency are said in that, and a charge with the meter that it is for', async () => {
    const exchange = { currency: 'GBP', series: 'gbp-eur' };
    const steps = [{ upTo: '100', rate: '0.10' }, { rate: '0.20' }];
    const plan: TariffPlan = {
      ...periodsPlan,
      schedules: {},
      meters: { car: { name: 'Car' } },
      charges: [
        { id: 'energy', kind: 'use', name: 'Energy', exchange, blocks: { per: 'month', tables: [{ steps }] } },
        { id: 'car', kind: 'use', name: 'Energy', meter: 'car', rate: '0.05' },
      ],
    };
    const given = { sources: { tariffs: async () => [inForce(plan)] } };
    const { text, results } = await ask({ about: 'tariff', utility: 'electricity', ask: 'now' }, given);
    expect(text).toContain('£0.10 per kWh');
    expect(text).not.toContain('€0.10');
    expect(results[0]?.table?.rows.map(([name]) => plain(String(name)))).toEqual([
      'Energy · up to 100 kWh',
      'Energy · above 100 kWh',
      'Energy · Car',
    ]);
  });

  test('the next block is told in the currency of its prices', async () => {
    const water = soFar.likely?.use.water;
    const nextBlocks = (water?.nextBlocks ?? []).map((block) => ({ ...block, currency: 'GBP' }));
    const likely = soFar.likely && water ? { ...soFar.likely, use: { water: { ...water, nextBlocks } } } : null;
    const given = { sources: { soFar: async () => ({ ...soFar, likely }) } };
    expect(await textOf({ about: 'bill', ask: 'block', utility: 'water' }, given)).toMatch(/£3\.10.*£2\.00/);
  });

  describe('prices of a market, in blocks, and at all hours alike', () => {
    const market: TariffPlan = {
      name: 'By the hour',
      utility: 'electricity',
      currency: 'EUR',
      unit: 'kWh',
      charges: [{ id: 'energy', kind: 'use', market: { series: 'pool', times: '1.1', plus: '0.02' } }],
    };
    const first = Date.parse('2026-11-15T23:00:00Z') / 1000;
    // Of 16 November in Madrid: below nothing at three, dearest at eight in the evening.
    const prices = Array.from({ length: 24 }, (_, hour) => (hour === 3 ? '-0.05' : hour === 20 ? '0.3' : '0.1'));
    const known = priceSeries(
      prices.map((one, hour) => ({ startS: first + hour * 3600, price: one })),
      3600,
    );
    const asked = (series: Record<string, typeof known>) => ({
      sources: { tariffs: async () => [inForce(market)], market: async () => ({ prices: series, colours: {} }) },
    });

    test('of a market: now, the cheapest hour, and today as a chart', async () => {
      // 0.1 × 1.1 + 0.02; −0.05 × 1.1 + 0.02.
      expect(await textOf({ about: 'tariff', utility: null, ask: 'now' }, asked({ pool: known }))).toContain(
        'Electricity costs [€0.13 per kWh](/billing/prices#tariffs) now. That holds until 20:00; then it is [€0.35 per kWh]',
      );
      const cheapest = { about: 'tariff', utility: null, ask: 'cheapest-hours' } as const;
      expect(await textOf(cheapest, asked({ pool: known }))).toBe(
        'It is neither cheap nor dear now: electricity costs [€0.13 per kWh](/billing/prices#tariffs), until 20:00. Cheapest today: from 03:00 to 04:00, [-€0.035 per kWh](/billing/prices#tariffs). Dearest today: from 20:00 to 21:00, [€0.35 per kWh](/billing/prices#tariffs).',
      );
      const { results } = await replyToIntent(asks(asked({ pool: known })), cheapest);
      expect(results[0]?.series?.points).toHaveLength(24);
      expect(results[0]?.series?.points[20]).toMatchObject({ label: '20:00', value: 0.35 });
    });

    test('of a market whose prices are not there', async () => {
      expect(await textOf({ about: 'tariff', utility: null, ask: 'now' }, asked({}))).toBe(
        'Electricity: the price now is not known, as prices of “pool” are missing for this hour.',
      );
      expect(
        await textOf({ about: 'tariff', utility: null, ask: 'cheapest-hours' }, { ...asked({}), language: 'es' }),
      ).toContain('aún no se conocen los precios de hoy de «pool»');
    });

    test('in blocks, where nobody knows which of them the cycle is in', async () => {
      const text = await textOf(
        { about: 'tariff', utility: 'water', ask: 'now' },
        { sources: { tariffs: async () => [inForce(blocksPlan)], soFar: async () => ({ ...soFar, priceNow: {} }) } },
      );
      expect(text).toBe(
        'Water is priced in blocks of monthly usage: [€0.75 per m³](/billing/prices#tariffs) up to 6 m³; [€2.00 per m³](/billing/prices#tariffs) 6 to 15 m³; [€3.10 per m³](/billing/prices#tariffs) above 15 m³.',
      );
    });

    test('the same at all hours, and none at all', async () => {
      const flat: TariffPlan = { ...market, charges: [{ id: 'use', kind: 'use', rate: '0.2' }] };
      const given = { sources: { tariffs: async () => [inForce(flat)] } };
      expect(await textOf({ about: 'tariff', utility: null, ask: 'cheapest-hours' }, given)).toBe(
        'Electricity costs the same at all hours: [€0.20 per kWh](/billing/prices#tariffs).',
      );
      expect(await textOf({ about: 'tariff', utility: 'water', ask: 'now' }, given)).toContain(
        'There is no tariff for water yet.',
      );
    });
  });
});

// What is said of costs in a period, and what is said to be left out of them.

describe('cost words', () => {
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
          '_That is the usage at the prices of its billing period, without standing charges._',
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
      expect(await textOf({ ask: 'total', part, period: lastMonth }, 'hi')).toContain('स्थायी शुल्क के बिना');
    });

    test('rooms and devices as tables, the dearest that has a name first in words', async () => {
      const { text, results } = await answer({ ask: 'most-device', part: all, period: lastMonth });
      expect(text).toMatch(/^Last month \(.*\), Water \\\*heater\\\* cost the most: \[€5\.20\]/);
      expect(text).toContain('Mains \\(unmetered\\): [€7.10]');
      expect(text).not.toContain('Standing charges of');
      const [result] = results;
      expect(result?.link).toBe('/analytics?period=month&at=2026-10-31&by=device');
      expect(result?.table?.rows.map(([name, cost]) => [name, cost])).toEqual([
        ['Mains (unmetered)', '€7.10'],
        ['Water *heater*', '€5.20'],
        ['Water *heater*', '€3.00'],
      ]);
      const rooms = await answer({ ask: 'rooms', part: all, period: lastMonth });
      expect(rooms.results[0]?.table?.rows).toEqual([
        ['Bathroom', '€8.20'],
        ['Unmetered', '€7.10'],
      ]);
    });

    test('what is always on is of the open cycle, whatever time is named', async () => {
      const text = await textOf({ ask: 'always-on', part: all, period: lastMonth });
      expect(text).toContain('[€34.32](/billing#costs) a month');
      expect(text).toContain('only for the open billing period');
    });
  });

  describe('what is not in it is said', () => {
    const asked = { ask: 'total', part: all, period: week } as const;

    test('days without a price, prices that are missing, a utility without a tariff, prices of several cycles', async () => {
      expect(await textOf(asked, 'en', withElectricity({ unpricedDays: 2 }))).toContain(
        '2 days have no price and are not counted.',
      );
      expect(await textOf(asked, 'en', withElectricity({ missing: ['pool'] }))).toContain(
        'prices of “pool” are missing',
      );
      const noTariff = await textOf(asked, 'en', withElectricity({ cost: '0.00', pricedDays: 0, unpricedDays: 7 }));
      expect(noTariff).toContain('Your home, 2 – 8 November 2026: [€3.00]');
      expect(noTariff).toContain('Electricity had no tariff then and is not included.');
      const { cycles } = periodCosts;
      expect(await textOf(asked, 'en', withElectricity({}, { cycles: [...cycles, ...cycles] }))).toContain(
        'at the prices of its 2 billing periods',
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
      expect(text).toContain('1.50 kWh of the usage is estimated. Meters sent readings for only 57.1% of the time.');
      expect(await textOf({ ...asked, part: { ...all, utility: 'water' } }, 'en', { usage })).not.toContain(
        'sent readings for only',
      );
    });

    test('no tariff, no use, too many days, and hours that are not told apart', async () => {
      const none = { periodCosts: async () => ({ currency: null, utilities: [], cycles: [] }) };
      expect(await textOf(asked, 'en', none)).toContain('No tariff was in force 2 – 8 November 2026');
      const unused = { periodCosts: async () => ({ ...periodCosts, utilities: [] }) };
      expect(await textOf(asked, 'en', unused)).toBe('No usage was measured 2 – 8 November 2026, so there is no cost.');
      expect(await textOf({ ...asked, part: { ...all, room: 'garden' } })).toContain('Garden: no usage was measured');
      const years = { ...week, from: '2025-10-01' };
      expect(await textOf({ ...asked, period: years })).toContain('at most 400 days');
      expect(await textOf({ ...asked, ask: 'always-on', period: years })).toContain('[€34.32]');
      const evening = { ...week, hours: { from: 18, to: 22 } };
      const text = await textOf({ ...asked, period: evening });
      expect(text).toContain('Your home, 2 – 8 November 2026: [€15.30]');
      expect(text).toContain('These are whole days');
    });
  });
});
