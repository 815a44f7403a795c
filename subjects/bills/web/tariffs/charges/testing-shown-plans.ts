/** Plans that the form can show, of every kind of charge, and with whatever it keeps. */
import {
  type Blocks,
  boundKinds,
  canBeOfMeter,
  roundingModes,
  type Schedule,
  type TariffCharge,
  type TariffPlan,
  unitKinds,
} from '../../../domain/tariff/plan.ts';
import * as fc from 'fast-check';

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const some = <const Item>(items: readonly Item[]): fc.Arbitrary<Item> => fc.constantFrom(...items);
const positive = fc
  .tuple(fc.nat(9999), fc.nat(99), fc.constantFrom('', '5', '0', '50', '00'))
  .map(([whole, part, more]) => `${whole}.${String(part).padStart(2, '0')}${more}`);
const decimal = fc.oneof(
  positive,
  positive.map((text) => `-${text}`),
  fc.nat(999).map(String),
);

/** A record without what is undefined: a plan as JSON has it. */
const record = <Shape extends object>(shape: { [Key in keyof Shape]: fc.Arbitrary<Shape[Key]> }) =>
  fc.record(shape).map((whole) => JSON.parse(JSON.stringify(whole)) as Shape);

const words = fc.oneof(some(['Energy', 'Meter rent']), fc.constant({ en: 'Tolls', es: 'Peajes', hi: 'शुल्क' }));
const months = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12 });
const day = some(['2025-01-01', '2026-03-01', '2026-11-15']);
const per = some(['day', 'month', 'bill', 'year']);
const blockPer = some(['day', 'month', 'cycle', 'year']);
const count = fc.integer({ min: 1, max: 12 });
const by = optional(some(['days', 'hours']));

const base = {
  id: some(['use', 'standing', 'energy', 'power-2']),
  name: optional(words),
  meter: optional(some(['all', 'heater'])),
  supplier: optional(some(['energy', 'network'])),
  from: optional(day),
  until: optional(day),
  months: optional(months),
  pastUse: optional(
    fc.oneof(record({ months: count, above: positive }), record({ months: count, above: positive, upTo: positive })),
  ),
  round: optional(some(['0.01', '1'])),
};

const meterSizes = ['3/4 in', '1 in'];
const bySize = <One>(one: fc.Arbitrary<One>) =>
  fc.tuple(one, one).map((both) => Object.fromEntries(meterSizes.map((size, i) => [size, both[i]])));

const blocks: fc.Arbitrary<Blocks> = fc
  .tuple(blockPer, fc.array(fc.tuple(optional(positive), decimal), { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([each, rows, isSlabs]) => {
    const steps = rows.map(([upTo, rate]) => ({ end: upTo === undefined ? {} : { upTo }, rate }));
    return {
      per: each,
      tables: isSlabs
        ? steps.map(({ end, rate }) => ({ ...end, steps: [{ rate }] }))
        : [{ steps: steps.map(({ end, rate }) => ({ ...end, rate })) }],
    };
  });

/** Of each size, all in steps or all in slabs. */
const sizedBlocks: fc.Arbitrary<object> = fc
  .tuple(blockPer, fc.boolean(), fc.array(fc.tuple(positive, decimal), { minLength: 1, maxLength: 3 }), decimal)
  .chain(([each, isSlabs, rows, last]) =>
    bySize(fc.integer({ min: 1, max: rows.length })).map((counts) => {
      const tablesOf = (length: number) => {
        const steps = [...rows.slice(0, length).map(([upTo, rate]) => ({ upTo, rate })), { rate: last }];
        return isSlabs ? steps.map(({ rate, ...end }) => ({ ...end, steps: [{ rate }] })) : [{ steps }];
      };
      const own = Object.entries(counts).map(([size, length]) => [size, { tables: tablesOf(length ?? 1) }]);
      return { per: each, tables: [], bySize: Object.fromEntries(own) };
    }),
  );

const market = record({
  series: some(['spot', 'esios-1001']),
  times: optional(decimal),
  plus: optional(decimal),
  atLeast: optional(decimal),
  atMost: optional(decimal),
});

const hours = fc.tuple(fc.nat(23), fc.nat(24)).map(([from, to]) => `${String(from).padStart(2, '0')}:15-${to}:00`);
const dayClass = some(['mon', 'tue', 'sat', 'sun', 'workday', 'weekend', 'holiday']);

const schedule = (names: readonly string[]): fc.Arbitrary<Schedule> =>
  record<Schedule>({
    dayStarts: optional(some(['06:00', '00:30'])),
    holidays: optional(some(['ours', 'es-2.0td'])),
    periods: fc
      .array(
        record({
          months: optional(months),
          days: optional(fc.uniqueArray(dayClass, { minLength: 1, maxLength: 4 })),
          hours: optional(fc.array(hours, { minLength: 1, maxLength: 3 })),
        }),
        { maxLength: 3 },
      )
      .map((more) => [
        ...more.map((rule, i) => ({ ...rule, period: names[i % names.length] ?? '' })),
        ...names.map((period) => ({ period })),
      ]),
  });

/** Of an amount, or of percent. */
const steps = (field: 'amount' | 'percent' | 'rate') =>
  fc.array(record({ upTo: optional(positive), [field]: positive }), { minLength: 1, maxLength: 4 });

const keeping = fc.oneof(
  fc.constant({}),
  fc.constant({ until: 'year' as const }),
  count.map((kept) => ({ months: kept })),
);

const pastPower = record({
  highest: optional(count),
  meanOf: optional(count),
  ratchet: optional(record({ percent: positive, months: count, of: optional(months) })),
  atLeast: optional(positive),
});

const use = (names: readonly string[]): fc.Arbitrary<object> => {
  const rates = fc
    .tuple(...names.map(() => decimal))
    .map((all) => Object.fromEntries(names.map((n, i) => [n, all[i]])));
  const price = fc.oneof(
    decimal.map((rate) => ({ rate })),
    fc.oneof(blocks, sizedBlocks).map((one) => ({ blocks: one })),
    market.map((one) => ({ market: one })),
    ...(names.length === 0 ? [] : [rates.map((all) => ({ schedule: 'hours', rates: all }))]),
  );
  const limits = record({
    sharePercent: optional(positive),
    atMost: optional(record({ units: positive, per: blockPer })),
    wholeUnits: optional(some(roundingModes)),
  });
  const net = optional(
    fc.oneof(
      fc.constant({}),
      keeping.chain((kept) => record({ paidAt: optional(decimal) }).map((paid) => ({ keep: { ...kept, ...paid } }))),
    ),
  );
  const demand = fc.oneof(
    decimal.map((rate) => ({ rate })),
    steps('amount').map((all) => ({ steps: all })),
    steps('rate').map((all) => ({ blocks: all })),
    ...(names.length === 0 ? [] : [rates.map((all) => ({ schedule: 'hours', rates: all }))]),
  );
  return fc.oneof(
    fc
      .tuple(some(unitKinds), price, limits, net)
      .map(([kind, one, more, off]) => ({ kind, ...one, ...more, ...(kind === 'use' && off && { net: off }) })),
    fc
      .tuple(demand, some(['day', 'month', 'bill']), some([15, 30, 60]), pastPower)
      .map(([one, each, windowMinutes, past]) => ({ kind: 'demand', per: each, windowMinutes, ...one, ...past })),
  );
};

const powers = fc.dictionary(some(['P1', 'P2', 'P3']), decimal, { minKeys: 1 });
const of = fc.oneof(fc.constant('all'), fc.subarray(['use', 'standing', 'energy'], { minLength: 1 }));

const others: fc.Arbitrary<object> = fc.oneof(
  record({ kind: fc.constant('fixed'), per, by, amount: decimal }),
  record({ kind: fc.constant('fixed'), per, byUse: record({ per: blockPer, steps: steps('amount') }) }),
  record({ kind: fc.constant('fixed'), per, byPower: record({ steps: steps('amount') }) }),
  record({ kind: fc.constant('fixed'), per, bySize: bySize(positive) }),
  record({ kind: some(['derived', 'discount', 'tax']), byUse: record({ per: blockPer, steps: steps('percent') }), of }),
  record({ kind: fc.constant('capacity'), per, by, rate: decimal, kW: optional(positive) }),
  record({ kind: fc.constant('capacity'), per, by, rates: powers, kW: optional(positive) }),
  record({
    kind: some(['derived', 'discount', 'tax']),
    percent: positive,
    of,
    atMost: optional(record({ amount: positive, per })),
  }),
  record({ kind: some(boundKinds), amount: positive, per, of }),
  keeping.chain((kept) =>
    record({
      kind: fc.constant('minimum'),
      amount: positive,
      per,
      of,
      keep: optional(record({ yearEnd: optional(fc.constant('paid')) }).map((paid) => ({ ...kept, ...paid }))),
    }),
  ),
);

const charge = (names: readonly string[]): fc.Arbitrary<TariffCharge> =>
  fc.tuple(record(base), fc.oneof(use(names), others), exchange).map(([{ meter, ...dated }, own, other]) => {
    const kind = 'kind' in own ? String(own.kind) : '';
    const whose = meter !== undefined && canBeOfMeter(kind) ? { meter } : {};
    return {
      ...dated,
      ...whose,
      ...own,
      ...(priced.includes(kind) && other && { exchange: other }),
    } as unknown as TariffCharge;
  });

const priced: readonly string[] = ['fixed', 'use', 'returned', 'capacity', 'demand'];
const exchange = optional(record({ currency: some(['USD', 'CLF']), series: some(['usd-eur', 'uf']) }));

const planOf = (names: readonly string[]): fc.Arbitrary<TariffPlan> =>
  record<TariffPlan>({
    name: words,
    utility: fc.constant('electricity'),
    currency: some(['EUR', 'INR']),
    unit: fc.constant('kWh'),
    timeZone: optional(some(['Europe/Madrid'])),
    yearStarts: optional(fc.integer({ min: 1, max: 12 })),
    netting: optional(some([15, 30, 60])),
    meterSizes: fc.constant(meterSizes),
    source: optional(fc.constant({ title: 'A decree', date: '2025' })),
    change: optional(some(['measured', 'by-days'])),
    rounding: optional(fc.constant({ total: '1', mode: 'half-up' as const })),
    calendars: optional(fc.constant({ ours: { days: ['12-25'] } })),
    suppliers: fc.constant({ energy: { name: 'Sol' }, network: {} }),
    meters: optional(fc.constant({ heater: { name: 'Heater' }, car: {} })),
    schedules: names.length === 0 ? fc.constant(undefined) : schedule(names).map((one) => ({ hours: one })),
    charges: fc.array(charge(names), { maxLength: 6 }),
  });

export const shownPlan: fc.Arbitrary<TariffPlan> = fc
  .constantFrom<readonly string[]>([], ['P1'], ['peak', 'flat', 'valley'])
  .chain(planOf);
