import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type FileBill, fileBill } from '../../../contract/imports.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileOf } from '../csv/testing.ts';
import type { OpenFile } from '../open-file.ts';
import { billLines } from './feed-bills.ts';
import { feed, type FeedRow, fileFormat, type GivenSummary, point, summary } from './testing-feed.ts';

const hour = 3600;
const start = Date.UTC(2026, 9, 1) / 1000;
const month = 31 * 24 * hour;

const billsOf = async (open: OpenFile): Promise<FileBill[]> => {
  const told = await fileFormat.bills(open);
  if (!told.ok) throw new Error(told.code);
  return told.value.bills.map((bill) => fileBill.parse(bill));
};
const told = (given: Partial<GivenSummary>, around = point([[start, hour, 5]])): Promise<FileBill[]> =>
  billsOf(fileOf(feed(around, summary({ start, duration: month, ...given }))));

describe('a bill', () => {
  test('has its days, its total, its use, its quality and its lines', async () => {
    const [bill, ...none] = await told({
      fields: {
        billLastPeriod: 9_950_000,
        billToDate: 1,
        currency: 978,
        qualityOfReading: 8,
        statusTimeStamp: start + month,
      },
      used: ['72', '3', 450],
      items: [
        { amount: 7_000_000, note: 'Energy', itemKind: 3 },
        { amount: 2_000_000, note: 'Service &amp; meter', itemKind: 4 },
        { amount: -50_000, note: 'Rebate', itemKind: 8 },
        { amount: 1_000_000, note: 'Tax', itemKind: 5 },
        { amount: -9_000_000, note: 'Payment received', itemKind: 9 },
        { amount: 0, note: 'Read type: estimated', itemKind: 10 },
      ],
    });
    expect(none).toEqual([]);
    expect(bill).toEqual({
      column: 'Meter 1',
      utility: 'electricity',
      start: '2026-10-01T00:00:00.000Z',
      end: '2026-11-01T00:00:00.000Z',
      total: 9_950_000,
      currency: 'EUR',
      used: 450_000,
      isEstimated: true,
      isEarly: false,
      isSummed: false,
      lines: [
        { part: 'use', note: 'Energy', amount: 7_000_000 },
        { part: 'fixed', note: 'Service & meter', amount: 2_000_000 },
        { part: 'fixed', note: 'Rebate', amount: -50_000 },
        { part: 'tax', note: 'Tax', amount: 1_000_000 },
      ],
    });
  });

  test('of water is in mL; where the use says no unit, the kind of the service tells the utility', async () => {
    const around = point([[start, hour, 5]], { service: '2', uom: '134', currency: '840' });
    const fields = { billLastPeriod: 100 };
    expect(await told({ fields, used: ['128', '3', 2] }, around)).toMatchObject([
      { utility: 'water', used: 7_570_823.568, currency: 'USD' },
    ]);
    expect(await told({ fields }, around)).toMatchObject([{ utility: 'water', used: null }]);
    expect(await told({ fields, name: 'ElectricPowerUsageSummary', used: ['72', '0', '-5'] })).toMatchObject([
      { utility: 'electricity', used: null, currency: null },
    ]);
  });

  test('of gas is one, with its use where that is told in cubic metres', async () => {
    const gas = point([[start, hour, 5]], { service: '1', commodity: '7', uom: '42' });
    const fields = { billLastPeriod: 100 };
    expect(await told({ fields, used: ['42', '0', 9] }, gas)).toMatchObject([{ utility: 'gas', used: 9_000_000 }]);
    expect(await told({ fields, used: ['72', '3', 9] }, gas)).toMatchObject([{ utility: 'gas', used: null }]);
  });

  test('is no period without an amount, or without days', async () => {
    const fields = { billLastPeriod: 100 };
    expect(await told({ fields: { billToDate: 100 } })).toEqual([]);
    expect(await told({ fields: { billLastPeriod: 'much' } })).toEqual([]);
    expect(await told({ fields, duration: 0 })).toEqual([]);
    expect(await told({ fields, start: 5 })).toEqual([]);
  });

  test('that was told before its period was over says so', async () => {
    const fields = { billLastPeriod: 100, statusTimeStamp: start + 9 * 24 * hour };
    expect(await told({ fields })).toMatchObject([{ isEarly: true }]);
  });

  test('stands once for a period of a meter, as it was said last; the latest period first', async () => {
    const one = (from: number, total: number, meter = 1) =>
      summary({ start: from, duration: month, meter, fields: { billLastPeriod: total }, used: ['72', '0', 1] });
    const points = [point([[start, hour, 5]]), point([[start, hour, 5]], { meter: 2 })];
    const bills = await billsOf(
      fileOf(feed(...points, one(start, 1), one(start, 2), one(start + month, 3), one(start, 4, 2))),
    );
    expect(bills.map(({ total, column }) => [total, column])).toEqual([
      [3, 'Meter 1'],
      [2, 'Meter 1'],
      [4, 'Meter 2'],
    ]);
  });

  test('needs no readings; a table and what is no feed tell none', async () => {
    const alone = feed(summary({ start, duration: month, fields: { billLastPeriod: 100 }, used: ['72', '0', 1] }));
    expect(await billsOf(fileOf(alone))).toMatchObject([{ total: 100, column: 'Green Button' }]);
    expect(await fileFormat.preview(fileOf(alone), 'use.xml', 'UTC')).toEqual({ ok: false, code: 'empty' });
    expect(await fileFormat.bills(fileOf('time,kwh\n2026-10-01,5\n'))).toEqual({
      ok: true,
      value: { format: 'csv', bills: [] },
    });
    expect(await fileFormat.bills(fileOf(alone.slice(0, -20)))).toEqual({ ok: false, code: 'xml-malformed' });
  });
});

describe('a period without a total', () => {
  const days = (count: number): FeedRow[] =>
    Array.from({ length: count }, (_, i) => [start + i * 24 * hour, 24 * hour, 5] as const);
  const sum = (rows: FeedRow[], fields = {}) => told({ fields }, point(rows, { cost: '100000', currency: '840' }));

  test('comes to what its readings cost, with what is charged besides', async () => {
    const fields = { costAdditionalLastPeriod: 250_000 };
    expect(await sum([...days(33)], fields)).toMatchObject([
      {
        total: 3_350_000,
        currency: 'USD',
        isSummed: true,
        lines: [
          { part: 'other', note: '', amount: 250_000 },
          { part: 'use', note: '', amount: 3_100_000 },
        ],
      },
    ]);
  });

  test('is no bill where readings do not fill it, or cost nothing', async () => {
    expect(await sum(days(30))).toEqual([]);
    expect(await told({}, point(days(31), { cost: '0' }))).toEqual([]);
  });
});

describe('lines', () => {
  const items = (...all: Record<string, string | number>[]) =>
    all.map((one) => new Map(Object.entries(one).map(([name, value]) => [name, String(value)])));

  test('that are all that is charged besides the use leave the rest to it', () => {
    expect(billLines(items({ amount: 300, itemKind: 4 }), 300, 10_300)).toEqual([
      { part: 'fixed', note: '', amount: 300 },
      { part: 'use', note: '', amount: 10_000 },
    ]);
    expect(billLines(items({ amount: 300, itemKind: 4 }), null, 10_300)).toMatchObject([{}, { part: 'other' }]);
  });

  test('for delivery are for the use where they measure it', () => {
    const measured = { amount: 5, itemKind: 2, 'measurement/value': 9 };
    expect(billLines(items(measured, { amount: 5, itemKind: 2 }, { amount: 5 }), null, 15)).toEqual([
      { part: 'use', note: '', amount: 5 },
      { part: 'other', note: '', amount: 5 },
      { part: 'other', note: '', amount: 5 },
    ]);
  });

  test('sum to the total, whatever a feed says', () => {
    const money = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 });
    const item = fc.record({
      amount: money,
      itemKind: fc.integer({ min: 0, max: 12 }),
      note: fc.string({ unit: 'grapheme', maxLength: 300 }),
    });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 60 }), fc.option(money), money, (all, additional, total) => {
        const lines = billLines(items(...all), additional, total);
        const sum = lines.reduce((whole, { amount }) => whole + amount, 0);
        expect(lines.length === 0 ? total : sum).toBe(total);
        expect(lines.every(({ note }) => note.length <= 120)).toBe(true);
        // Throws for half a character, which a database could not keep.
        expect(() => lines.map(({ note }) => encodeURIComponent(note))).not.toThrow();
      }),
    );
  });
});

const folder = fileURLToPath(new URL('../../../../../../shared/data/greenbutton/', import.meta.url));
const valueOf = (text: string, name: string): number => Number(new RegExp(`<${name}>(-?\\d+)<`).exec(text)?.[1]);

describe.skipIf(!existsSync(folder))('files of utilities', () => {
  test.each([
    ['15minLP_15Days.xml', 'electricity', 1, false],
    ['hourlyForMonthMar.xml', 'electricity', 1, false],
    ['TestGBDataHourlyNineDaysBinnedDaily.xml', 'electricity', 1, true],
    ['Water.xml', 'water', 3_785_411.784, false],
  ])('%s tells one bill, with the figures that stand in it', async (name, utility, unit, isEarly) => {
    const text = readFileSync(`${folder}${name}`, 'utf8').split('<ElectricPowerUsageSummary')[1] ?? '';
    const overall = text.split('<overallConsumptionLastPeriod>')[1] ?? '';
    const [begin, duration] = [valueOf(text, 'start'), valueOf(text, 'duration')];
    const [bill, ...none] = await billsOf(() => createReadStream(`${folder}${name}`));
    expect(none).toEqual([]);
    const { used, lines, ...rest } = bill as FileBill;
    expect(rest).toMatchObject({
      utility,
      start: new Date(begin * 1000).toISOString(),
      end: new Date((begin + duration) * 1000).toISOString(),
      total: valueOf(text, 'billLastPeriod'),
      currency: 'USD',
      isEstimated: false,
      isEarly,
      isSummed: false,
    });
    expect(used).toBeCloseTo(valueOf(overall, 'value') * unit, 0);
    const besides = lines.find(({ part }) => part === 'other')?.amount ?? 0;
    expect(besides).toBe(valueOf(text, 'costAdditionalLastPeriod'));
  });

  test('one with a period but no amount tells no bill', async () => {
    expect(await billsOf(() => createReadStream(`${folder}electric_containerized.xml`))).toEqual([]);
  });
});
