import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPlan } from './check/check-plan.ts';
import { exact, textOf } from './exact.ts';
import { pricePlan } from './price-plan.ts';
import type { TariffCharge, TariffPlan } from './plan.ts';
import { randomInput, randomPlan } from './testing-random-plans.ts';

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
        expect(compareTotals(pricePlan({ plan, ...input }), pricePlan({ plan: other, ...input }))).toBeLessThanOrEqual(
          0,
        );
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
        expect(compareTotals(pricePlan({ plan, ...input }), pricePlan({ plan, ...input, prices }))).toBeLessThanOrEqual(
          0,
        );
      }),
      runs,
    );
  });
});
