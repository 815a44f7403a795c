import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPlan } from '../check/check-plan.ts';
import { exact, sumOf } from '../exact.ts';
import { explainChange } from '../explain/explain-change.ts';
import type { TariffCharge, TariffPlan, UseCharge } from '../plan.ts';
import { priceSeries } from '../price-series.ts';
import { cycleOf, monthly, planOf, priced, shortLines, steadyUse, telescopic, useAt } from '../testing-plans.ts';
import { isWaitedFor } from '../tariff-faults.ts';

const inZloty: Partial<TariffPlan> = { currency: 'PLN' };
const exchange = { currency: 'EUR', series: 'eur-pln' };
const energy = (rest: Partial<UseCharge>): UseCharge => ({ id: 'energy', kind: 'use', exchange, ...rest });
const standing: TariffCharge = { id: 'standing', kind: 'fixed', per: 'day', amount: '1', exchange };

const daysOf = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `2026-01-${String(i + 1).padStart(2, '0')}`);
/** The same on every day of January but those that are named. */
const ratesOf = (rate: string, others: Readonly<Record<string, string | undefined>> = {}) => ({
  'eur-pln': Object.fromEntries(
    Object.entries({ ...Object.fromEntries(daysOf(31).map((day) => [day, rate])), ...others }).flatMap(([day, one]) =>
      one === undefined ? [] : [[day, one] as const],
    ),
  ),
});

const use = useAt({ '2026-01-10 10:00': 10_000, '2026-01-20 10:00': 30_000 });
const bill = (charges: readonly TariffCharge[], colours: Record<string, Record<string, string>>, own = use) =>
  priced(charges, { use: own, colours }, inZloty);

describe('a price in another currency', () => {
  test('each day at its own rate: 10 × 0.10 × 4 + 30 × 0.10 × 4.4 = 17.20, at a mean of 4.3', () => {
    const { lines, total, faults } = bill([energy({ rate: '0.10' })], ratesOf('4', { '2026-01-20': '4.4' }));
    expect(lines).toMatchObject([
      { quantity: '40000', rate: '0.10', amount: '17.20', exchange: { currency: 'EUR', amount: '4.00', rate: '4.3' } },
    ]);
    expect({ total, faults }).toEqual({ total: '17.20', faults: [] });
  });

  test('a standing charge by its days, a tax on what it comes to: 30 × 4 + 1 × 5 = 125, and a tenth', () => {
    const tax: TariffCharge = { id: 'tax', kind: 'tax', percent: '10', of: 'all' };
    expect(shortLines(bill([standing, tax], ratesOf('4', { '2026-01-31': '5' })))).toEqual([
      'standing: 31 = 125.00',
      'tax: 125 = 12.50',
    ]);
  });

  test('in blocks each has its part of every day: 10 of 40 kWh at 0.10 and 30 at 0.20, at (10 × 4 + 30 × 4.4) / 40', () => {
    const blocks = telescopic('month', { upTo: '10', rate: '0.10' }, { rate: '0.20' });
    expect(shortLines(bill([energy({ blocks })], ratesOf('4', { '2026-01-20': '4.4' })))).toEqual([
      'energy: 10000 = 4.30',
      'energy: 30000 = 25.80',
    ]);
  });

  test('by periods only the use of the period counts: 10 × 0.2 × 4 in one, 30 × 0.1 × 5 in the other', () => {
    const schedules = { day: { periods: [{ period: 'P1', hours: ['08:00-12:00'] }, { period: 'P2' }] } };
    const both = useAt({ '2026-01-10 10:00': 10_000, '2026-01-20 20:00': 30_000 });
    const charge = energy({ schedule: 'day', rates: { P1: '0.2', P2: '0.1' } });
    const colours = ratesOf('4', { '2026-01-20': '5' });
    expect(shortLines(priced([charge], { use: both, colours }, { ...inZloty, schedules }))).toEqual([
      'energy P1: 10000 = 8.00',
      'energy P2: 30000 = 15.00',
    ]);
  });

  test('at a market’s prices what each day cost is turned: 10 × 0.5 × 4 − 30 × 0.1 × 5 = 5', () => {
    const startS = Date.UTC(2026, 0, 10, 9) / 1000;
    const prices = {
      spot: priceSeries(
        [
          { startS, price: '0.5' },
          { startS: startS + 10 * 86_400, price: '-0.1' },
        ],
        3600,
      ),
    };
    const charge = energy({ market: { series: 'spot' } });
    const own = { use, prices, colours: ratesOf('4', { '2026-01-20': '5' }) };
    expect(priced([charge], own, inZloty).lines).toMatchObject([{ amount: '5.00', exchange: { amount: '2.00' } }]);
    const half = priced([{ ...charge, sharePercent: '50' }], own, inZloty);
    expect(half.lines).toMatchObject([{ quantity: '20000', amount: '2.50', exchange: { amount: '1.00' } }]);
  });

  test('what goes back is paid so too', () => {
    const back = { ...use, returned: [20_000, 0] };
    const charge: TariffCharge = { ...energy({ rate: '0.1' }), kind: 'returned' };
    expect(bill([charge], ratesOf('4'), back).lines).toMatchObject([
      { amount: '-8.00', exchange: { amount: '-2.00', rate: '4' } },
    ]);
  });

  test('a weekend has the rate before it, once the next is known; until then it is not guessed', () => {
    const friday = { '2026-01-17': undefined, '2026-01-18': undefined, '2026-01-16': '5' };
    const saturday = useAt({ '2026-01-17 10:00': 10_000 });
    expect(bill([energy({ rate: '1' })], ratesOf('4', friday), saturday).total).toBe('50.00');
    const open = { 'eur-pln': { '2026-01-16': '5' } };
    expect(bill([energy({ rate: '1' })], open, saturday)).toMatchObject({ total: '0.00', lines: [] });
  });

  test('a day without a rate is told with its use, and nothing of it is priced: never one to one', () => {
    const colours = { 'eur-pln': { '2026-01-10': '4' } };
    expect(bill([energy({ rate: '0.10' })], colours)).toMatchObject({
      total: '4.00',
      lines: [{ quantity: '10000', amount: '4.00' }],
      faults: [
        { code: 'rate-missing', charge: 'energy', of: 'eur-pln', from: '2026-01-20', to: '2026-01-21', used: 30_000 },
      ],
    });
    expect(bill([standing], colours)).toMatchObject({
      lines: [{ quantity: '1', amount: '4.00' }],
      faults: [
        { code: 'rate-missing', from: '2026-01-01', to: '2026-01-10', used: 0 },
        { code: 'rate-missing', from: '2026-01-11', to: '2026-02-01', used: 0 },
      ],
    });
    expect(bill([energy({ rate: '1' })], {}).faults).toMatchObject([
      { code: 'rate-missing', from: '2026-01-10' },
      { code: 'rate-missing', from: '2026-01-20' },
    ]);
    for (const rate of ['0', '-4', 'red', '']) expect(bill([energy({ rate: '1' })], ratesOf(rate)).lines).toEqual([]);
  });

  test('days alike, and any way of pricing: an even rate turns the whole bill by it, day by day or at once', () => {
    const rate = fc.integer({ min: 1, max: 9999 }).map((n) => String(n / 100));
    const amounts = fc.array(fc.nat(50_000), { minLength: 31, maxLength: 31 });
    fc.assert(
      fc.property(rate, amounts, fc.constantFrom('rate', 'blocks'), (one, perDay, form) => {
        const own = useAt(Object.fromEntries(daysOf(31).map((day, i) => [`${day} 10:00`, perDay[i] ?? 0])));
        const charge =
          form === 'rate'
            ? energy({ rate: '0.1234' })
            : energy({ blocks: telescopic('month', { upTo: '100', rate: '0.1' }, { rate: '0.25' }) });
        const fine: Partial<TariffPlan> = { ...inZloty, rounding: { lines: 'none' } };
        const other = priced([{ ...charge, exchange: undefined }], { use: own }, fine);
        const turned = priced([charge], { use: own, colours: ratesOf(one) }, fine);
        const sum = sumOf(other.lines.filter(({ kind }) => kind === 'use').map(({ amount }) => exact(amount))).mul(one);
        const got = sumOf(turned.lines.filter(({ kind }) => kind === 'use').map(({ amount }) => exact(amount)));
        expect(got.sub(sum).abs().valueOf()).toBeLessThan(1e-6);
      }),
      { numRuns: 60 },
    );
  });
});

test('of days that go on the last known rate is held, and the days that rest on it are said', () => {
  const charges = [energy({ rate: '0.10' }), standing];
  const colours = { 'eur-pln': { '2026-01-02': '4', '2026-01-09': '5', '2026-01-12': '6' } };
  const cycle = cycleOf('2026-01-09', '2026-02-01');
  const own = useAt({ '2026-01-10 10:00': 10_000, '2026-01-20 10:00': 30_000, '2026-01-21 10:00': 1_000 });
  const held = priced(charges, { cycle, use: own, colours, holdsRates: true }, inZloty);
  // The tenth and the eleventh have that of the ninth, as one came after them: 3 × 5 + 20 × 6.
  expect(shortLines(held)).toEqual(['energy: 41000 = 23.60', 'standing: 23 = 135.00']);
  expect(held.faults).toEqual([
    { code: 'rate-expected', charge: 'energy', of: 'eur-pln', from: '2026-01-20', to: '2026-01-22', used: 31_000 },
    { code: 'rate-expected', charge: 'standing', of: 'eur-pln', from: '2026-01-13', to: '2026-02-01', used: 0 },
  ]);
  expect(held.faults.some(isWaitedFor)).toBe(false);
  expect(priced(charges, { cycle, use: own, colours: {}, holdsRates: true }, inZloty).faults).toMatchObject([
    { code: 'rate-missing' },
    { code: 'rate-missing' },
    { code: 'rate-missing' },
  ]);
});

test('a plan names another currency than its own, and one that there is', () => {
  const faults = (currency: string) =>
    checkPlan(planOf([energy({ rate: '1', exchange: { ...exchange, currency } })], inZloty)).map(({ code }) => code);
  expect([faults('EUR'), faults('PLN'), faults('XQZ')]).toEqual([[], ['currency-own'], ['currency-unknown']]);
});

test('why a bill changed: where rates alone have changed, nothing else is said, however they went and whatever they price', () => {
  const rate = fc.integer({ min: 380, max: 460 }).map((n) => String(n / 100));
  const ofMonth = fc.array(rate, { minLength: 31, maxLength: 31 });
  const use31 = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 31, maxLength: 31 });
  fc.assert(
    fc.property(ofMonth, ofMonth, use31, fc.boolean(), (then, now, perDay, isInBlocks) => {
      const blocks = telescopic('month', { upTo: '100', rate: '0.1' }, { rate: '0.25' });
      const charges = [energy(isInBlocks ? { blocks } : { rate: '0.1' }), standing];
      const plan = planOf(charges, inZloty);
      const at = (month: string, rates: readonly string[]) =>
        daysOf(31).map((day, i) => [day.replace('2026-01', month), rates[i] ?? '4'] as const);
      const colours = { 'eur-pln': Object.fromEntries([...at('2026-01', then), ...at('2026-03', now)]) };
      const of = (month: string) => {
        const cycle = monthly(month);
        const times = daysOf(31).map((day, i) => [`${day.replace('2026-01', month)} 10:00`, perDay[i] ?? 0]);
        const own = useAt(Object.fromEntries(times), 'UTC');
        const { total, lines } = priced(charges, { cycle, use: own, timeZone: 'UTC', colours }, inZloty);
        const agreements = [{ utility: 'electricity' as const, validFrom: '2020-01-01', plan }];
        return { cycle, total, lines, use: own, devices: {}, agreements };
      };
      const [before, after] = [of('2026-01'), of('2026-03')];
      const change = explainChange({ utility: 'electricity', timeZone: 'UTC', before, now: after, colours });
      // Each of the two lines may be a cent off.
      const others = change?.parts.filter(({ kind }) => kind !== 'exchange') ?? [];
      for (const { kind, amount } of others) expect([kind, Math.abs(Number(amount)) <= 0.03]).toEqual([kind, true]);
    }),
    { numRuns: 60 },
  );
});

test('why a bill changed names the rate apart from use and price', () => {
  const plan = planOf([energy({ rate: '0.10' })], inZloty);
  const colours = {
    'eur-pln': Object.fromEntries(
      ['2026-01', '2026-03'].flatMap((month, i) =>
        daysOf(31).map((day) => [day.replace('2026-01', month), i === 0 ? '4' : '4.5']),
      ),
    ),
  };
  const of = (month: string) => {
    const cycle = monthly(month);
    const own = steadyUse(cycle.start, cycle.end, 1000, 'UTC');
    const { total, lines } = priced([energy({ rate: '0.10' })], { cycle, use: own, timeZone: 'UTC', colours }, inZloty);
    const agreements = [{ utility: 'electricity' as const, validFrom: '2020-01-01', plan }];
    return { cycle, total, lines, use: own, devices: {}, agreements };
  };
  const change = explainChange({
    utility: 'electricity',
    timeZone: 'UTC',
    before: of('2026-01'),
    now: of('2026-03'),
    colours,
  });
  // 744 kWh at 0.10 are 74.40 euros, each half a zloty dearer.
  expect(change).toEqual({ difference: '37.20', parts: [{ kind: 'exchange', amount: '37.20' }] });
});
