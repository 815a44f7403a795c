import { buffer } from 'node:stream/consumers';
import type { Language } from '#catalogue/index.ts';
import type { BillLine } from '../../domain/bill/bill.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FiledBill } from '../read-bills.ts';
import { billPdf, type PaperFacts } from './bill-pdf.ts';
import { billLabels, lineTexts } from './bill-labels.ts';
import { billsReport } from './file-routes.ts';
import { openPaper } from './paper.ts';
import { allOf, type PaperNode, readAloud, readPaper } from './testing-paper.ts';

const languages = ['en', 'es', 'hi'] as const;

const line = (
  part: Pick<BillLine, 'utility' | 'kind' | 'quantity' | 'rate' | 'amount'> & Partial<BillLine>,
): BillLine => ({
  from: '2026-10-01',
  to: '2026-11-01',
  ...part,
});

const lines: BillLine[] = [
  line({
    utility: 'electricity',
    kind: 'use',
    quantity: '200000',
    rate: '0.171234',
    amount: '34.25',
    name: { en: 'Energy', es: 'Energía', hi: 'ऊर्जा' },
  }),
  line({ utility: 'electricity', kind: 'standing', quantity: '31', rate: '14.2', amount: '14.20' }),
  line({ utility: 'electricity', kind: 'tax', quantity: '48.45', rate: '21', amount: '10.17' }),
  line({ utility: 'water', kind: 'use', quantity: '10628040', rate: '1.84', amount: '19.56' }),
];

const bill = (start: string, end: string, rest: Partial<FiledBill> = {}): FiledBill => ({
  id: start,
  start,
  end,
  currency: 'EUR',
  total: '78.18',
  lines,
  amounts: {
    electricity: { used: 200_000, estimated: 9_000, cost: '58.62' },
    water: { used: 10_628_040, estimated: 0, cost: '19.56' },
  },
  coverage: 0.988,
  unpricedDays: 0,
  version: 1,
  correctedAt: null,
  ...rest,
});

const factsIn = (language: Language): PaperFacts => ({
  words: billLabels(language, language === 'hi' ? 'IN' : 'ES'),
  language,
  householdName: 'आशा का घर',
  isSimulated: true,
  today: '2026-11-22',
  nowMs: Date.UTC(2026, 10, 22),
});

const read = async (paper: NodeJS.ReadableStream) => readPaper(await buffer(paper));
const textsOf = (nodes: readonly PaperNode[]): string[] => nodes.map(({ text }) => text);

/** So many calendar months from January 2024 on. */
const months = (count: number): FiledBill[] =>
  Array.from({ length: count }, (_, i) => {
    const day = (month: number) => new Date(Date.UTC(2024, month, 1)).toISOString().slice(0, 10);
    return bill(day(i), day(i + 1));
  });

describe('C2.16 C1.4 one bill on paper, by its tags', () => {
  test.each(languages)(
    'in %s it says its language, title and order, and nothing on it is without a place',
    async (language) => {
      const paper = await read(await billPdf(bill('2026-10-01', '2026-11-01'), factsIn(language)));
      expect(paper.catalog).toContain(`/Lang (${language})`);
      expect(paper.catalog).toContain('/Marked true');
      expect(paper.catalog).toContain('/DisplayDocTitle true');
      expect(paper.title).toMatch(/2026/);
      expect(paper.tree.role).toBe('Document');
      expect(paper.tree.children.map(({ role }) => role).join(' ')).toBe('P P H1 P P P H2 Table H2 Table P P P P');
      expect(paper.loose).toEqual([]);
      const { words } = factsIn(language);
      expect(textsOf(allOf(paper.tree, 'H1'))).toEqual([words.t('bill')]);
      expect(textsOf(allOf(paper.tree, 'H2'))).toEqual([
        `${words.t('electricity')} ${words.money('58.62', 'EUR', () => true)}`,
        `${words.t('water')} ${words.money('19.56', 'EUR', () => true)}`,
      ]);
    },
  );

  test('of water nothing is said in a home with a price of it and no meter', async () => {
    const power = line({ utility: 'electricity', kind: 'use', quantity: '200000', rate: '0.15', amount: '30.00' });
    const water = line({ utility: 'water', kind: 'use', quantity: '0', rate: '1.8', amount: '0.00' });
    const amounts = { electricity: { used: 200_000, estimated: 0, cost: '30.00' } };
    const own = bill('2026-10-01', '2026-11-01', { lines: [power, water], amounts, total: '30.00' });
    const paper = await read(await billPdf(own, factsIn('en')));
    expect(textsOf(allOf(paper.tree, 'H2'))).toEqual([expect.stringContaining('Electricity')]);
    expect(readAloud(paper.tree)).not.toContain('€0.00');
  });

  test.each([
    ['en', 'Gas', '452.3 kWh'],
    ['es', 'Gas', '452,3 kWh'],
    ['hi', 'गैस', '452.3 kWh'],
  ] as const)('C2.16 in %s it names gas, in the energy that its price is for', async (language, name, quantity) => {
    const gas = line({ utility: 'gas', kind: 'use', unit: 'kWh', quantity: '452300', rate: '0.1', amount: '45.23' });
    const amounts = { gas: { used: 42_000_000, estimated: 0, cost: '45.23' } };
    const own = bill('2026-10-01', '2026-11-01', { lines: [gas], amounts, total: '45.23' });
    const paper = await read(await billPdf(own, factsIn(language)));
    expect(textsOf(allOf(paper.tree, 'H2'))).toEqual([expect.stringContaining(name)]);
    expect(textsOf(allOf(paper.tree, 'TD'))).toContain(quantity);
  });

  test.each(languages)(
    'in %s each line is a row that its name heads, below the titles of the columns',
    async (language) => {
      const paper = await read(await billPdf(bill('2026-10-01', '2026-11-01'), factsIn(language)));
      const rows = allOf(paper.tree, 'TR');
      const titles = rows.filter(({ children }) => children.every(({ scope }) => scope === 'Column'));
      expect(titles).toHaveLength(2);
      const ofLines = rows.filter((row) => !titles.includes(row));
      expect(ofLines).toHaveLength(lines.length);
      for (const { children } of ofLines)
        expect(children.map(({ role, scope }) => `${role} ${scope}`)).toEqual([
          'TH Row',
          'TD undefined',
          'TD undefined',
          'TD undefined',
        ]);
    },
  );

  test('what is on it is read in the letters it was written with, in each script', async () => {
    const cells = async (language: Language) => {
      const paper = await read(await billPdf(bill('2026-10-01', '2026-11-01'), factsIn(language)));
      return { rows: allOf(paper.tree, 'TR').map(({ children }) => textsOf(children).join(' | ')), ...paper };
    };
    const hindi = await cells('hi');
    expect(hindi.rows.slice(0, 4)).toEqual([
      'मद | मात्रा | दर | राशि',
      'ऊर्जा | 200.0 kWh | €0.171234 प्रति kWh | €34.25',
      'स्थायी शुल्क | 31 दिन | €14.20 प्रति महीना | €14.20',
      'कर | €48.45 का 21% |  | €10.17',
    ]);
    expect(hindi.title).toBe('बिल, 1 अक्टूबर 2026 से 31 अक्टूबर 2026 तक');
    expect(readAloud(hindi.tree)).toContain('आपकी रीडिंग और आपकी दर्ज की गई दरों से बना; यह आपकी कंपनी का बिल नहीं है।');
    expect(hindi.artifacts).toEqual(['22 नवंबर 2026 को बना · पृष्ठ 1 / 1']);
    const spanish = await cells('es');
    expect(spanish.rows[1]).toBe('Energía | 200,0 kWh | 0,171234\u00a0€ por kWh | 34,25\u00a0€');
    expect(readAloud(spanish.tree)).toContain('no es la factura de tu compañía');
    expect(readAloud((await cells('en')).tree)).toContain(
      'Simulated figures of the demo household, at example prices.',
    );
    // The household's own name, in its own script on every paper.
    expect(readAloud(spanish.tree)).toContain('आशा का घर');
  });

  test('any words of both scripts come back as they were written, over lines of any length', async () => {
    const fonts = fc.constantFrom(...Array.from('abcfilnotxyzABCéñ€₹·,.;:%019°मकखतदनरलसहिीुूेोंँ़्अआएऊज।॰'));
    const word = fc.array(fonts, { minLength: 1, maxLength: 12 }).map((one) => one.join(''));
    const text = fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 8 }), async (texts) => {
        const paper = await openPaper('Words', 'hi', 0);
        const written = texts.filter(paper.canWrite);
        written.reduce((baseline, one) => paper.paragraph(one, baseline), 100);
        const { tree, loose } = await read(paper.finish(() => ''));
        expect(textsOf(allOf(tree, 'P'))).toEqual(written);
        expect(loose).toEqual([]);
      }),
      // Its fonts are what a paper costs: many texts on few papers.
      { numRuns: 10 },
    );
  });
});

describe('C2.16 C1.4 several bills on paper, by their tags', () => {
  const chosen = { from: '2024-01-01', to: '2027-01-01' };

  test.each(languages)('in %s it says which days were asked for and which ones it covers', async (language) => {
    const facts = factsIn(language);
    const paper = await read(await billsReport(months(34), facts, chosen));
    const { words } = facts;
    const [asked, from, to] = ['2024-01-01', '2024-01-01', '2026-10-31'].map((day) => words.day(day));
    const text = readAloud(paper.tree);
    expect(text).toContain(
      `${words.t('period', { from: from ?? '', to: to ?? '' })} · ${words.count('bills', 34)} · ${words.count('days', 1035)}`,
    );
    expect(text).toContain(words.t('chosen', { from: asked ?? '', to: words.day('2026-12-31') }));
    expect(paper.title).toContain(words.day('2026-12-31'));
  });

  test('it is one table over its pages: titles once, a row for each bill, and the sum of each currency', async () => {
    const bills = [...months(40), bill('2027-05-01', '2027-06-01', { currency: 'INR' })];
    const { tree, artifacts, loose } = await read(await billsReport(bills, factsIn('en'), chosen));
    expect(loose).toEqual([]);
    expect(allOf(tree, 'Table')).toHaveLength(1);
    const [titles, ...rows] = allOf(tree, 'TR');
    expect(titles?.children.map(({ text, span }) => [text, span])).toEqual([
      ['Period', 1],
      ['Electricity', 2],
      ['Water', 2],
      ['Total', 1],
    ]);
    expect(rows).toHaveLength(41 + 2);
    for (const { children } of rows) expect(children.map(({ role }) => role).join(' ')).toBe('TH TD TD TD TD TD');
    expect(rows.slice(-2).map(({ children }) => children.at(-1)?.text)).toEqual(['€3,127.20', '₹78.18']);
    expect(artifacts.filter((text) => text.startsWith('Made on'))).toEqual([
      'Made on 22 November 2026 · Page 1 of 2',
      'Made on 22 November 2026 · Page 2 of 2',
    ]);
  });

  test('days between two bills that are in none are told', async () => {
    const text = readAloud(
      (
        await read(
          await billsReport([bill('2026-01-01', '2026-02-01'), bill('2026-03-01', '2026-04-01')], factsIn('en')),
        )
      ).tree,
    );
    expect(text).toContain('28 days between them are in no bill.');
    expect(text).toContain('2 bills · 62 days');
  });

  test('without a bill it says so', async () => {
    expect(readAloud((await read(await billsReport([], factsIn('es')))).tree)).toContain('Todavía no hay facturas.');
  });
});

/** Lines as they are written in every language. */
const inEveryLanguage = (...all: readonly BillLine[]) =>
  languages.flatMap((language) => {
    const words = billLabels(language, 'ES');
    const writer = { words, language, money: (amount: string) => words.money(amount, 'EUR', () => true) };
    return all.map((one) => lineTexts(one, writer, '2026-10-01'));
  });

test('what was taken off, a power’s step and a credit are said in every language', () => {
  const priced = { utility: 'electricity', rate: '0.20', amount: '4.00' } as const;
  const net = line({ ...priced, kind: 'use', quantity: '20000', net: { returned: '130000', kept: '30000' } });
  for (const { quantity } of inEveryLanguage(net)) expect(quantity).toMatch(/20[.,]0 kWh.*130[.,]0 kWh.*30[.,]0 kWh/);
  const step = line({
    ...priced,
    kind: 'demand',
    quantity: '4',
    rate: '9',
    per: 'month',
    isAmount: true,
    block: { above: '2', upTo: '5' },
  });
  for (const { what, quantity, price } of inEveryLanguage(step)) {
    expect(what).toContain('kW');
    expect(quantity).toMatch(/4 kW.*9[.,]00/);
    expect(price).toBe('');
  }
  const credit = (amount: string, left: string) => line({ ...priced, kind: 'credit', quantity: left, amount });
  const [kept, used, gone] = [credit('3.00', '3'), credit('-2.00', '1'), credit('-1.00', '0')].map((one) =>
    inEveryLanguage(one),
  );
  expect(new Set([...(kept ?? []), ...(used ?? [])].map(({ what }) => what)).size).toBe(2 * languages.length);
  for (const { quantity } of used ?? []) expect(quantity).toMatch(/1[.,]00/);
  for (const { quantity } of gone ?? []) expect(quantity).not.toMatch(/\d/);
});

test('a year that is settled says in every language what it is settled at and what it came to', () => {
  const year = { from: '2025-11-01', days: 300, of: 365 };
  const settled = { utility: 'electricity', quantity: '95.4', amount: '24.6', rate: '120', year } as const;
  const texts = inEveryLanguage(...(['minimum', 'maximum'] as const).map((kind) => line({ ...settled, kind })));
  for (const { quantity, price } of texts) {
    expect(quantity).toMatch(/120[.,]00/);
    expect(quantity).toMatch(/95[.,]40/);
    expect(quantity).toContain('300');
    expect(price).toBe('');
  }
});

test('a line that begins within the bill says from when, a tax too', () => {
  const later = { utility: 'electricity', quantity: '20', rate: '10', amount: '2', from: '2026-10-15' } as const;
  for (const kind of ['use', 'tax', 'derived'] as const) {
    const texts = inEveryLanguage(line({ ...later, kind })).map(({ what }) => what);
    for (const what of texts) expect(what).toMatch(/ · .*15/);
    for (const { what } of inEveryLanguage(line({ ...later, kind, from: '2026-10-01' })))
      expect(what).not.toContain(' · ');
  }
});
