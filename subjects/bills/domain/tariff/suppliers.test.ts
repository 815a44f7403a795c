import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bySupplier } from '../bill/bill.ts';
import { checkPlan } from './check/check-plan.ts';
import { exact, sumOf, textOf } from './exact.ts';
import type { TariffCharge, TariffPlan } from './plan.ts';
import { pricedUntil } from './priced-until.ts';
import { pricePlan } from './price-bill.ts';
import { joinPlans, planOfSupplier, withOwnShares, withSupplier } from './suppliers.ts';
import { shareCost } from './explain/share-cost.ts';
import { openPrices } from './unit-price.ts';
import { madrid, monthly, planOf, steadyUse } from './testing-plans.ts';

const suppliers = { energy: { name: 'Sol' }, network: { name: 'Red' } };
const charges: readonly TariffCharge[] = [
  { id: 'kwh', kind: 'use', supplier: 'energy', rate: '0.1' },
  { id: 'access', kind: 'use', supplier: 'network', rate: '0.05' },
  { id: 'standing', kind: 'fixed', supplier: 'network', per: 'month', amount: '10' },
  { id: 'vat', kind: 'tax', supplier: 'energy', percent: '20', of: 'all' },
  { id: 'network-vat', kind: 'tax', supplier: 'network', percent: '10', of: 'all' },
  { id: 'levy', kind: 'tax', percent: '1', of: 'all' },
];
const both = withOwnShares(planOf(charges, { suppliers }));

const january = (plan: TariffPlan, perHour = 1000) =>
  pricePlan({ plan, cycle: monthly('2026-01'), timeZone: madrid, use: steadyUse('2026-01-01', '2026-02-01', perHour) });

const asked = (plan: TariffPlan) =>
  january(plan).lines.map(({ supplier, charge, amount }) => [supplier?.id, charge ?? 'rounding', amount]);

describe('a utility that several supply', () => {
  test('each asks its own taxes of its own charges, and what is shared rests on all', () => {
    expect(asked(both)).toEqual([
      ['energy', 'kwh', '74.40'],
      ['network', 'access', '37.20'],
      ['network', 'standing', '10.00'],
      ['energy', 'vat', '14.88'],
      ['network', 'network-vat', '4.72'],
      [undefined, 'levy', '1.41'],
    ]);
    expect(january(both).total).toBe('142.61');
    expect(bySupplier(january(both).lines).map(({ supplier }) => supplier?.name)).toEqual(['Sol', 'Red', undefined]);
  });

  test('each rounds a bill of its own', () => {
    const plan = { ...both, rounding: { total: '1' } };
    expect(asked(plan).filter(([, charge]) => charge === 'rounding')).toEqual([
      ['energy', 'rounding', '-0.28'],
      ['network', 'rounding', '0.08'],
      [undefined, 'rounding', '-0.41'],
    ]);
    expect(january(plan).total).toBe('142.00');
  });

  test('a charge names one that the plan knows', () => {
    const faults = checkPlan(planOf([{ id: 'kwh', kind: 'use', supplier: 'nobody', rate: '0.1' }], { suppliers }));
    expect(faults).toEqual([{ code: 'supplier-unknown', path: ['charges', 0, 'supplier'], value: 'nobody' }]);
    expect(checkPlan(both)).toEqual([]);
  });

  test('what one asks alone is what stands on its bill, whatever was used', () => {
    const apart = { ...both, charges: both.charges.filter(({ supplier }) => supplier !== undefined) };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), fc.constantFrom('energy', 'network'), (perHour, supplier) => {
        const alone = january(planOfSupplier(apart, supplier), perHour);
        const own = january(apart, perHour).lines.filter((line) => line.supplier?.id === supplier);
        expect(alone.lines).toEqual(own);
        expect(alone.total).toBe(textOf(sumOf(own.map(({ amount }) => exact(amount))), 2));
      }),
    );
  });

  test('of a tax that is shared each asks its part', () => {
    const parts = ['energy', 'network'].map((id) => january(planOfSupplier(both, id)));
    expect(parts.map(({ lines }) => lines.find(({ charge }) => charge === 'levy')?.quantity)).toEqual([
      '89.28',
      '51.92',
    ]);
    expect(textOf(sumOf(parts.map(({ total }) => exact(total))), 2)).toBe('142.61');
  });

  test('a device pays the taxes of both', () => {
    const rent: TariffCharge = { id: 'rent', kind: 'fixed', per: 'month', amount: '5' };
    const vat: TariffCharge = { id: 'all-vat', kind: 'tax', percent: '21', of: 'all' };
    const own = both.charges.filter(({ kind }) => kind === 'use');
    const plan = { ...both, charges: [rent, ...own, vat] };
    const use = steadyUse('2026-01-01', '2026-02-01', 1000);
    const input = { plan, cycle: monthly('2026-01'), timeZone: madrid, use };
    const shares = shareCost(input, pricePlan(input), [{ key: 'oven', use }]);
    expect(shares.parts['oven']).toBe('135.04');
  });

  test('half a price is no price of this moment', () => {
    const [kwh, ...rest] = both.charges as [TariffCharge, ...TariffCharge[]];
    const at = Date.parse('2026-01-25T12:00:00Z');
    const priceOf = (plan: TariffPlan) =>
      openPrices({ plan, timeZone: madrid, market: { prices: {}, colours: {} }, blockRates: {} })(at);
    expect(priceOf(both)?.price).toBe('0.15');
    expect(priceOf({ ...both, charges: [{ ...kwh, until: '2026-01-21' }, ...rest] })).toBeNull();
    // What is asked in other months alone is none that is over.
    const summer: TariffCharge = { id: 'access', kind: 'use', supplier: 'network', months: [7], rate: '0.05' };
    expect(priceOf({ ...both, charges: [kwh, summer] })?.price).toBe('0.1');
    expect(january({ ...both, charges: [kwh, summer] }).faults).toEqual([]);
  });

  test('a price of one changes, and the others stay', () => {
    const own = planOfSupplier(both, 'network');
    const dearer = {
      ...own,
      charges: own.charges.map((one) => (one.id === 'access' ? ({ ...one, rate: '0.06' } as TariffCharge) : one)),
    };
    const changed = withSupplier(both, 'network', dearer);
    expect(changed.charges.map(({ id }) => id)).toEqual(both.charges.map(({ id }) => id));
    expect(planOfSupplier(changed, 'network')).toEqual(dearer);
    // A tax that is shared is one: what its rate is, one bill says for both.
    const taxed = {
      ...own,
      charges: own.charges.map((one) => (one.id === 'levy' ? ({ ...one, percent: '2' } as TariffCharge) : one)),
    };
    const levy = withSupplier(both, 'network', taxed).charges.find(({ id }) => id === 'levy');
    expect(levy).toEqual({ ...charges[5], percent: '2' });
    // What a charge rests on of others' stays.
    const levied = {
      ...both,
      charges: both.charges.map((one) =>
        one.id === 'network-vat' ? ({ ...one, of: ['kwh', 'access'] } as TariffCharge) : one,
      ),
    };
    expect(withSupplier(levied, 'network', planOfSupplier(levied, 'network'))).toEqual(levied);
    expect(planOfSupplier(changed, 'energy')).toEqual(planOfSupplier(both, 'energy'));
  });

  test('what one of them has no price for any more is told, whatever the other asks', () => {
    const [kwh, ...rest] = both.charges as [TariffCharge, ...TariffCharge[]];
    const ended = { ...both, charges: [{ ...kwh, until: '2026-01-21' }, ...rest] };
    expect(january(ended).faults).toEqual([
      {
        code: 'day-unpriced',
        charge: 'kwh',
        of: 'energy',
        name: 'Sol',
        from: '2026-01-21',
        to: '2026-02-01',
        used: 264_000,
      },
    ]);
    expect([pricedUntil(ended), pricedUntil(both)]).toEqual(['2026-01-21', null]);
    // A levy of all that ends is no end of prices.
    const levy: TariffCharge = { id: 'all', kind: 'use', rate: '0.01', until: '2026-01-21' };
    expect(january({ ...both, charges: [...both.charges, levy] }).faults).toEqual([]);
  });

  test('a tariff that names none is one supplier’s', () => {
    const plain = planOf([{ id: 'kwh', kind: 'use', rate: '0.1' }]);
    expect(planOfSupplier(plain, 'energy')).toBe(plain);
    expect(withOwnShares(plain)).toBe(plain);
    expect(asked(plain)).toEqual([[undefined, 'kwh', '74.40']]);
  });
});

describe('two tariffs as one', () => {
  const day = { periods: [{ period: 'peak', hours: ['08:00-20:00'] }, { period: 'low' }] };
  const night = { periods: [{ period: 'peak', hours: ['20:00-08:00'] }, { period: 'low' }] };
  const timed = (name: string, rate: string, schedule: object, tax: string) =>
    planOf(
      [
        { id: 'use', kind: 'use', schedule: 'times', rates: { peak: rate, low: '0.02' } },
        { id: 'vat', kind: 'tax', percent: tax, of: 'all' },
      ],
      { name, schedules: { times: schedule } as TariffPlan['schedules'] },
    );
  const [energy, network] = [timed('Sol', '0.1', day, '20'), timed('Red', '0.05', night, '10')];

  test('keep their own hours, taxes and names, and cost what they cost apart', () => {
    const joined = withOwnShares(joinPlans(energy, network, madrid) as TariffPlan);
    expect(checkPlan(joined)).toEqual([]);
    expect(joined.name).toBe('Sol + Red');
    expect(joined.suppliers).toEqual({ company: { name: 'Sol' }, 'company-2': { name: 'Red' } });
    expect(Object.keys(joined.schedules ?? {})).toEqual(['times', 'times-2']);
    expect(joined.charges.map(({ id }) => id)).toEqual(['use', 'vat', 'use-2', 'vat-2']);
    const apart = sumOf([energy, network].map((plan) => exact(january(plan).total)));
    expect(january(joined).total).toBe(textOf(apart, 2));
  });

  test('a clock that only one of them names is the home’s', () => {
    expect(joinPlans(energy, { ...network, timeZone: madrid }, madrid)).not.toBeNull();
    expect(joinPlans(energy, { ...network, timeZone: madrid }, 'Europe/Lisbon')).toBeNull();
  });

  test('a meter that one of them prices apart is all the other’s too', () => {
    const car: TariffCharge = { id: 'car', kind: 'use', meter: 'car', rate: '0.03' };
    const plan = { ...energy, meters: { car: {} }, charges: [...energy.charges, car] };
    const metersOf = (own: TariffPlan, more: TariffPlan) =>
      joinPlans(own, more, madrid)?.charges.flatMap((one) => ('meter' in one ? [[one.supplier, one.meter]] : []));
    expect(metersOf(plan, network)).toEqual([
      ['company', 'car'],
      ['company-2', 'all'],
    ]);
    expect(metersOf(network, plan)).toEqual([
      ['company', 'all'],
      ['company-2', 'car'],
    ]);
    expect(joinPlans(plan, { ...network, meters: { pump: {} } }, madrid)).toBeNull();
  });

  test('hours of the same name go by their own holidays', () => {
    const dated = (plan: TariffPlan, holidays: string) => ({
      ...plan,
      schedules: {
        times: { periods: [{ period: 'low', days: ['holiday' as const] }, { period: 'peak' }], holidays: 'ours' },
      },
      calendars: { ours: { days: [holidays] } },
    });
    const joined = joinPlans(dated(energy, '01-06'), dated(network, '12-25'), madrid);
    expect(
      Object.values(joined?.schedules ?? {}).map(({ holidays }) => joined?.calendars?.[holidays ?? '']?.days),
    ).toEqual([['01-06'], ['12-25']]);
    const same = joinPlans(dated(energy, '01-06'), dated(network, '01-06'), madrid);
    expect(Object.keys(same?.schedules ?? {})).toEqual(['times']);
  });

  test('what was shared among one’s suppliers rests on theirs', () => {
    const levied = { ...both, charges: both.charges };
    const joined = withOwnShares(
      joinPlans(planOf([{ id: 'kwh', kind: 'use', rate: '1' }], { name: 'Third' }), levied, madrid) as TariffPlan,
    );
    expect(joined.charges.find(({ id }) => id === 'levy')).toMatchObject({
      of: ['kwh-2', 'access', 'standing', 'vat', 'network-vat'],
    });
    expect(joined.charges.find(({ id }) => id === 'levy')?.supplier).toBeUndefined();
    expect(january(joined).total).toBe(textOf(exact(january(both).total).add(744), 2));
  });

  test('a third one joins two', () => {
    const [two, third] = [joinPlans(energy, network, madrid) as TariffPlan, timed('Tax office', '0.01', day, '5')];
    const three = withOwnShares(joinPlans(two, third, madrid) as TariffPlan);
    expect(Object.values(three.suppliers ?? {}).map(({ name }) => name)).toEqual(['Sol', 'Red', 'Tax office']);
    // Hours that are the same are said once.
    expect(Object.keys(three.schedules ?? {})).toEqual(['times', 'times-2']);
    const apart = sumOf([energy, network, third].map((plan) => exact(january(plan).total)));
    expect(january(three).total).toBe(textOf(apart, 2));
  });

  test('a line is rounded as its own tariff rounds it', () => {
    const rounded = { ...network, rounding: { lines: '0.1' } };
    const joined = withOwnShares(joinPlans(energy, rounded, madrid) as TariffPlan);
    const apart = sumOf([energy, rounded].map((plan) => exact(january(plan).total)));
    expect(january(joined).total).toBe(textOf(apart, 2));
  });

  test('cannot be one where the whole of a tariff says another unit, currency or total', () => {
    for (const other of [
      { unit: 'MWh' },
      { currency: 'GBP' },
      { rounding: { total: '1' } },
      { netting: 15 },
      { timeZone: 'Europe/Lisbon' },
    ] as const)
      expect(joinPlans(energy, { ...network, ...other } as TariffPlan, madrid)).toBeNull();
  });
});
