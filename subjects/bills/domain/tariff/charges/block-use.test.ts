import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysOf } from '#catalogue/local-day.ts';
import { exact, sumOf, textOf } from '../exact.ts';
import { blockParts, limitOf, nextBlocks } from './block-use.ts';
import type { Blocks } from '../plan.ts';
import { cycleOf, madrid, monthly, planOf, priced, steadyUse, telescopic, totalOf, useAt } from '../testing-plans.ts';
import { type ChargeDays, chargeDays } from './charge-days.ts';

describe('block use', () => {
  const charge = { id: 'energy', kind: 'use', rate: '1' } as const;
  const heldIn = (cycle = monthly('2026-01')): ChargeDays =>
    chargeDays(charge, planOf([charge]), cycle, madrid)[0] as ChargeDays;

  const parts = (used: string, blocks: Blocks, persons = 1, held = heldIn()): string[] =>
    blockParts(exact(used), blocks, held, persons).map(({ step, used: part }) => `${textOf(part)} at ${step.rate}`);

  const three = telescopic('month', { upTo: '50', rate: '3' }, { upTo: '100', rate: '4' }, { rate: '7' });

  /** Kerala's form: telescopic up to 250, above that all units at the price of the slab. */
  const kerala: Blocks = {
    per: 'month',
    tables: [
      { upTo: '250', steps: [{ upTo: '50', rate: '3' }, { upTo: '150', rate: '5' }, { rate: '8' }] },
      { upTo: '300', steps: [{ rate: '6' }] },
      { steps: [{ rate: '9' }] },
    ],
  };

  describe('telescopic steps', () => {
    test('120 units: 50 at 3, 50 at 4, 20 at 7', () => {
      expect(parts('120', three)).toEqual(['50 at 3', '50 at 4', '20 at 7']);
    });

    test('use that ends exactly at a step’s end has no part in the next', () => {
      expect(parts('50', three)).toEqual(['50 at 3']);
      expect(parts('100', three)).toEqual(['50 at 3', '50 at 4']);
      expect(parts('50.001', three)).toEqual(['50 at 3', '0.001 at 4']);
      expect(parts('0', three)).toEqual([]);
    });

    test('ends of a month are doubled in a cycle of two: 120 units are 100 at 3 and 20 at 4', () => {
      const held = heldIn(cycleOf('2026-01-01', '2026-03-01', { cycleMonths: 2 }));
      expect(parts('120', three, 1, held)).toEqual(['100 at 3', '20 at 4']);
    });

    test('ends of a cycle are not; ends of a day count its days: 31 × 2 = 62', () => {
      const held = heldIn(cycleOf('2026-01-01', '2026-03-01', { cycleMonths: 2 }));
      expect(parts('120', { ...three, per: 'cycle' }, 1, held)).toEqual(['50 at 3', '50 at 4', '20 at 7']);
      expect(parts('100', telescopic('day', { upTo: '2', rate: '1' }, { rate: '5' }))).toEqual(['62 at 1', '38 at 5']);
    });

    test('each person beyond two adds 10 to the first end: with four it is 50 + 2 × 10', () => {
      const blocks = {
        ...telescopic('month', { upTo: '50', perPerson: '10', rate: '1' }, { rate: '2' }),
        personsIncluded: 2,
      };
      expect(parts('80', blocks, 4)).toEqual(['70 at 1', '10 at 2']);
      expect(parts('80', blocks, 2)).toEqual(['50 at 1', '30 at 2']);
      expect(parts('80', blocks, 1)).toEqual(['50 at 1', '30 at 2']);
    });
  });

  describe('tables', () => {
    test('250 units are telescopic, 251 all at the price of their slab, and 301 at that of the last', () => {
      expect(parts('250', kerala)).toEqual(['50 at 3', '100 at 5', '100 at 8']);
      expect(parts('250.001', kerala)).toEqual(['250.001 at 6']);
      expect(parts('300', kerala)).toEqual(['300 at 6']);
      expect(parts('301', kerala)).toEqual(['301 at 9']);
    });

    test('50 × 3 + 100 × 5 + 100 × 8 = 1450; 260 × 6 = 1560; 310 × 9 = 2790', () => {
      const bill = (kWh: number) =>
        totalOf(
          [{ id: 'energy', kind: 'use', blocks: kerala }],
          { timeZone: 'Asia/Kolkata', use: useAt({ '2026-01-09 20:00': kWh * 1000 }, 'Asia/Kolkata') },
          { currency: 'INR' },
        );
      expect([250, 260, 310].map(bill)).toEqual(['1450.00', '1560.00', '2790.00']);
    });

    test('a line says where its step begins and ends, for the days of the line', () => {
      const { lines } = priced([{ id: 'energy', kind: 'use', blocks: three }], {
        cycle: cycleOf('2026-01-01', '2026-03-01', { cycleMonths: 2 }),
        use: useAt({ '2026-01-09 20:00': 250_000 }),
      });
      expect(lines.map(({ block }) => block)).toEqual([
        { above: '0', upTo: '100' },
        { above: '100', upTo: '200' },
        { above: '200' },
      ]);
    });
  });

  describe('blocks of any form', () => {
    const rate = fc.integer({ min: 0, max: 50 }).map(String);
    const rise = fc.record({ up: fc.integer({ min: 1, max: 90 }), perPerson: fc.integer({ min: 0, max: 9 }), rate });
    const stepsOf = (rises: readonly { up: number; perPerson: number; rate: string }[]) => {
      let [upTo, perPerson] = [0, 0];
      return rises.map((one, i) => {
        upTo += one.up;
        perPerson += one.perPerson;
        const isLast = i === rises.length - 1;
        return { rate: one.rate, ...(!isLast && { upTo: String(upTo), perPerson: String(perPerson) }) };
      });
    };
    const steps = fc.array(rise, { minLength: 1, maxLength: 5 }).map(stepsOf);
    const per = fc.constantFrom('day' as const, 'month' as const, 'cycle' as const);
    const blocks = fc.record({
      per,
      personsIncluded: fc.integer({ min: 0, max: 3 }),
      tables: fc
        .tuple(
          fc.array(rise, { minLength: 1, maxLength: 4 }).map(stepsOf),
          fc.array(steps, { minLength: 4, maxLength: 4 }),
        )
        .map(([ends, inner]) => ends.map(({ rate: _rate, ...end }, i) => ({ ...end, steps: inner[i] ?? [] }))),
    });
    const held = heldIn(cycleOf('2026-01-01', '2026-02-14', { cycleDays: 59, cycleMonths: 2 }));
    const used = fc.integer({ min: 0, max: 900_000 }).map((milli) => exact(milli, 1000));
    const persons = fc.integer({ min: 1, max: 6 });

    test('parts sum to the use, each lies within its step, and none overlaps', () => {
      fc.assert(
        fc.property(blocks, used, persons, (plan, whole, people) => {
          const found = blockParts(whole, plan, held, people);
          expect(sumOf(found.map((part) => part.used)).equals(whole)).toBe(true);
          let end = exact(0);
          for (const part of found) {
            expect(part.used.compare(0)).toBe(1);
            expect(part.above.compare(end)).toBeGreaterThanOrEqual(0);
            end = part.above.add(part.used);
            expect(part.upTo === null || end.compare(part.upTo) <= 0).toBe(true);
          }
          expect(end.equals(whole)).toBe(true);
        }),
      );
    });

    test('every part is of the one table in which all of the use ends', () => {
      fc.assert(
        fc.property(blocks, used, persons, (plan, whole, people) => {
          const holding = plan.tables.find((table) => {
            const limit = limitOf(table, plan, held, people);
            return limit === null || whole.compare(limit) <= 0;
          });
          for (const { step } of blockParts(whole, plan, held, people)) expect(holding?.steps).toContain(step);
        }),
      );
    });
  });
});

describe('next block', () => {
  const telescope: Blocks = {
    per: 'month',
    tables: [{ steps: [{ upTo: '100', rate: '0.10' }, { upTo: '200', rate: '0.20' }, { rate: '0.40' }] }],
  };

  const next = (blocks: Blocks, wattHoursPerHour: number, days = 10) => {
    const cycle = monthly('2026-01');
    const today = addDays(cycle.start, days);
    return nextBlocks({
      plan: planOf([{ id: 'energy', kind: 'use', blocks }]),
      cycle,
      timeZone: madrid,
      use: steadyUse(cycle.start, today, wattHoursPerHour),
      today,
      usedToday: 0,
      perDay: daysOf(today, cycle.end).map((day) => ({ day, expected: wattHoursPerHour * 24 })),
    });
  };

  test('the day on which the next block begins, and both prices', () => {
    // Ten days of 6 kWh are 60; the hundredth comes on the 17th.
    expect(next(telescope, 250)).toEqual([
      {
        charge: 'energy',
        from: '0',
        above: '100',
        upTo: '200',
        left: '40',
        rate: '0.10',
        nextRate: '0.20',
        jump: '0',
        day: '2026-01-17',
      },
    ]);
  });

  test('each of the two with its range; the last one has no end', () => {
    expect(next(telescope, 500)).toMatchObject([{ from: '100', above: '200', upTo: null }]);
  });

  test('in another currency the prices are said in that', () => {
    const exchange = { currency: 'USD', series: 'usd-eur' };
    const charge = { id: 'energy', kind: 'use' as const, exchange, blocks: telescope };
    const cycle = monthly('2026-01');
    const [block] = nextBlocks({
      plan: planOf([charge]),
      cycle,
      timeZone: madrid,
      use: steadyUse(cycle.start, '2026-01-11', 250),
      today: '2026-01-11',
      usedToday: 0,
      perDay: [],
    });
    expect(block).toMatchObject({ currency: 'USD', rate: '0.10', nextRate: '0.20' });
  });

  test('one that is not reached in this cycle has no day', () => {
    expect(next(telescope, 100)).toMatchObject([{ above: '100', left: '76', day: null }]);
  });

  test('in the last block there is no next', () => {
    expect(next(telescope, 1000)).toEqual([]);
  });

  test('where a slab holds for all of the use, the crossing itself costs', () => {
    const slabs: Blocks = {
      per: 'month',
      tables: [{ upTo: '100', steps: [{ rate: '0.10' }] }, { steps: [{ rate: '0.15' }] }],
    };
    // All hundred at 0.05 more.
    expect(next(slabs, 250)).toMatchObject([{ rate: '0.10', nextRate: '0.15', jump: '5', day: '2026-01-17' }]);
  });
});
