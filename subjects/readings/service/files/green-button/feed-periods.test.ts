import { type FileBill, fileBill } from '../../../contract/imports.ts';
import { describe, expect, test } from 'vitest';
import { fileOf } from '../csv/testing.ts';
import { scanFeed } from './scan-feed.ts';
import { feed, type FeedRow, fileFormat, type GivenSummary, point, summary } from './testing-feed.ts';

const day = 86_400;
const start = Date.UTC(2026, 9, 1) / 1000;
const month = 31 * day;
const electricity = ['72', '0', 400_000] as const;
const water = ['134', '0', 9000] as const;

const billsOf = async (...entries: string[]): Promise<FileBill[]> => {
  const told = await fileFormat.bills(fileOf(feed(...entries)));
  if (!told.ok) throw new Error(told.code);
  return told.value.bills.map((bill) => fileBill.parse(bill));
};
const of = (given: Partial<GivenSummary>): string => summary({ start, duration: month, ...given });
const days = (from: number, to: number): FeedRow[] =>
  Array.from({ length: to - from }, (_, i) => [start + (from + i) * day, day, 5] as const);

describe('what is said of the same days', () => {
  test.each([
    ['no usage point', []],
    ['one usage point', [point(days(0, 1))]],
  ])('of electricity and of water are two bills: a feed with %s', async (_what, points) => {
    const bills = await billsOf(
      ...points,
      of({ fields: { billLastPeriod: 5_000_000 }, used: electricity }),
      of({ fields: { billLastPeriod: 2_000_000 }, used: water }),
    );
    expect(bills.map(({ utility, total }) => [utility, total])).toEqual([
      ['electricity', 5_000_000],
      ['water', 2_000_000],
    ]);
  });

  test('without a total takes none away, and fills in what was used', async () => {
    const total = of({ fields: { billLastPeriod: 5_000_000 } });
    const use = of({ used: electricity });
    const bill = { total: 5_000_000, used: 400_000, isSummed: false };
    expect(await billsOf(point(days(0, 1)), total, use)).toMatchObject([bill]);
    expect(await billsOf(point(days(0, 1)), use, total)).toMatchObject([bill]);
    const corrected = of({ fields: { billLastPeriod: 4_000_000 } });
    expect(await billsOf(point(days(0, 1)), total, use, corrected)).toMatchObject([{ ...bill, total: 4_000_000 }]);
  });
});

describe('a total that is summed', () => {
  const cost = String(100_000);
  const readings = point(days(0, 31), { cost });

  test('has what the lines charge besides the use, where the sum of it is not said', async () => {
    const items = [
      { amount: 1_000_000, note: 'Customer charge', itemKind: 4 },
      { amount: -9_000_000, note: 'Payment received', itemKind: 9 },
    ];
    expect(await billsOf(readings, of({ items }))).toMatchObject([
      {
        total: 4_100_000,
        isSummed: true,
        lines: [
          { part: 'fixed', note: 'Customer charge', amount: 1_000_000 },
          { part: 'use', note: '', amount: 3_100_000 },
        ],
      },
    ]);
    const said = { costAdditionalLastPeriod: 1_500_000 };
    expect(await billsOf(readings, of({ items, fields: said }))).toMatchObject([{ total: 4_600_000 }]);
  });

  test('keeps what is charged besides, whatever says no more of its days than the use', async () => {
    const charged = of({ items: [{ amount: 1_000_000, itemKind: 4 }] });
    const bill = { total: 4_100_000, used: 400_000 };
    expect(await billsOf(readings, charged, of({ used: electricity }))).toMatchObject([bill]);
    expect(await billsOf(readings, of({ used: electricity }), charged)).toMatchObject([bill]);
  });

  test.each([
    ['for the use, as the costs of readings are', { amount: 900, note: 'On-Peak', itemKind: 3 }],
    ['for delivery by the use', { amount: 900, itemKind: 2, unitCost: 9 }],
    ['for nobody says what', { amount: 900, note: 'On-Peak' }],
    ['of an amount that cannot be read', { amount: '9.5', itemKind: 4 }],
  ])('is none where a line is %s', async (_what, item) => {
    const items = [{ amount: 1_000_000, itemKind: 4 }, item];
    expect(await billsOf(readings, of({ items }))).toEqual([]);
  });

  test('is none where there are more lines than are kept', async () => {
    const items = Array.from({ length: 41 }, () => ({ amount: 1, itemKind: 4 }));
    expect(await billsOf(readings, of({ items: items.slice(1) }))).toMatchObject([{ total: 3_100_040 }]);
    expect(await billsOf(readings, of({ items }))).toEqual([]);
  });

  // Another series of the same point.
  const second = (rows: FeedRow[], price: string): string =>
    point(rows, { cost: price }).replaceAll('/MeterReading/1', '/MeterReading/2');

  test('is not hidden by a register that costs nothing', async () => {
    expect(await billsOf(readings, second(days(0, 31), '0'), of({}))).toMatchObject([{ total: 3_100_000 }]);
    expect(await billsOf(second(days(0, 9), '0'), readings, of({}))).toMatchObject([{ total: 3_100_000 }]);
  });

  test('is none where two registers cost something at a time', async () => {
    expect(await billsOf(readings, second(days(0, 31), cost), of({}))).toEqual([]);
    expect(await billsOf(readings, second(days(0, 9), cost), of({}))).toEqual([]);
    // Each fills a part, and together they are as long as the period.
    expect(await billsOf(point(days(0, 16), { cost }), second(days(1, 16), cost), of({}))).toEqual([]);
  });

  test('goes on from the register that was changed to the one that came', async () => {
    const [before, after] = [point(days(0, 11), { cost }), second(days(11, 31), cost)];
    expect(await billsOf(after, before, of({}))).toMatchObject([{ total: 3_100_000 }]);
  });

  test('is of its own utility alone', async () => {
    expect(await billsOf(readings, of({ used: electricity }), of({ used: water }))).toMatchObject([
      { utility: 'electricity', total: 3_100_000 },
    ]);
  });
});

test('names are of whole characters: half of one cannot be kept', async () => {
  const title = `${'x'.repeat(69)}💧 of the garden`;
  const named = feed(point(days(0, 1)), of({ fields: { billLastPeriod: 100 } })).replaceAll('Meter 1', title);
  const { series, bills } = await scanFeed(fileOf(named), () => {});
  expect(series.map(({ name }) => name)).toEqual(['x'.repeat(69)]);
  expect(bills.map(({ bill }) => bill.column)).toEqual(['x'.repeat(69)]);
  const halved = named.replace('💧', '&#xD83D;');
  expect(await fileFormat.bills(fileOf(halved))).toEqual({ ok: false, code: 'xml-malformed' });
});
