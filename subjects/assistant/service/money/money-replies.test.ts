import { describe, expect, test } from 'vitest';
import type { Language } from '#catalogue/index.ts';
import type { AskedPart, Intent } from '../intent.ts';
import { replyToIntent } from '../topics.ts';
import { bills, filed, heater } from './testing-money-facts.ts';
import { asks } from './testing-money.ts';

const plain = (text: string): string => text.replace(/[\u00a0\u2009\u202f]/g, ' ');
const ask = async (intent: Intent, given: Parameters<typeof asks>[0] = {}) => {
  const { text, results } = await replyToIntent(asks(given), intent);
  return { text: plain(text), results };
};
const textOf = async (intent: Intent, language: Language): Promise<string> => (await ask(intent, { language })).text;

const all: AskedPart = { utility: null, room: null, device: null };
const days = (from: string, to: string) => ({ from, to, name: null, isAssumed: false });
const october = days('2026-10-01', '2026-11-01');

describe('the open cycle', () => {
  test('so far: the amount opens the page, and it is said that it is no bill yet', async () => {
    const intent = { about: 'bill', ask: 'so-far', utility: null } as const;
    expect(await textOf(intent, 'en')).toBe(
      'This bill is at [€119.90](/billing#so-far) so far (day 16 of 30, 1 – 30 November 2026). Electricity is [€93.50](/billing#so-far) of it, water [€26.40](/billing#so-far). It is not a bill yet: it ends on 30 November 2026, heading for [€231.00](/billing#so-far).',
    );
    expect(await textOf(intent, 'es')).toContain(
      'Esta factura va por [119,90 €](/billing#so-far) hasta ahora (día 16 de 30',
    );
    expect(await textOf(intent, 'hi')).toContain('इस बिल का ख़र्च अब तक [€119.90](/billing#so-far) है (दिन 16 / 30');
  });

  test('of one utility', async () => {
    expect(await textOf({ about: 'bill', ask: 'so-far', utility: 'water' }, 'es')).toContain(
      'El agua de esta factura va por [26,40 €](/billing#so-far) hasta ahora',
    );
    expect(await textOf({ about: 'bill', ask: 'forecast', utility: 'electricity' }, 'en')).toContain(
      'The electricity in this bill is heading for [€180.00](/billing#so-far) ([€170.00](/billing#so-far)–[€190.00](/billing#so-far)).',
    );
  });

  test('what it may come to, with its range and the days it rests on', async () => {
    const intent = { about: 'bill', ask: 'forecast', utility: null } as const;
    expect(await textOf(intent, 'en')).toBe(
      'This bill is heading for [€231.00](/billing#so-far) ([€220.10](/billing#so-far)–[€240.55](/billing#so-far)). It ends in that range about 8 times in 10, going by 46 days of readings. So far it is [€119.90](/billing#so-far).',
    );
    expect(await textOf(intent, 'es')).toContain(
      '(de [220,10 €](/billing#so-far) a [240,55 €](/billing#so-far)). Unas 8 de cada 10 veces acaba en ese margen, según 46 días',
    );
    expect(await textOf(intent, 'hi')).toContain(
      '([€220.10](/billing#so-far)–[€240.55](/billing#so-far))। लगभग 10 में से 8 बार',
    );
  });

  test('its lines stand in a table that sums to the amount', async () => {
    const { text, results } = await ask({ about: 'bill', ask: 'parts', utility: null });
    expect(text).toBe('So far it adds up to [€119.90](/billing#so-far); the table shows each line.');
    expect(results[0]?.table?.rows.map((row) => row.map(plain))).toEqual([
      ['Electricity: Energy\n340.0 kWh × €0.25 per kWh', '€85.00'],
      ['Electricity: Tax\n10% of €85.00', '€8.50'],
      ['Water: Usage\n13,200 L × €2.00 per m³', '€26.40'],
      ['Total', '€119.90'],
    ]);
    const water = await ask({ about: 'bill', ask: 'parts', utility: 'water' }, { language: 'hi' });
    expect(water.results[0]?.table?.rows.map((row) => row.at(-1))).toEqual(['€26.40', '€26.40']);
  });

  test('its last day, the next price step, the budget', async () => {
    expect(await textOf({ about: 'bill', ask: 'day', utility: null }, 'es')).toBe(
      'Esta factura termina el 30 de noviembre de 2026: contando hoy, quedan 15 días.',
    );
    expect(await textOf({ about: 'bill', ask: 'block', utility: null }, 'en')).toBe(
      'Water: [1.8 m³](/billing#so-far) more and you pass 15 m³, likely around 19 November 2026; from there it is [€3.10 per m³](/billing/prices#tariffs) instead of €2.00 per m³.',
    );
    expect(await textOf({ about: 'bill', ask: 'budget', utility: null }, 'en')).toBe(
      'Electricity: [€93.50](/billing#so-far) of the €150.00 budget is spent (62%); €56.50 is left. It is heading for [€180.00](/billing#so-far), over budget.',
    );
    expect(await textOf({ about: 'bill', ask: 'budget', utility: null }, 'hi')).toContain(
      'बिजली: €150.00 के बजट में से [€93.50](/billing#so-far) ख़र्च हुए (62%); €56.50 बाकी हैं।',
    );
  });
});

describe('closed bills', () => {
  test('the latest, and that of a month, with the days that it covers and its own address', async () => {
    const latest = await textOf({ about: 'closed-bill', period: null, utility: null, ask: 'amount' }, 'en');
    expect(latest).toContain('Your bill of 1 – 31 October 2026 came to [€91.46](/billing#bill-bill-2026-10-01).');
    expect(latest).toContain('it is not your supplier’s bill');
    const intent = {
      about: 'closed-bill',
      period: days('2026-09-01', '2026-10-01'),
      utility: 'water',
      ask: 'amount',
    } as const;
    expect(await textOf(intent, 'es')).toContain(
      'El agua de tu factura del 1 al 30 de septiembre de 2026 sumó [19,00 €](/billing#bill-bill-2026-09-01).',
    );
    expect(await textOf(intent, 'hi')).toContain('1–30 सितंबर 2026 के आपके बिल के पानी का ख़र्च [€19.00]');
  });

  test('in a month with bills from the middle to the middle it is the one that lies mostly in it', async () => {
    const halves = [
      filed('2026-09-16', '2026-10-16', '2.00', '0.00'),
      filed('2026-08-16', '2026-09-16', '1.00', '0.00'),
    ];
    const { text } = await ask(
      { about: 'closed-bill', period: days('2026-09-01', '2026-10-01'), utility: null, ask: 'amount' },
      { sources: { bills: async () => halves } },
    );
    // Just half of its days: the one that begins in the month.
    expect(text).toContain('Your bill of 16 September – 15 October 2026 came to [€2.00]');
  });

  test('all of a year are added up exactly, and it is said how many', async () => {
    const year = {
      about: 'closed-bill',
      period: days('2026-01-01', '2027-01-01'),
      utility: null,
      ask: 'total',
    } as const;
    const { text, results } = await ask(year);
    // 91.46 + 79.24 + 105.15.
    expect(text).toContain('Your 3 bills of 1 August – 31 October 2026: [€275.85](/billing#bills) in all.');
    expect(results[0]?.table?.rows).toHaveLength(3);
    expect(await textOf({ ...year, utility: 'water' }, 'es')).toContain('El agua de tus 3 facturas');
  });

  test('a bill on average, of how many it is', async () => {
    const intent = { about: 'closed-bill', period: null, utility: null, ask: 'average' } as const;
    expect(await textOf(intent, 'en')).toContain(
      'Your 3 bills of 1 August – 31 October 2026 came to [€91.95](/billing#bills) each on average.',
    );
    expect(await textOf(intent, 'es')).toContain('2026: [91,95 €](/billing#bills) de media cada una.');
    expect(await textOf({ ...intent, count: 2 }, 'hi')).toContain(
      'आपके 2 बिलों का औसत ख़र्च [€85.35](/billing#bills) प्रति बिल था।',
    );
  });

  test('two currencies are never added', async () => {
    const mixed = [...bills, filed('2026-07-01', '2026-08-01', '10.00', '5.00', { currency: 'INR' })];
    const { text } = await ask(
      { about: 'closed-bill', period: null, utility: null, ask: 'total' },
      { sources: { bills: async () => mixed } },
    );
    expect(text).toContain('[€275.85](/billing#bills) in all. ');
    expect(text).toContain('Your bill of 1 – 31 July 2026 came to [₹15.00](/billing#bill-bill-2026-07-01).');
    const dearest = await ask(
      { about: 'closed-bill', period: null, utility: null, ask: 'dearest' },
      { sources: { bills: async () => mixed } },
    );
    expect(dearest.text).toContain('Bills in another currency are not included.');
  });

  test('the dearest, the cheapest and the list', async () => {
    const of = (asked: 'dearest' | 'cheapest' | 'list', utility: 'water' | null) =>
      ({ about: 'closed-bill', period: null, utility, ask: asked }) as const;
    expect(await textOf(of('dearest', null), 'en')).toContain(
      'Of your 3 bills, the dearest is that of 1 – 31 August 2026: [€105.15](/billing#bill-bill-2026-08-01).',
    );
    expect(await textOf(of('cheapest', 'water'), 'es')).toContain(
      'De tus 3 facturas, la del 1 al 30 de septiembre de 2026 es la más barata en agua: [19,00 €]',
    );
    expect(await textOf(of('list', null), 'hi')).toContain('तालिका में सभी 3 हैं');
  });

  test('its lines', async () => {
    const { text, results } = await ask({ about: 'closed-bill', period: october, utility: null, ask: 'parts' });
    expect(text).toContain('came to [€91.46](/billing#bill-bill-2026-10-01); the table shows each line.');
    expect(results[0]).toMatchObject({
      link: '/billing#bill-bill-2026-10-01',
      title: expect.stringContaining('October'),
    });
    expect(results[0]?.table?.rows.at(-1)).toEqual(['Total', '€91.46']);
  });
});

describe('why a bill changed', () => {
  test('the largest causes first, all of them in a table', async () => {
    const { text, results } = await ask({ about: 'bill-change', against: 'before' });
    expect(text).toContain(
      'Your bill of 1 – 31 October 2026 came to [€91.46](/billing#bill-bill-2026-10-01): [€12.22](/billing#bill-bill-2026-10-01) more than that of 1 – 30 September 2026 ([€79.24](/billing#bill-bill-2026-09-01)).',
    );
    // A name that somebody wrote does nothing but show.
    expect(text).toContain('- Electricity: Water \\*heater\\*: 42.0 kWh more. [+€8.40]');
    expect(text).toContain('1 smaller part is in the table.');
    expect(results[0]?.table?.rows.map((row) => row.at(-1))).toEqual([
      '+€8.40',
      '+€2.40',
      '+€1.62',
      '-€1.20',
      '+€1.00',
      '+€12.22',
    ]);
  });

  test('in Spanish and Hindi', async () => {
    expect(await textOf({ about: 'bill-change', against: 'before' }, 'es')).toContain(
      'El periodo tiene 1 día más. [+2,40 €]',
    );
    expect(await textOf({ about: 'bill-change', against: 'before' }, 'hi')).toContain('टैरिफ़ सस्ता हुआ।');
  });
});

describe('what things cost', () => {
  test('the dearest room and device, with what stands beside them', async () => {
    const { text, results } = await ask({ about: 'costs', ask: 'most-device', part: all, period: null });
    expect(text).toContain('Water \\*heater\\* cost the most: [€37.45](/billing#costs).');
    expect(text).toContain('Mains \\(unmetered\\): [€50.00](/billing#costs).');
    expect(text).toContain('Standing charges of [€6.05](/billing#costs)');
    expect(results[0]?.table?.rows.map((row) => row.map(plain))).toEqual([
      ['Mains (unmetered)', '€50.00', '200 kWh'],
      ['Water *heater*', '€37.45', '140 kWh'],
    ]);
    expect(await textOf({ about: 'costs', ask: 'rooms', part: all, period: null }, 'es')).toContain(
      'lo que más cuesta: Baño, [37,45 €]',
    );
  });

  test('one device, one room, and what is always on', async () => {
    expect(await textOf({ about: 'costs', ask: 'total', part: { ...all, device: heater }, period: null }, 'en')).toBe(
      'Water \\*heater\\*: [€37.45](/billing#costs) so far in this billing period (1 – 16 November 2026), for 140 kWh.',
    );
    expect(
      await textOf({ about: 'costs', ask: 'total', part: { ...all, room: 'bathroom' }, period: null }, 'hi'),
    ).toContain('बाथरूम: इस अवधि में अब तक [€37.45](/billing#costs)');
    const share = { about: 'costs', ask: 'always-on', part: all, period: null, isShare: true } as const;
    for (const language of ['en', 'es', 'hi'] as const)
      expect(await textOf(share, language)).toMatch(/\*\*\d+\s?%\*\*/);
    expect(await textOf({ about: 'costs', ask: 'always-on', part: all, period: null }, 'es')).toBe(
      'Lo que está siempre encendido gasta 200 W: [11,44 €](/billing#costs) hasta ahora en este periodo, unos [34,32 €](/billing#costs) al mes y [417,56 €](/billing#costs) al año.',
    );
    expect(await textOf({ about: 'costs', ask: 'total', part: { ...all, room: 'garden' }, period: null }, 'en')).toBe(
      'Garden: nothing so far in this billing period (1 – 16 November 2026).',
    );
  });
});
