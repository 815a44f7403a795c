import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import { checkPlan } from './check/check-plan.ts';
import { exact, sumOf, textOf } from './exact.ts';
import type { TariffCharge, TariffPlan } from './plan.ts';
import { pricePlan } from './price-bill.ts';
import { isWaitedFor } from './tariff-faults.ts';
import { change, currency, planOf, randomInput, randomPlan, schedules } from './testing-plans.ts';

describe('price plan invariants', () => {
  const runs = { numRuns: 150 };

  describe('any sound tariff', () => {
    test('has no fault, and is priced without one, so that its lines sum to its total', () => {
      fc.assert(
        fc.property(randomPlan(), randomInput(), (plan, input) => {
          expect(checkPlan(plan)).toEqual([]);
          const { lines, total, faults } = pricePlan({ plan, ...input });
          expect(sumOf(lines.map(({ amount }) => exact(amount))).equals(exact(total))).toBe(true);
          expect(faults.filter(isWaitedFor)).toEqual([]);
        }),
        runs,
      );
    });

    test('rounds its total to its step', () => {
      fc.assert(
        fc.property(randomPlan(), randomInput(), (plan, input) => {
          const { total } = pricePlan({ plan, ...input });
          const step =
            plan.rounding?.total ?? { EUR: '0.01', INR: '0.01', JPY: '1', KWD: '0.001' }[plan.currency] ?? '';
          expect(exact(total).div(exact(step)).d).toBe(1n);
        }),
        runs,
      );
    });

    test('costs the same whatever its prices are from the end of the cycle on', () => {
      const anywhere = fc.record({
        at: fc.nat(8),
        after: fc.nat(40),
        text: fc.integer({ min: 0, max: 99 }).map(String),
      });
      fc.assert(
        fc.property(randomPlan(), randomInput(), anywhere, (plan, input, { at, after, text }) => {
          const i = at % plan.charges.length;
          const charge = plan.charges[i] as TariffCharge;
          const day = addDays(input.cycle.end, after);
          fc.pre((charge.from ?? '') < day && (charge.until ?? '9999') > day);
          const later = { ...withPrices(charge, text), from: day };
          const charges = plan.charges.flatMap((one, j) => (j === i ? [{ ...one, until: day }, later] : [one]));
          expect(pricePlan({ plan: { ...plan, charges }, ...input })).toEqual(pricePlan({ plan, ...input }));
        }),
        runs,
      );
    });
  });

  const withPrices = (charge: TariffCharge, text: string): TariffCharge => {
    if ('percent' in charge) return { ...charge, percent: text };
    if (charge.kind === 'minimum' || charge.kind === 'fixed')
      return { ...charge, byUse: undefined, amount: text } as TariffCharge;
    return { ...charge, rates: undefined, blocks: undefined, market: undefined, rate: text } as TariffCharge;
  };

  /** Flat, by the period of the day, and by the day: what splits without a rest. */
  const linearPlan: fc.Arbitrary<TariffPlan> = fc
    .record({
      rates: fc.array(
        fc.integer({ min: -500, max: 900 }).map((n) => String(n / 1000)),
        { minLength: 3, maxLength: 3 },
      ),
      daily: fc.integer({ min: -90, max: 90 }).map((n) => String(n / 100)),
      kW: fc.integer({ min: 0, max: 99 }).map((n) => String(n / 10)),
      percent: fc.integer({ min: 0, max: 30 }).map(String),
      currency,
    })
    .map(({ rates: [flat = '', P1 = '', P2 = ''], daily, kW, percent, currency: money }) =>
      planOf(
        [
          { id: 'flat', kind: 'use', rate: flat },
          { id: 'periods', kind: 'use', schedule: 'week', rates: { P1, P2 } },
          { id: 'sewage', kind: 'use', rate: flat, sharePercent: '80' },
          { id: 'daily', kind: 'fixed', per: 'day', amount: daily },
          { id: 'power', kind: 'capacity', per: 'day', rate: '0.1', kW },
          { id: 'tax', kind: 'tax', percent, of: 'all' },
        ],
        {
          currency: money,
          schedules,
          calendars: { national: { days: ['03-19'] } },
          rounding: { lines: '0.000000001', total: '0.000000001' },
        },
      ),
    );

  const cutDay = fc.nat(60);

  describe('a tariff that is linear', () => {
    test('costs in two parts of a cycle what it costs in the whole', () => {
      fc.assert(
        fc.property(linearPlan, randomInput(), cutDay, (plan, input, cut) => {
          const { cycle } = input;
          const middle = addDays(cycle.start, 1 + (cut % (daysBetween(cycle.start, cycle.end) - 1)));
          const totals = [cycle, { ...cycle, end: middle }, { ...cycle, start: middle }].map((one) =>
            exact(pricePlan({ plan, ...input, cycle: one }).total),
          );
          const [whole, first, second] = totals;
          expect(first && second && whole?.equals(first.add(second))).toBe(true);
        }),
        runs,
      );
    });

    test('costs the same when one of its charges is cut in two of the same price', () => {
      const hows = fc.constantFrom(undefined, 'measured' as const, 'first-day' as const, 'last-day' as const);
      fc.assert(
        fc.property(linearPlan, hows, randomInput(), cutDay, fc.nat(5), (plan, how, input, cut, at) => {
          const day = addDays(input.cycle.start, cut);
          const charges = plan.charges.flatMap((one, i): TariffCharge[] =>
            i === at
              ? [
                  { ...one, until: day },
                  { ...one, from: day },
                ]
              : [one],
          );
          const totals = [plan, { ...plan, charges }].map(
            (one) => pricePlan({ plan: { ...one, change: how }, ...input }).total,
          );
          expect(totals[1]).toBe(totals[0]);
        }),
        runs,
      );
    });
  });

  describe('use', () => {
    const uncapped = ({ id, ...charge }: TariffCharge): TariffCharge =>
      ({
        ...charge,
        id,
        from: undefined,
        until: undefined,
        months: undefined,
        atMost: undefined,
        sharePercent: undefined,
      }) as TariffCharge;

    test('is all on the bill, in whichever parts the cycle or a charge is cut', () => {
      fc.assert(
        fc.property(randomPlan(), change, randomInput(), cutDay, (random, how, input, cut) => {
          const { cycle } = input;
          const [charge, , ...others] = random.charges as [TariffCharge, TariffCharge];
          const middle = addDays(cycle.start, 1 + (cut % (daysBetween(cycle.start, cycle.end) - 1)));
          const cutHere = { ...uncapped(charge), until: middle };
          const charges: TariffCharge[] = [
            cutHere,
            { ...uncapped(charge), from: middle },
            ...others.filter((one) => !('of' in one)),
          ];
          const usedIn = (plan: TariffPlan, part: typeof cycle) => {
            const own = pricePlan({ plan, ...input, cycle: part }).lines.filter((line) => line.charge === charge.id);
            return { used: sumOf(own.map(({ quantity }) => exact(quantity))), lines: own.length };
          };
          const flat = usedIn(planOf([{ id: charge.id, kind: 'use', rate: '1' }]), cycle);
          const whole = usedIn({ ...random, change: how, charges }, cycle);
          const parts = [
            { ...cycle, end: middle },
            { ...cycle, start: middle },
          ].map((part) => usedIn({ ...random, change: how, charges: [uncapped(charge)] }, part));
          // A part of a Wh is written to a thousandth.
          const isAll = (found: readonly (typeof flat)[]) =>
            sumOf(found.map(({ used }) => used))
              .sub(flat.used)
              .abs()
              .compare(
                exact(
                  found.reduce((sum, { lines }) => sum + lines, 0),
                  2000,
                ),
              ) <= 0;
          expect([isAll([whole]), isAll(parts)]).toEqual([true, true]);
        }),
        runs,
      );
    });
  });
});

describe('price plan dearer', () => {
  const runs = { numRuns: 150 };
  const kind = { isMonotone: true };

  type Raise = (text: string) => string;
  type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };

  /** All that raises a bill: rates, amounts and percents, but for what is taken off and for what it is at most. */
  const raised = (value: Json, raise: Raise, key = ''): Json => {
    if (Array.isArray(value)) return value.map((one: Json) => raised(one, raise));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => {
          const isPrice = key === 'rates' || ['rate', 'amount', 'percent', 'plus'].includes(name);
          const isLeft = name === 'atMost' || (name === 'percent' && 'kind' in value && value['kind'] === 'discount');
          return [name, isLeft ? one : isPrice && typeof one === 'string' ? raise(one) : raised(one, raise, name)];
        }),
      );
    return value;
  };

  const pricesIn = (plan: TariffPlan): number => {
    let count = 0;
    raised(plan.charges as unknown as Json, (text) => {
      count += 1;
      return text;
    });
    return count;
  };

  /** The `at`-th price of a plan, `by` more. */
  const dearer = (plan: TariffPlan, at: number, by: string): TariffPlan => {
    let seen = -1;
    const charges = raised(plan.charges as unknown as Json, (text) => {
      seen += 1;
      return seen === at ? textOf(exact(text).add(exact(by))) : text;
    });
    return { ...plan, charges: charges as unknown as readonly TariffCharge[] };
  };

  const compareTotals = (low: { total: string }, high: { total: string }): number =>
    exact(low.total).compare(exact(high.total));

  describe('a tariff of rates that are not below nothing', () => {
    test('never costs less when one of its rates, amounts or percents is dearer', () => {
      const by = fc.constantFrom('0.001', '0.01', '0.37', '5');
      fc.assert(
        fc.property(randomPlan(kind), randomInput(0), fc.nat(60), by, (plan, input, pick, more) => {
          const at = pick % pricesIn(plan);
          const other = dearer(plan, at, more);
          expect(checkPlan(other)).toEqual([]);
          expect(
            compareTotals(pricePlan({ plan, ...input }), pricePlan({ plan: other, ...input })),
          ).toBeLessThanOrEqual(0);
        }),
        runs,
      );
    });

    test('never costs less when more is used, where slabs rise', () => {
      fc.assert(
        fc.property(randomPlan(kind), randomInput(0), (plan, { more, ...input }) => {
          expect(
            compareTotals(pricePlan({ plan, ...input }), pricePlan({ plan, ...input, use: more })),
          ).toBeLessThanOrEqual(0);
        }),
        runs,
      );
    });

    test('never costs less when every price of a market is dearer', () => {
      fc.assert(
        fc.property(randomPlan(kind), randomInput(0), (plan, input) => {
          const spot = input.prices?.['spot'];
          const more = spot?.withTax.map((price) => price && price + 7n) ?? [];
          const high = spot && { ...spot, withTax: more, withoutTax: more };
          const prices = high ? { spot: high } : {};
          expect(
            compareTotals(pricePlan({ plan, ...input }), pricePlan({ plan, ...input, prices })),
          ).toBeLessThanOrEqual(0);
        }),
        runs,
      );
    });
  });
});
