import { expect, test } from 'vitest';
import type { BillLine } from '../../domain/bill/bill.ts';
import type { TariffPlan } from '../../domain/tariff/plan.ts';
import { datesOf, figuresOf, notationOf } from './figures.ts';
import { pairLines } from './pair-lines.ts';
import { readPaper } from './read-paper.ts';
import { type Cell, paperOf } from './testing-papers.ts';
import { paperLimits, spoken } from './text-layer.ts';

const statement: readonly Cell[] = [
  [50, 50, 'Bill date 3 July 2026'],
  [50, 70, 'For 1 June to 30 June 2026'],
  [50, 100, 'Previous reading 10,420'],
  [250, 100, 'Current reading 10,720'],
  [450, 100, '300 kWh'],
  [50, 140, 'Day units'],
  [250, 140, '200 kWh'],
  [350, 140, '£0.3012'],
  [480, 140, '60.24'],
  [50, 160, 'Night units'],
  [250, 160, '100 kWh'],
  [350, 160, '£0.1045'],
  [480, 160, '10.45'],
  [50, 180, 'Standing charge'],
  [250, 180, '30 days'],
  [350, 180, '51.20p'],
  [480, 180, '15.36'],
  [50, 200, 'Credit'],
  [480, 200, '5.00-'],
  [50, 220, 'Net'],
  [480, 220, '81.05'],
  [50, 240, 'VAT 5%'],
  [480, 240, '4.05'],
  [50, 260, 'Total to pay'],
  [480, 260, '£85.10'],
];

test('a paper is read by what multiplies and what sums: its days, readings, use, lines, tax and total', async () => {
  const bill = await readPaper(await paperOf(statement));
  expect(bill).toMatchObject({
    from: '2026-06-01',
    to: '2026-07-01',
    issued: '2026-07-03',
    currency: 'GBP',
    total: '85.10',
    tax: '4.05',
    used: { amount: '300', unit: 'kWh' },
    reads: [{ previous: '10420', current: '10720' }],
    unreadable: [],
  });
  expect(bill.lines.map(({ quantity, rate, amount }) => [quantity, rate, amount])).toEqual([
    ['200', '0.3012', '60.24'],
    ['100', '0.1045', '10.45'],
    ['30', '0.5120', '15.36'],
    [undefined, undefined, '-5.00'],
    [undefined, '5', '4.05'],
  ]);
  const [line] = bill.lines;
  expect(line?.page).toBe(1);
  expect(line?.box.y).toBeCloseTo(140 / 841.89, 1);
});

test('what is not read is named, and nothing is put in its place', async () => {
  const bill = await readPaper(await paperOf([[50, 50, 'Dear customer, we wish you a good year']]));
  expect(bill.lines).toEqual([]);
  expect(bill.unreadable.map(({ field }) => field)).toEqual(['from', 'to', 'used', 'total', 'currency']);
});

test('a file that cannot be read says why', async () => {
  const faultOf = (bytes: Uint8Array) =>
    readPaper(bytes).then(
      () => 'read',
      (error: Error) => error.message,
    );
  expect(await faultOf(new TextEncoder().encode('no PDF at all'))).toBe('broken');
  expect(await faultOf((await paperOf(statement)).slice(0, 300))).toBe('broken');
  expect(await faultOf(await paperOf(statement, { userPassword: 'secret' }))).toBe('locked');
  expect(await faultOf(await paperOf(statement, {}, paperLimits.pages + 1))).toBe('long');
  expect(await faultOf(await paperOf([]))).toBe('picture');
});

const figures = (written: string, mark: '.' | ',' = '.', paper: readonly string[] = [written]) =>
  figuresOf(written, { ...notationOf(paper), mark });
const daysIn = (written: string) =>
  datesOf(written, notationOf([written])).map(({ year, month, day }) => [year, month, day]);

test('numbers are read with the decimal mark of their paper, in digits and groups of many lands', () => {
  const values = (written: string, mark: '.' | ',') => figures(written, mark).map((one) => one.text);
  expect(values('₹1,23,456.78', '.')).toEqual(['123456.78']);
  expect(values('1.234,56 €', ',')).toEqual(['1234.56']);
  expect(values('1 234,56', ',')).toEqual(['1234.56']);
  expect(values('१२३.४०', '.')).toEqual(['123.40']);
  expect(values('12.34- and -5.00 and (7.10)', '.')).toEqual(['-12.34', '-5.00', '-7.10']);
  expect(values('0-100', '.')).toEqual(['0', '100']);
  expect(figures('28.15p per kWh')).toMatchObject([{ value: 28.15, isMinor: true, per: 'kWh' }]);
  expect(figures('£5.00 an hour and £5.00 and 5 hours')).toMatchObject([
    { per: 'hour' },
    { per: undefined },
    { unit: 'hour' },
  ]);
  expect(notationOf(['1.234,56', '0,21', '01.03.2026']).mark).toBe(',');
  expect(notationOf(['1,23,456.00', '4.22']).mark).toBe('.');
});

test('units of a thousand, spaced groups, prices behind their unit and yen with their hundredths are read', () => {
  expect(figures('7,842 MWh at 98,70 €/MWh', ',')).toMatchObject([
    { text: '7842', unit: 'kWh' },
    { text: '0.09870', per: 'kWh' },
  ]);
  expect(figures('€/kWh 0,131450', ',')).toMatchObject([{ value: 0.13145, per: 'kWh', isMoney: true }]);
  expect(figures('今回請求額12,345円 30円51銭').map(({ text }) => text)).toEqual(['12345', '30.51']);
  expect(figures('R 1 850 000.00 and 1 204.000').map(({ text }) => text)).toEqual(['1850000.00', '1204.000']);
  expect(figures('(31 days) (-) 115.98 KDV %5')).toMatchObject([
    { value: 31, unit: 'day' },
    { value: -115.98 },
    { value: 5, isPercent: true },
  ]);
});

test('a word counts time where the paper speaks so: in another language it is any word, and hundredths are money', () => {
  const unitsIn = (written: string, ...paper: readonly string[]) =>
    figures(written, ',', [written, ...paper]).map(({ unit }) => unit);
  expect(unitsIn('45,10 an uns, 12 Monate', '31 Tage')).toEqual([undefined, 'month']);
  expect(unitsIn('Gebühr 12 an der Grenze', 'Von Januar bis März', '31 Tage')).toEqual([undefined]);
  expect(unitsIn('12 ans, 30 jours')).toEqual(['year', 'day']);
  expect(unitsIn('12,50 jours', '30 jours')).toEqual([undefined]);
  expect(unitsIn('30,00 dni')).toEqual(['day']);
});

test('dates are read in the words, digits and orders of many languages', () => {
  const days = (written: string) => daysIn(written).map(([year, month, day]) => [year ?? '', month, day].join('-'));
  for (const written of [
    '4 września 2026',
    '4. září 2026',
    '4 Eylül 2026',
    '4 Σεπτεμβρίου 2026',
    '2026. szeptember 4.',
    '2026年9月4日',
    '令和8年9月4日',
    '4 กันยายน 2569',
    '४ सितंबर २०२६',
    'Sep 4, 2026',
    '04-SEP-26',
  ])
    expect([written, ...days(written)]).toEqual([written, '2026-9-4']);
  expect(days('1 Mar - 31 Mar 2026')).toEqual(['-3-1', '2026-3-31']);
  expect(days('05/08 au 04/10/2026')).toEqual(['-8-5', '2026-10-4']);
});

test('dates are read in words of three languages, and a day alone is none', () => {
  expect(daysIn('1 March 2026')).toEqual([[2026, 3, 1]]);
  expect(daysIn('5 de marzo de 2026')).toEqual([[2026, 3, 5]]);
  expect(daysIn('31 मई 2026')).toEqual([[2026, 5, 31]]);
  expect(daysIn('March 3, 2026')).toEqual([[2026, 3, 3]]);
  expect(daysIn('2026-03-05')).toEqual([[2026, 3, 5]]);
  expect(daysIn('12 kWh')).toEqual([]);
});

test('a month is what its name means in the language of the paper, and without a language nothing', () => {
  const own = (language: string, written: string) => {
    const paper = { hr: '31 dana, 12 mjeseci, godine', pl: '30 dni, 12 miesięcy, roku' }[language] ?? '';
    return datesOf(written, notationOf([paper, written])).map(({ month, day }) => [month, day]);
  };
  expect(own('hr', '31. listopada 2026.')).toEqual([[10, 31]]);
  expect(own('pl', '30 listopada 2026')).toEqual([[11, 30]]);
  expect(own('hr', '3. lip 2026.')).toEqual([[6, 3]]);
  expect(own('pl', '3 lip 2026')).toEqual([[7, 3]]);
  expect(own('', '3 lip 2026')).toEqual([]);
});

const plan: TariffPlan = {
  name: 'Homes',
  utility: 'electricity',
  currency: 'INR',
  unit: 'kWh',
  charges: [
    { id: 'energy', kind: 'use', rate: '5' },
    { id: 'cgst', kind: 'tax', percent: '9', of: ['energy'] },
    { id: 'sgst', kind: 'tax', percent: '9', of: ['energy'] },
  ],
};
const ours = (charge: string, kind: BillLine['kind'], quantity: string, rate: string, amount: string): BillLine => ({
  utility: 'electricity',
  kind,
  from: '2026-05-01',
  to: '2026-06-01',
  quantity,
  rate,
  amount,
  charge,
});
const bill = [
  ours('energy', 'use', '100000', '5', '500.00'),
  ours('cgst', 'tax', '500', '9', '45.00'),
  ours('sgst', 'tax', '500', '9', '45.00'),
];
const printed = (words: string, amount: string) => ({
  text: words,
  amount,
  page: 1,
  box: { x: 0, y: 0, width: 1, height: 1 },
});

test('two lines that only their names tell apart are paired by them, and left alone without', () => {
  const named = [printed('SGST @ 9%', '45.00'), printed('CGST @ 9%', '45.00')];
  expect(pairLines(named, bill, plan)).toEqual([
    { printed: [0], ours: [2] },
    { printed: [1], ours: [1] },
  ]);
  const unnamed = [printed('Tax 9%', '45.00'), printed('Tax 9%', '45.00')];
  expect(pairLines(unnamed, bill, plan)).toEqual([]);
});

test('the same amount of another service is told apart by where it stands, and an odd amount needs no words', () => {
  const lines = [
    printed('Erste Zeile', '500.00'),
    printed('Zweite Zeile', '45.00'),
    printed('Dritte Zeile', '17.83'),
    printed('Gas', '45.00'),
    printed('Wasser', '20.00'),
  ];
  const own = [
    ours('energy', 'use', '100000', '5', '500.00'),
    ours('rent', 'standing', '1', '45', '45.00'),
    ours('levy', 'derived', '500', '3.566', '17.83'),
    ours('other', 'standing', '1', '21', '21.00'),
  ];
  expect(pairLines(lines, own, plan)).toEqual([{ printed: [2], ours: [2] }]);
  const known = [printed('Energy 100 kWh', '500.00'), ...lines.slice(1)].map((line, i) =>
    i === 0 ? { ...line, quantity: '100', unit: 'kWh' as const, rate: '5' } : line,
  );
  expect(pairLines(known, own, plan)).toEqual([
    { printed: [0], ours: [0] },
    { printed: [1], ours: [1] },
    { printed: [2], ours: [2] },
  ]);
});

test('what is not of our tariff is paired with nothing', () => {
  expect(pairLines([printed('Donation to the school', '20.00')], bill, plan)).toEqual([]);
});

const linesOf = async (cells: readonly Cell[]) =>
  (await readPaper(await paperOf(cells))).lines.map(({ quantity, unit, rate, amount }) => [
    quantity,
    unit,
    rate,
    amount,
  ]);
const total = (y: number, words: string): Cell[] => [
  [50, y, 'Total to pay'],
  [480, y, words],
];

test('a price by the year is paid by the day, and two prices in brackets are one', async () => {
  expect(
    await linesOf([
      [50, 100, 'Service'],
      [200, 100, '62 days'],
      [300, 100, '€292.80/year'],
      [480, 100, '49.74'],
      [50, 120, 'Energy'],
      [200, 120, '62 kWh × (0.097553 + 0.118900) €/kWh'],
      [480, 120, '13.42'],
      ...total(150, '€63.16'),
    ]),
  ).toEqual([
    ['62', 'day', '292.80', '49.74'],
    ['62', 'kWh', '0.216453', '13.42'],
  ]);
});

test('a paragraph is read over its sentences: name, quantity and price stand before the amount', async () => {
  expect(
    await linesOf([
      [50, 100, 'Energy until 31. December 2025. In the first 92 days we have counted 832 kWh here. At 26.41'],
      [50, 112, 'ct/kWh this comes to 219.73 € without any of the taxes.'],
      [50, 140, 'Service from 1. January 2026. This is 138.60 € in a year, and for 273 of 365 days it is'],
      [50, 152, '103.67 € without any of the taxes.'],
      ...total(200, '323.40 €'),
    ]),
  ).toEqual([
    ['832', 'kWh', '0.2641', '219.73'],
    ['273', 'day', '138.60', '103.67'],
  ]);
});

test('of two lists side by side each is read by itself', async () => {
  const left = ['129.44', '409.87', '70.11', '521.30'];
  const right = [
    ['Energy', '572.99'],
    ['VAT 16%', '91.68'],
    ['Lighting', '45.84'],
    ['Total to pay', '$710.51'],
  ];
  const read = await readPaper(
    await paperOf(
      left.flatMap((amount, i): Cell[] => [
        [50, 100 + 14 * i, `Cost ${'abcd'[i]} of the market`],
        [200, 100 + 14 * i, amount],
        [330, 100 + 14 * i, right[i]?.[0] ?? ''],
        [480, 100 + 14 * i, right[i]?.[1] ?? ''],
      ]),
    ),
  );
  expect(read.total).toBe('710.51');
  expect(read.lines.map(({ amount }) => amount)).toEqual(['572.99', '91.68', '45.84']);
});

test('a meter of several registers has used what all of them show', async () => {
  const read = await readPaper(
    await paperOf([
      [50, 50, 'For 1 June to 30 June 2026'],
      [50, 80, 'Previous reading'],
      [250, 80, '3871'],
      [350, 80, '6519'],
      [50, 94, 'Current reading'],
      [250, 94, '3933'],
      [350, 94, '6637'],
      [50, 120, 'Day units'],
      [250, 120, '62 kWh'],
      [350, 120, '€0.2000'],
      [480, 120, '12.40'],
      [50, 134, 'Night units'],
      [250, 134, '118 kWh'],
      [350, 134, '€0.1000'],
      [480, 134, '11.80'],
      ...total(160, '€24.20'),
    ]),
  );
  expect(read.used).toEqual({ amount: '180', unit: 'kWh' });
  expect(read.reads).toHaveLength(2);
});

test('dollars are of no land where nothing says of which', async () => {
  const cells = statement.map(([x, y, words]): Cell => [x, y, words.replace('£', '$')]);
  expect(await readPaper(await paperOf(cells))).toMatchObject({ unreadable: [{ field: 'currency', place: null }] });
});

test('the amount of a row is that of the column that sums to the total, not a tax beside it', async () => {
  const rows = [
    ['Use', '238', '0.487123', '115.94', '18', '20.87'],
    ['Transport', '238', '0.392601', '93.44', '18', '16.82'],
    ['Light', '', '', '14.87', '', ''],
    ['TOTAL', '', '', '224.25', '', '37.69'],
  ];
  const read = await readPaper(
    await paperOf(rows.flatMap((row, i) => row.map((words, k): Cell => [50 + 85 * k, 100 + 14 * i, words]))),
  );
  expect(read.total).toBe('224.25');
  expect(read.lines.map(({ quantity, amount }) => [quantity, amount])).toEqual([
    ['238', '115.94'],
    ['238', '93.44'],
    [undefined, '14.87'],
  ]);
});

test('of columns with and without tax the lines are without, and the total tells the tax', async () => {
  const read = await readPaper(
    await paperOf([
      ...[
        ['Energia', '412 kWh', '0,5050', '208,06', '47,85', '255,91'],
        ['Sie', '412 kWh', '0,2100', '86,52', '19,90', '106,42'],
        ['Razem', '', '', '294,58', '67,75', '362,33'],
      ].flatMap((row, i) => row.map((words, k): Cell => [50 + 85 * k, 100 + 14 * i, words])),
      [50, 160, 'Razem do zap'],
      [475, 160, '362,33 PLN'],
    ]),
  );
  expect(read).toMatchObject({ total: '362.33', tax: '67.75', currency: 'PLN', used: { amount: '412', unit: 'kWh' } });
  expect(read.lines.map(({ amount }) => amount)).toEqual(['208.06', '86.52', '67.75']);
});

test('in money without hundredths, what was owed before is no part of the bill', async () => {
  const read = await readPaper(
    await paperOf(
      [
        ['CARGO FIJO', '', '1.046'],
        ['CONSUMO AGUA', '19,00 m3 x 612,35', '11.635'],
        ['RECOLECCION', '19,00 m3 x 418,22', '7.946'],
        ['TOTAL DEL MES', '', '$ 20.627'],
        ['SALDO ANTERIOR', '', '$ 27.310'],
        ['TOTAL A PAGAR', '', '$ 47.937'],
      ].flatMap((row, i) => row.map((words, k): Cell => [50 + 200 * k, 100 + 14 * i, words])),
    ),
  );
  expect(read.total).toBe('20627');
  expect(read.lines.map(({ amount }) => amount)).toEqual(['1046', '11635', '7946']);
});

test('what the steps of a price sum to was used, not one of them', async () => {
  const read = await readPaper(
    await paperOf([
      [50, 100, '0 - 6 kL (free)'],
      [200, 100, '6.000 kL @ R 0.0000'],
      [480, 100, '0.00'],
      [50, 114, '7 - 15 kL'],
      [200, 114, '9.000 kL @ R 29.8400'],
      [480, 114, '268.56'],
      [50, 128, 'over 15 kL'],
      [200, 128, '4.000 kL @ R 74.5300'],
      [480, 128, '298.12'],
      [50, 150, 'Consumption'],
      [200, 150, '19.000 kL'],
      ...total(170, 'R 566.68'),
    ]),
  );
  expect(read).toMatchObject({ used: { amount: '19.000', unit: 'kL' }, currency: 'ZAR', total: '566.68' });
});

test('sums are followed over the pages to the finest lines, with credits in brackets beside a second list', async () => {
  const front: Cell[] = [
    [50, 50, 'Delivery services'],
    [230, 50, '$81.40'],
    [50, 70, 'Other charges and credits'],
    [226, 70, '($10.08)'],
    [50, 90, 'Total amount due by Nov 6, 2026'],
    [230, 90, '$71.32'],
  ];
  const details: Cell[] = [
    [50, 200, 'Customer charge'],
    [230, 200, '$9.85'],
    [50, 220, 'Distribution charge 600 kWh x $.08000'],
    [230, 220, '$48.00'],
    [50, 240, 'Transition charge 600 kWh x ($0.00100)'],
    [228, 240, '($0.60)'],
    [320, 240, 'Paper bill fee'],
    [520, 240, '$1.32'],
    [50, 260, 'Transmission charge 600 kWh x $0.04025'],
    [230, 260, '$24.15'],
    [320, 260, 'Community solar credit'],
    [516, 260, '($11.40)'],
    [50, 280, 'Subtotal delivery services'],
    [230, 280, '$81.40'],
    [320, 280, 'Subtotal other'],
    [516, 280, '($10.08)'],
  ];
  const read = await readPaper(await paperOf([...front, ...details]));
  expect(read.total).toBe('71.32');
  expect(read.lines.map(({ amount }) => amount).toSorted()).toEqual(
    ['9.85', '48.00', '-0.60', '24.15', '1.32', '-11.40'].toSorted(),
  );
});

test('a price for a unit that only the quantity tells is one for ours', async () => {
  const read = await readPaper(
    await paperOf([
      [50, 50, 'Periode 01-07-2025 - 30-06-2026'],
      [50, 80, 'Forbrugsbidrag'],
      [300, 80, '6,942 MWh'],
      [400, 80, '487,25'],
      [500, 80, '3.382,49'],
      [50, 100, 'Forbrugsbidrag'],
      [300, 100, '8,742 MWh'],
      [400, 100, '516,50'],
      [500, 100, '4.515,24'],
      [50, 120, 'Rykkergebyr (momsfrit)'],
      [500, 120, '100,00'],
      [50, 140, 'I alt'],
      [500, 140, '7.997,73'],
    ]),
  );
  expect(read.lines.slice(0, 2)).toMatchObject([
    { quantity: '6942', unit: 'kWh', rate: '0.48725' },
    { quantity: '8742', unit: 'kWh', rate: '0.51650' },
  ]);
  expect(read).toMatchObject({ used: { amount: '15684', unit: 'kWh' } });
  expect(read.tax).toBeUndefined();
});

test('gas is told in the unit that is charged, not that of its meter', async () => {
  const read = await readPaper(
    await paperOf([
      [50, 50, 'Opening reading'],
      [300, 50, '2841.7'],
      [50, 70, 'Closing reading'],
      [300, 70, '2924.2'],
      [50, 90, 'Units used (m³)'],
      [300, 90, '82.5'],
      [50, 130, 'Gas used 913.4 kWh at 6.240p'],
      [300, 130, '£57.00'],
      [50, 150, 'Standing charge 31 days at 31.42p'],
      [300, 150, '£9.74'],
      [50, 170, 'Total gas charges'],
      [300, 170, '£66.74'],
    ]),
  );
  expect(read.used).toEqual({ amount: '913.4', unit: 'kWh' });
});

test('a span that does not say its year is of that of the paper, also over the end of one', async () => {
  const daysOf = async (...words: readonly string[]) => {
    const { from, to } = await readPaper(await paperOf(words.map((one, i): Cell => [50, 50 + 40 * i, one])));
    return [from, to];
  };
  expect(await daysOf('Bill date: 4 November 2026', 'Period: 3 Oct - 2 Nov')).toEqual(['2026-10-03', '2026-11-03']);
  expect(await daysOf('Bill date: 9 January 2027', 'Period: 5 Dec - 6 Jan')).toEqual(['2026-12-05', '2027-01-07']);
  expect(await daysOf('Emitida el 14/10/2026', 'Periodo 12/09 - 11/10')).toEqual(['2026-09-12', '2026-10-12']);
  expect(await daysOf('Período facturado AGO/05/2026 - OCT/03/2026')).toEqual(['2026-08-05', '2026-10-04']);
  expect(await daysOf('Facture du 12.10.2026', 'Période: septembre 2026')).toEqual(['2026-09-01', '2026-10-01']);
  expect(await daysOf('Billing period: Nov 2025 - Jan 2026')).toEqual(['2025-11-01', '2026-02-01']);
});

test('Arabic in the shapes of its letters is read as it is said, its numbers as they stand', () => {
  expect(spoken('\u0663\u0661/\u0661\u0660 \ufef0\ufedf\u0625 \u0660\u0661/\u0661\u0660')).toBe(
    '\u0660\u0661/\u0661\u0660 \u0625\u0644\u0649 \u0663\u0661/\u0661\u0660',
  );
  expect(spoken('plain 12.50')).toBe('plain 12.50');
});

test('the sum of a column of tax is the tax, where its row only says that it sums', async () => {
  const read = await readPaper(
    await paperOf([
      [50, 50, 'Valoare (lei)'],
      [400, 50, 'TVA 21% (lei)'],
      [50, 70, 'Gaze naturale 1842 kWh 0.18240'],
      [300, 70, '335.98'],
      [400, 70, '70.56'],
      [50, 90, 'Abonament 31 zile 0.42'],
      [300, 90, '13.02'],
      [404, 90, '2.73'],
      [50, 110, 'Total factura curenta'],
      [300, 110, '349.00'],
      [400, 110, '73.29'],
      [50, 130, 'Total de plata'],
      [400, 130, '422.29'],
    ]),
  );
  expect(read).toMatchObject({ total: '422.29', tax: '73.29' });
});

const table = (rows: readonly (readonly [name: string, amount: string, ...rest: string[]])[]): Cell[] =>
  rows.flatMap(([name, amount, ...rest], i): Cell[] => [
    [50, 50 + 14 * i, name],
    [480, 50 + 14 * i, amount],
    ...rest.map((words, k): Cell => [220 + 80 * k, 50 + 14 * i, words]),
  ]);

test('words of other languages take neither an amount nor a count away', async () => {
  expect(
    await linesOf(
      table([
        ['Energy', '60.24', '200 kWh', '£0.3012'],
        ['Lamps LED 12', '18.00', '', '1.50'],
        ['Clock', '12.50 timer'],
        ['Total to pay', '£90.74'],
      ]),
    ),
  ).toEqual([
    ['200', 'kWh', '0.3012', '60.24'],
    ['12', undefined, '1.50', '18.00'],
    [undefined, undefined, undefined, '12.50'],
  ]);
});

test('what is told in parts elsewhere is one part of the sum once, not of each that is as large', async () => {
  const read = await readPaper(
    await paperOf([
      ...table([
        ['Electricity', '10.00'],
        ['Water', '10.00'],
        ['Total to pay', '£20.00'],
      ]),
      ...table([
        ['Day', '6.00', '20 kWh', '£0.3000'],
        ['Night', '4.00', '40 kWh', '£0.1000'],
        ['Sum', '10.00'],
      ]).map(([x, y, words]): Cell => [x, y + 200, words]),
    ]),
  );
  expect(read.total).toBe('20.00');
  expect(read.lines.map(({ amount }) => amount).toSorted()).toEqual(['10.00', '4.00', '6.00']);
});

test('sums of two that are told in parts, forty deep, are followed once each', async () => {
  const amounts = Array.from({ length: 40 }, (_, i) => `${2n ** BigInt(i)}.00`);
  const rows = amounts.slice(1).flatMap((whole, i): [string, string][] => [
    ['Part of it', amounts[i] ?? ''],
    ['Other part', amounts[i] ?? ''],
    [i === 38 ? 'Total to pay' : 'Total', `£${whole}`],
  ]);
  const read = await readPaper(
    await paperOf(
      rows.flatMap(([name, amount], i): Cell[] => [
        [50, 40 + 12 * i, name],
        [380, 40 + 12 * i, amount],
      ]),
      { size: [600, 1600] },
    ),
  );
  expect(read.total).toBe(amounts[39]);
  expect(read.lines.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(Number(amounts[39]));
});

test('a paper of as many amounts as one may hold is read in a time that a person waits', {
  timeout: 60_000,
}, async () => {
  const cells = Array.from({ length: 1500 }, (_, i): Cell[] => [
    [
      50,
      40 + 12 * i,
      `${i % 3 === 0 ? 'Total' : 'Item'} of 2026-${String((i % 12) + 1).padStart(2, '0')}-${String((i % 28) + 1).padStart(2, '0')}`,
    ],
    [250, 40 + 12 * i, `${1000 + ((i * 7919) % 4801)} kWh`],
    [380, 40 + 12 * i, `${10 + ((i * 104_729) % 9973)}.${String((i * 37) % 100).padStart(2, '0')}`],
  ]).flat();
  const begun = performance.now();
  const read = await readPaper(await paperOf(cells, { size: [600, 18_100] }));
  expect(read.lines).toEqual([]);
  expect(performance.now() - begun).toBeLessThan(30_000);
});

test('a sign of many lands is that of the one that the paper names, by a number of its taxes, a place on the net, its name or its language', async () => {
  const currencyOf = async (sign: string, ...words: readonly string[]) =>
    (
      await readPaper(
        await paperOf([
          ...table([
            ['Energi', '60.24', '200 kWh', '0.3012'],
            ['Total', `${sign} 60.24`],
          ]),
          ...words.map((one, i): Cell => [50, 200 + 20 * i, one]),
        ]),
      )
    ).currency;
  expect(await currencyOf('kr', 'Org.nr 556000-4615')).toBe('SEK');
  expect(await currencyOf('kr', 'Org.nr 987 654 325')).toBeUndefined();
  expect(await currencyOf('kr', '12 måneder, fra mai til desember')).toBe('NOK');
  expect(await currencyOf('kr', '12 månader, från maj till augusti')).toBe('SEK');
  expect(await currencyOf('$', 'R.U.T.: 76.123.456-7')).toBe('CLP');
  expect(await currencyOf('$', 'RUT 211234560018')).toBeUndefined();
  expect(await currencyOf('$', 'www.example.co.nz')).toBe('NZD');
  expect(await currencyOf('$', 'Postboks 5, Singapore')).toBe('SGD');
  expect(await currencyOf('$', 'www.example.com')).toBeUndefined();
  expect(await currencyOf('Rs.', 'Lahore, Pakistan')).toBe('PKR');
  expect(await currencyOf('£', 'www.example.com')).toBe('GBP');
});
