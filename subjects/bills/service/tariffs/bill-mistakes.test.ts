import { byUtility, type Utility } from '#catalogue/index.ts';
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { describe, expect, test } from 'vitest';

import { planAsOf, type PricedCycle } from '../../domain/tariff/charges/charge-days.ts';
import { minorDigits } from '../../domain/tariff/exact.ts';
import type { UtilityBill } from '../../domain/tariff/explain/price-theirs.ts';
import { reconcileBill } from '../../domain/tariff/explain/reconcile-bill.ts';
import { dayStartS, type IntervalUse, knownOffsets, noUse } from '../../domain/tariff/interval-use.ts';
import type { TariffCharge, TariffPlan, UseCharge } from '../../domain/tariff/plan.ts';
import { type Agreement, priceBill, pricePlan } from '../../domain/tariff/price-bill.ts';
import { unitSizeOn } from '../../domain/tariff/pricing.ts';
import { readTariffLibrary } from './tariff-library.ts';
import { tariffFolder } from './testing-vectors.ts';

/** Bills into which a mistake is put, under tariffs of the library: whether that mistake is named first. */

const { tariffs } = await readTariffLibrary(tariffFolder);
const library = tariffs.map(({ plan }) => plan);
const planNamed = (id: string): TariffPlan => {
  const found = tariffs.find((one) => one.id === id);
  if (!found) throw new Error(`no tariff ${id}`);
  return found.plan;
};

interface Home {
  readonly tariff: string;
  readonly start: LocalDay;
  readonly end: LocalDay;
  /** Units of the tariff in a month, about. */
  readonly units: number;
}

/** Tolerances and the order of what is tried were chosen on these. */
const chosenOn: readonly Home[] = [
  { tariff: 'gb-price-cap-midlands-2025q3', start: '2025-08-01', end: '2025-09-01', units: 260 },
  { tariff: 'es-2.0td-2025', start: '2026-02-01', end: '2026-03-01', units: 310 },
  { tariff: 'in-kerala-kseb-2023', start: '2025-02-01', end: '2025-03-01', units: 190 },
];
/** Figures are of these. */
const reportedOn: readonly Home[] = [
  { tariff: 'us-pge-e-tou-c-x', start: '2026-04-01', end: '2026-05-01', units: 420 },
  { tariff: 'us-san-jose-water-2017', start: '2018-05-01', end: '2018-06-01', units: 14 },
  { tariff: 'es-jabalquinto-water-2024', start: '2025-03-01', end: '2025-05-01', units: 11 },
];
const homesPerTariff = process.env['TEST_FULL'] === undefined ? 1 : 6;

/** The same numbers for the same seed. */
const random = (seed: number) => {
  let state = seed * 7919 + 1;
  return (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

const quartersOf = ({ start, end, units }: Home, plan: TariffPlan, seed: number): IntervalUse => {
  const next = random(seed);
  const offsetAt = knownOffsets(plan.timeZone ?? 'UTC');
  const [from, to] = [dayStartS(addDays(start, -400), offsetAt), dayStartS(addDays(end, 2), offsetAt)];
  const size = unitSizeOn(plan, {}, start)?.valueOf() ?? 1000;
  const mean = (units * (0.7 + 0.6 * next()) * size) / (30.4 * 96);
  const startS = Array.from({ length: (to - from) / 900 }, (_, i) => from + i * 900);
  let day = 1;
  return {
    spanS: 900,
    startS,
    used: startS.map((at, i) => {
      if (i % 96 === 0) day = 0.5 + next();
      const hour = Math.floor(((at + offsetAt(at)) % 86_400) / 3600);
      const shape = hour < 7 ? 0.4 : hour < 17 ? 0.9 : hour < 23 ? 1.8 : 0.7;
      return Math.round(mean * day * shape * 2 * next());
    }),
  };
};

/** A home's true bill, and what is needed to make a false one. */
interface Case {
  readonly plan: TariffPlan;
  readonly agreement: Agreement;
  readonly cycle: PricedCycle;
  readonly use: IntervalUse;
  readonly next: () => number;
}

const within = ({ spanS, startS, used }: IntervalUse, from: LocalDay, to: LocalDay, zone: string): IntervalUse => {
  const offsetAt = knownOffsets(zone);
  const [first, last] = [dayStartS(from, offsetAt), dayStartS(to, offsetAt)];
  const kept = Array.from(startS, (_, i) => i).filter((i) => (startS[i] ?? 0) >= first && (startS[i] ?? 0) < last);
  return { spanS, startS: kept.map((i) => startS[i] ?? 0), used: kept.map((i) => used[i] ?? 0) };
};
const sum = (use: IntervalUse): number => Array.from(use.used).reduce((all, one) => all + one, 0);
/** The use of the cycle, and what lies just after it, by a factor; in whole Wh or mL. */
const times = ({ use, cycle, plan }: Case, factor: number): IntervalUse => {
  const near = within(use, cycle.start, addDays(cycle.end, 2), plan.timeZone ?? 'UTC');
  let [seen, given] = [0, 0];
  return {
    ...near,
    used: Array.from(near.used, (one) => {
      seen += one;
      const own = Math.round(seen * factor) - given;
      given += own;
      return own;
    }),
  };
};

/** What a utility prints: lines are not rounded before the total is. `null`: this tariff has nothing to get wrong so. */
interface Made {
  readonly plan?: TariffPlan;
  readonly use?: IntervalUse;
  readonly cycle?: PricedCycle;
  readonly bill?: Partial<UtilityBill>;
}

const edit = (
  plan: TariffPlan,
  change: (charge: TariffCharge) => TariffCharge | readonly TariffCharge[],
): TariffPlan => ({
  ...plan,
  charges: plan.charges.flatMap(change),
});
const firstUse = (plan: TariffPlan, is: (charge: UseCharge) => boolean): UseCharge | undefined =>
  plan.charges.find((charge): charge is UseCharge => charge.kind === 'use' && is(charge));
const days = (cycle: PricedCycle, start: LocalDay, end: LocalDay): PricedCycle => ({
  ...cycle,
  start,
  end,
  cycleDays: daysBetween(start, end),
});

const mistakes: Readonly<Record<string, readonly [string, (one: Case) => Made | null]>> = {
  'a day more': ['day-more', ({ cycle }) => ({ cycle: days(cycle, cycle.start, addDays(cycle.end, 1)) })],
  'a day less': ['day-less', ({ cycle }) => ({ cycle: days(cycle, cycle.start, addDays(cycle.end, -1)) })],
  'other days, and said so': [
    'dates',
    ({ cycle }) => ({
      cycle: days(cycle, cycle.start, addDays(cycle.end, 2)),
      bill: { end: addDays(cycle.end, 2) },
    }),
  ],
  'an estimated reading, and said so': [
    'estimated-read',
    (one) => ({ use: times(one, 1.1 + 0.3 * one.next()), bill: { isEstimated: true } }),
  ],
  'an estimate after the days before': [
    'estimated-use',
    (one) => {
      const { plan, use, cycle } = one;
      const own = within(use, cycle.start, cycle.end, plan.timeZone ?? 'UTC');
      const length = daysBetween(cycle.start, cycle.end);
      const before = within(use, addDays(cycle.start, -length), cycle.start, plan.timeZone ?? 'UTC');
      return { use: times(one, sum(before) / sum(own)) };
    },
  ],
  'whole units': [
    'whole-units',
    (one) => {
      const { plan, use, cycle } = one;
      const size = unitSizeOn(plan, {}, cycle.start)?.valueOf() ?? 1000;
      const own = sum(within(use, cycle.start, cycle.end, plan.timeZone ?? 'UTC'));
      return { use: times(one, (Math.floor(own / size) * size) / own) };
    },
  ],
  'the former price': [
    'former-price',
    ({ plan, cycle }) => {
      const ends = plan.charges
        .filter(({ kind }) => kind === 'use')
        .map(({ from }) => from)
        .filter((from): from is LocalDay => from !== undefined && from <= cycle.start)
        .sort();
      const day = addDays(ends.at(-1) ?? cycle.start, -1);
      const former = planAsOf(plan, day);
      return former.charges.some(({ kind }) => kind === 'use') ? { plan: former } : null;
    },
  ],
  'another tax': [
    'tax-rate',
    ({ plan, next }) => {
      const has = plan.charges.some(({ kind }) => kind === 'tax');
      const percent = ['5', '18', '20', '25'][Math.floor(next() * 4)] ?? '5';
      if (!has) return { plan: { ...plan, charges: [...plan.charges, { id: 'x', kind: 'tax', percent, of: 'all' }] } };
      const last = plan.charges.findLast(({ kind }) => kind === 'tax')?.id;
      return { plan: edit(plan, (charge) => (charge.id === last ? ({ ...charge, percent } as TariffCharge) : charge)) };
    },
  ],
  'a charge left out': [
    'charge-missing',
    ({ plan }) => {
      const [one] = planAsOf(plan, '2026-04-15').charges.filter(({ kind }) => kind === 'fixed');
      return one ? { plan: { ...plan, charges: plan.charges.filter(({ id }) => id !== one.id) } } : null;
    },
  ],
  'a charge twice': [
    'charge-twice',
    ({ plan }) => {
      const one = planAsOf(plan, '2026-04-15').charges.find(({ kind }) => kind === 'fixed' || kind === 'capacity');
      return one
        ? { plan: edit(plan, (charge) => (charge.id === one.id ? [charge, { ...charge, id: 'again' }] : charge)) }
        : null;
    },
  ],
  'all in one block': [
    'one-block',
    ({ plan, cycle }) => {
      const blocks = firstUse(planAsOf(plan, cycle.start), (charge) => charge.blocks !== undefined);
      const rate = blocks?.blocks?.tables[0]?.steps.at(-1)?.rate;
      if (!blocks || rate === undefined) return null;
      const { blocks: _blocks, ...rest } = blocks;
      return {
        plan: edit(planAsOf(plan, cycle.start), (charge) => (charge.id === blocks.id ? { ...rest, rate } : charge)),
      };
    },
  ],
  'all at one time of day': [
    'one-period',
    ({ plan, cycle }) => {
      const held = planAsOf(plan, cycle.start);
      const charge = firstUse(held, ({ rates }) => rates !== undefined);
      const used = pricePlan({ plan: held, cycle, timeZone: 'UTC', use: noUse });
      expect(used.total).toBeDefined();
      const period = Object.keys(charge?.rates ?? {}).find((name) => name === 'P1' || name === 'winter peak');
      const rate = period === undefined ? undefined : charge?.rates?.[period];
      if (!charge || typeof rate !== 'string') return null;
      const { rates: _rates, schedule: _schedule, ...rest } = charge;
      return { plan: edit(held, (one) => (one.id === charge.id ? { ...rest, rate } : one)) };
    },
  ],
  'two times of day exchanged': [
    'periods-swapped',
    ({ plan, cycle }) => {
      const held = planAsOf(plan, cycle.start);
      const charge = firstUse(held, ({ rates }) => rates !== undefined);
      const [a, b] = Object.keys(charge?.rates ?? {}).filter((name) => !name.startsWith('summer'));
      if (!charge || a === undefined || b === undefined) return null;
      const rates = { ...charge.rates, [a]: charge.rates?.[b] ?? '0', [b]: charge.rates?.[a] ?? '0' };
      return { plan: edit(held, (one) => (one.id === charge.id ? { ...charge, rates } : one)) };
    },
  ],
  'another tariff': [
    'other-plan',
    ({ plan, cycle }) => {
      const other = library.find(
        (one) =>
          one.utility === plan.utility && one.currency === plan.currency && one.name !== plan.name && !hasMarket(one),
      );
      return other ? { plan: planAsOf(other, cycle.start) } : null;
    },
  ],
  'a reading misread': ['use', (one) => ({ use: times(one, 1.2 + 0.5 * one.next()) })],
  'a price mistyped': [
    'rate',
    ({ plan, cycle, next }) => {
      const held = planAsOf(plan, cycle.start);
      const factor = 1.07 + 0.2 * next();
      const dearer = (rate: string): string => String(Math.round(Number(rate) * factor * 1e5) / 1e5);
      const first = firstUse(held, ({ id }) => id !== 'baseline-credit');
      return {
        plan: edit(held, (charge) => {
          if (charge.kind !== 'use' || charge.id !== first?.id) return charge;
          const tables = charge.blocks?.tables.map((table) => ({
            ...table,
            steps: table.steps.map((step) => ({ ...step, rate: dearer(step.rate) })),
          }));
          return {
            ...charge,
            ...(charge.rate !== undefined && { rate: dearer(charge.rate) }),
            ...(charge.blocks && tables && { blocks: { ...charge.blocks, tables } }),
            ...(charge.rates && {
              rates: Object.fromEntries(
                Object.entries(charge.rates).map(([name, rate]) => [
                  name,
                  typeof rate === 'string' ? dearer(rate) : rate,
                ]),
              ),
            }),
          };
        }),
      };
    },
  ],
};

const hasMarket = ({ charges }: TariffPlan): boolean =>
  charges.some((charge) => charge.kind === 'use' && charge.market !== undefined);

const unrounded = (plan: TariffPlan): TariffPlan => (plan.rounding ? plan : { ...plan, rounding: { lines: 'none' } });

const useOf = (home: Home, plan: TariffPlan, seed: number): IntervalUse => {
  const key = `${home.tariff} ${seed}`;
  const use = known.get(key) ?? quartersOf(home, plan, seed);
  known.set(key, use);
  return use;
};
const known = new Map<string, IntervalUse>();
const caseOf = (home: Home, seed: number): Case => {
  const plan = planNamed(home.tariff);
  const cycleDays = daysBetween(home.start, home.end);
  return {
    plan,
    agreement: {
      utility: plan.utility,
      validFrom: '2010-01-01',
      plan,
      facts: { kW: '4.6', persons: 3, meterSize: plan.meterSizes?.[0] },
    },
    cycle: { start: home.start, end: home.end, cycleDays, cycleMonths: Math.round(cycleDays / 30.4) },
    use: useOf(home, plan, seed),
    next: random(seed + 77),
  };
};

const printed = ({ plan, agreement, cycle, use }: Case, made: Made, fields: 'all' | 'total'): UtilityBill => {
  const zone = plan.timeZone ?? 'UTC';
  const [own, when] = [made.use ?? use, made.cycle ?? cycle];
  const { lines, total } = pricePlan({
    plan: unrounded(made.plan ?? plan),
    cycle: when,
    timeZone: zone,
    use: own,
    facts: agreement.facts,
  });
  const of = (is: (kind: string) => boolean): string =>
    lines
      .filter(({ kind }) => is(kind))
      .reduce((all, { amount }) => all + Number(amount), 0)
      .toFixed(minorDigits(plan.currency));
  const size = unitSizeOn(plan, {}, cycle.start)?.valueOf() ?? 1000;
  const told = {
    used: (sum(within(own, when.start, when.end, zone)) / size).toFixed(3).replace(/[.]?0+$/, ''),
    useAmount: of((kind) => kind === 'use'),
    taxAmount: of((kind) => kind === 'tax'),
    fixedAmount: of((kind) => kind !== 'use' && kind !== 'tax'),
  };
  return {
    start: cycle.start,
    end: cycle.end,
    total,
    ...(fields === 'all' && { ...told, ...made.bill }),
    ...(made.bill?.end !== undefined && { end: made.bill.end }),
  };
};

const reconciled = ({ plan, agreement, cycle, use }: Case, theirs: UtilityBill) => {
  const zone = plan.timeZone ?? 'UTC';
  const agreements = [agreement];
  const uses = { ...byUtility(() => noUse), [plan.utility]: use } as Record<Utility, IntervalUse>;
  const total = priceBill({ cycle, timeZone: zone, agreements, use: uses })?.totalAmount ?? '0';
  const length = daysBetween(theirs.start, theirs.end);
  const before = (shift: number) =>
    sum(within(use, addDays(theirs.start, -shift), addDays(theirs.start, length - shift), zone));
  return reconcileBill(
    {
      theirs,
      agreements,
      timeZone: zone,
      cycle: days(cycle, theirs.start, theirs.end),
      ours: { cycle, total },
      use,
      usedBefore: before(length),
      usedYearBefore: before(365),
      coverage: 1,
      library: library.filter((one) => !hasMarket(one)),
    },
    plan.utility,
  );
};

/** What is said as a fact and not as what was probable. */
const facts = new Set(['dates', 'estimated-read', 'missing-data']);

const measured = (homes: readonly Home[], fields: 'all' | 'total') => {
  const rows = homes.flatMap((home) =>
    Object.entries(mistakes).flatMap(([what, [cause, make]]) =>
      Array.from({ length: homesPerTariff }, (_, seed) => {
        const one = caseOf(home, seed);
        const made = make(one);
        if (made === null) return null;
        const answer = reconciled(one, printed(one, made, fields));
        // A mistake that changes nothing is none.
        if (answer === null || Math.abs(Number(answer.difference)) < 0.03) return null;
        const [first] = answer.parts.filter(({ kind }) => kind !== 'residual' && kind !== 'rounding');
        return {
          what,
          tariff: home.tariff,
          said: first?.kind ?? 'nothing',
          isRight: first?.kind === cause,
          isFalseFact: answer.parts.some(({ kind }) => facts.has(kind) && kind !== cause),
        };
      }).filter((row) => row !== null),
    ),
  );
  const shareOf = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length / rows.length;
  return {
    rows,
    right: shareOf(({ isRight }) => isRight),
    falseFacts: shareOf(({ isFalseFact }) => isFalseFact),
    kinds: new Set(rows.map(({ what }) => what)).size,
    missed: rows.filter(({ isRight }) => !isRight).map(({ what, tariff, said }) => `${what} (${tariff}): ${said}`),
  };
};

describe('of sixteen mistakes put into bills, the right one is named first', () => {
  test.each([
    ['the tariffs it was chosen on, every figure copied', chosenOn, 'all', 0.9],
    ['the tariffs it was chosen on, the total alone', chosenOn, 'total', 0.6],
    ['three others, every figure copied', reportedOn, 'all', 0.9],
    ['three others, the total alone', reportedOn, 'total', 0.6],
  ] as const)('%s', (_name, homes, fields, bar) => {
    const { right, falseFacts, kinds, missed } = measured(homes, fields);
    expect(kinds).toBe(16);
    expect(right, missed.join('\n')).toBeGreaterThanOrEqual(bar);
    expect(falseFacts).toBe(0);
  });
});
