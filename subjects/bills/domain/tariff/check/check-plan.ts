/** What is wrong with a tariff beyond the shape of its fields: names that lead nowhere, days held twice, hours without a price. */
import { unitFits } from '../pricing.ts';
import {
  clockQuarter,
  clockWindow,
  type DayFacts,
  dayQuarters,
  holdsOn,
  holidayRule,
  periodNames,
  quartersOf,
} from '../schedule-periods.ts';
import { exact, type Exact, greatestOf, sumOf } from '../exact.ts';
import { meterOf } from '../meter-use.ts';
import {
  allMeters,
  type Blocks,
  type Charge,
  exchangeOf,
  isBound,
  type DecimalText,
  isUnitCharge,
  ownEntry,
  type PowerBlocks,
  type Schedule,
  type ShareCharge,
  type TariffCharge,
  type TariffPlan,
  type UnitPrice,
} from '../plan.ts';
import type { Found, PlanFault } from '../tariff-faults.ts';

/** Calendars that every tariff may name, beside its own. */
type KnownCalendars = ReadonlySet<string>;

const isZone = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const allMonths = Array.from({ length: 12 }, (_, i) => i + 1);

const knownCurrencies = new Set(Intl.supportedValuesOf('currency'));

const heldTogether = (a: Charge, b: Charge): boolean =>
  (a.from ?? '') < (b.until ?? '9999') &&
  (b.from ?? '') < (a.until ?? '9999') &&
  (a.months === undefined || b.months === undefined || a.months.some((month) => b.months?.includes(month)));

const checkValidity = (charges: readonly TariffCharge[]): Found[] =>
  charges.flatMap((charge, i) => [
    charge.from !== undefined &&
      charge.until !== undefined &&
      charge.from >= charge.until && { code: 'validity-empty', path: ['charges', i, 'until'], value: charge.until },
    charges.slice(0, i).some((before) => before.id === charge.id && heldTogether(before, charge)) && {
      code: 'validity-overlap',
      path: ['charges', i],
      value: charge.id,
    },
  ]);

const checkShares = (charges: readonly TariffCharge[]): Found[] =>
  charges.flatMap((charge, i) => {
    if (!('of' in charge) || charge.of === 'all') return [];
    const before = new Set(charges.slice(0, i).map(({ id }) => id));
    // A later price of the same charge would go without this share.
    const after = new Set(charges.slice(i + 1).flatMap((one) => (heldTogether(one, charge) ? one.id : [])));
    return charge.of.map(
      (id, at): Found =>
        (!before.has(id) || after.has(id)) && { code: 'charge-unknown', path: ['charges', i, 'of', at], value: id },
    );
  });

/** Those of `shares` that hold at once, on each day on which one more begins to. */
const togetherAt = (shares: readonly ShareCharge[]): ShareCharge[][] =>
  shares.flatMap(({ from = '' }) =>
    allMonths.map((month) =>
      shares.filter(
        (one) => (one.from ?? '') <= from && from < (one.until ?? '9999') && (one.months?.includes(month) ?? true),
      ),
    ),
  );

const mostOf = ({ percent = '0', byUse }: ShareCharge): Exact =>
  (byUse?.steps ?? []).map((step) => exact(step.percent)).reduce(greatestOf, exact(percent));

/** Discounts on one charge that together take off more than all of it would make a dearer rate a cheaper bill. */
const checkDiscounts = (charges: readonly TariffCharge[]): Found[] => {
  const discounts = charges.filter((charge): charge is ShareCharge => charge.kind === 'discount');
  return charges.map((charge, i): Found => {
    const own = discounts.filter(({ of }) => of === 'all' || of.includes(charge.id));
    const isOver = togetherAt(own).some((together) => sumOf(together.map(mostOf)).compare(100) > 0);
    return isOver && { code: 'discount-over-all', path: ['charges', i], value: charge.id };
  });
};

const checkRounding = ({ rounding, charges }: TariffPlan): Found[] => {
  const steps: [PlanFault['path'], string | undefined][] = [
    [['rounding', 'lines'], rounding?.lines],
    [['rounding', 'total'], rounding?.total],
    ...charges.map(({ round }, i): [PlanFault['path'], string | undefined] => [['charges', i, 'round'], round]),
  ];
  return steps.map(
    ([path, step]): Found =>
      step !== undefined &&
      step !== 'none' &&
      exact(step).compare(0) <= 0 && { code: 'rounding-zero', path, value: step },
  );
};

const checkMeters = ({ meters, charges }: TariffPlan): Found[] => [
  ownEntry(meters, allMeters) !== undefined && { code: 'meter-unknown', path: ['meters', allMeters], value: allMeters },
  ...charges.map((charge, i): Found => {
    const { meter = allMeters } = meterOf(charge);
    const isKnown = meter === allMeters || ownEntry(meters, meter) !== undefined;
    return !isKnown && { code: 'meter-unknown', path: ['charges', i, 'meter'], value: meter };
  }),
];

const checkSuppliers = ({ suppliers, charges }: TariffPlan): Found[] =>
  charges.map(
    ({ supplier }, i): Found =>
      supplier !== undefined &&
      ownEntry(suppliers, supplier) === undefined && {
        code: 'supplier-unknown',
        path: ['charges', i, 'supplier'],
        value: supplier,
      },
  );

const checkExchanges = ({ charges, currency }: TariffPlan): Found[] =>
  charges.map((charge, i): Found => {
    const other = exchangeOf(charge)?.currency;
    const fault = { path: ['charges', i, 'exchange', 'currency'], value: other ?? '' };
    if (other === undefined) return false;
    if (other === currency) return { code: 'currency-own', ...fault };
    return !knownCurrencies.has(other) && { code: 'currency-unknown', ...fault };
  });

/** Every price that goes by the size of the meter has one for each size of the plan, and for no other. */
const checkSizes = ({ meterSizes = [], charges }: TariffPlan): Found[] => {
  const ofSizes = (sizes: object, path: Path): Found[] => [
    ...Object.keys(sizes).map(
      (size): Found => !meterSizes.includes(size) && { code: 'size-unknown', path: [...path, size], value: size },
    ),
    ...meterSizes.map((size): Found => !Object.hasOwn(sizes, size) && { code: 'size-unpriced', path, value: size }),
  ];
  return [
    ...meterSizes.map(
      (size, i): Found => meterSizes.indexOf(size) < i && { code: 'size-twice', path: ['meterSizes', i], value: size },
    ),
    ...charges.flatMap((charge, i) => {
      const path = ['charges', i];
      if (charge.kind === 'fixed') return charge.bySize ? ofSizes(charge.bySize, [...path, 'bySize']) : [];
      if (!isUnitCharge(charge)) return [];
      const prices: [UnitPrice | undefined, Path][] = [
        [charge.blocks, [...path, 'blocks']],
        ...Object.entries(charge.rates ?? {}).map(([name, price]): [UnitPrice, Path] => [
          price,
          [...path, 'rates', name],
        ]),
      ];
      return prices.flatMap(([price, at]) =>
        typeof price === 'object' && price.bySize ? ofSizes(price.bySize, [...at, 'bySize']) : [],
      );
    }),
  ];
};

const checkCalendars = ({ calendars = {} }: TariffPlan): Found[] =>
  Object.entries(calendars).flatMap(([name, { days }]) =>
    days.map(
      (text, i): Found =>
        holidayRule(text) === null && { code: 'holiday-unreadable', path: ['calendars', name, 'days', i], value: text },
    ),
  );

/** All that is wrong, in the order in which it stands in the tariff's parts; empty: it can be priced. */
export const checkPlan = (plan: TariffPlan, known: KnownCalendars = new Set()): PlanFault[] => {
  const calendars = new Set([...known, ...Object.keys(plan.calendars ?? {})]);
  const found: Found[] = [
    !knownCurrencies.has(plan.currency) && { code: 'currency-unknown', path: ['currency'], value: plan.currency },
    !unitFits(plan.unit, plan.utility) && { code: 'unit-foreign', path: ['unit'], value: plan.unit },
    plan.timeZone !== undefined &&
      !isZone(plan.timeZone) && { code: 'time-zone-unknown', path: ['timeZone'], value: plan.timeZone },
    plan.charges.length === 0 && { code: 'no-charge', path: ['charges'], value: '' },
    ...checkCalendars(plan),
    ...Object.entries(plan.schedules ?? {}).flatMap(([name, schedule]) => checkSchedule(name, schedule, calendars)),
    ...checkValidity(plan.charges),
    ...checkShares(plan.charges),
    ...checkDiscounts(plan.charges),
    ...checkRounding(plan),
    ...checkMeters(plan),
    ...checkSuppliers(plan),
    ...checkSizes(plan),
    ...checkExchanges(plan),
    ...plan.charges.flatMap((charge, i) => checkPrices(charge, i, plan)),
  ];
  return found.filter((fault): fault is PlanFault => fault !== undefined && fault !== false);
};

// Whether a schedule's words can be read, and whether every quarter-hour of every kind of day has a period.

const weekDayNumbers = Array.from({ length: 7 }, (_, i) => i);

/** Every kind of day that rules can tell apart. */
const kindsOfDay = ({ periods, holidays }: Schedule): DayFacts[] => {
  const colours = [...new Set(periods.flatMap(({ colour }) => (colour === undefined ? [] : [colour])))];
  // A schedule that names a colour in every rule asks for one on every day.
  const isAlwaysColoured = periods.every(({ colour }) => colour !== undefined);
  const possible: (string | undefined)[] = isAlwaysColoured ? colours : [...colours, undefined];
  return allMonths.flatMap((month) =>
    weekDayNumbers.flatMap((weekDay) =>
      [false, ...(holidays === undefined ? [] : [true])].flatMap((isHoliday) =>
        possible.map((colour) => ({ month, weekDay, isHoliday, colour })),
      ),
    ),
  );
};

const clockText = (quarter: number): string =>
  `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`;

const firstUncovered = (schedule: Schedule): string | undefined => {
  const names = periodNames(schedule);
  const seen = new Set<string>();
  for (const day of kindsOfDay(schedule)) {
    // Days on which the same rules hold go alike.
    const rules = schedule.periods.map((rule) => Number(holdsOn(rule, day))).join('');
    if (seen.has(rules)) continue;
    seen.add(rules);
    const quarter = quartersOf(schedule, names, day).indexOf(-1);
    if (quarter >= 0)
      return [
        clockText(quarter),
        `month ${day.month}`,
        ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'][day.weekDay],
        ...(day.isHoliday ? ['holiday'] : []),
        ...(day.colour === undefined ? [] : [day.colour]),
      ].join(', ');
  }
  return undefined;
};

const checkSchedule = (name: string, schedule: Schedule, calendars: KnownCalendars): Found[] => {
  const path = ['schedules', name];
  const { dayStarts, holidays, colours, periods } = schedule;
  const words: Found[] = [
    dayStarts !== undefined &&
      (clockQuarter(dayStarts) ?? dayQuarters) >= dayQuarters && {
        code: 'hours-unreadable',
        path: [...path, 'dayStarts'],
        value: dayStarts,
      },
    holidays !== undefined &&
      !calendars.has(holidays) && { code: 'calendar-unknown', path: [...path, 'holidays'], value: holidays },
    ...periods.flatMap((rule, i) => [
      rule.colour !== undefined &&
        colours === undefined &&
        ({ code: 'colours-unnamed', path: [...path, 'periods', i, 'colour'], value: rule.colour } as const),
      ...(rule.hours ?? []).map(
        (text, at): Found =>
          clockWindow(text) === null && {
            code: 'hours-unreadable',
            path: [...path, 'periods', i, 'hours', at],
            value: text,
          },
      ),
    ]),
  ];
  if (words.some(Boolean)) return words;
  const uncovered = firstUncovered(schedule);
  return [uncovered !== undefined && { code: 'hours-uncovered', path: [...path, 'periods'], value: uncovered }];
};

// Whether a charge has one price for all that it is asked to price.

type Path = readonly (string | number)[];

interface End {
  readonly upTo?: DecimalText | undefined;
  readonly perPerson?: DecimalText | undefined;
}

/** How far `end` lies behind `before`, by itself and with each person more. */
const apart = (before: End, end: End): readonly [Exact, Exact] => [
  exact(end.upTo ?? '0').sub(before.upTo ?? '0'),
  exact(end.perPerson ?? '0').sub(before.perPerson ?? '0'),
];

/** Ends must rise, with any number of persons, and only the last may be open. */
const checkEnds = (ends: readonly End[], path: Path): Found[] =>
  ends.map((end, i): Found => {
    const before = ends[i - 1];
    const isLast = i === ends.length - 1;
    const [units, perPerson] = apart(before ?? {}, end);
    const isRising =
      end.upTo === undefined || before?.upTo === undefined || (units.compare(0) > 0 && perPerson.compare(0) >= 0);
    return (
      ((end.upTo === undefined) !== isLast || !isRising) && {
        code: 'blocks-order',
        path: [...path, i],
        value: end.upTo ?? '',
      }
    );
  });

/** Whether all use that a table holds for ends within this step. */
const reachesEnd = (step: End, table: End): boolean =>
  step.upTo !== undefined && table.upTo !== undefined && apart(table, step).every((more) => more.compare(0) >= 0);

const checkBlocks = ({ tables, bySize = {} }: Blocks, path: Path): Found[] => [
  ...Object.entries(bySize).flatMap(([size, own]) => checkTables(own.tables, [...path, 'bySize', size])),
  ...checkTables(tables, path),
];

const checkTables = (tables: Blocks['tables'], path: Path): Found[] => [
  ...checkEnds(tables, [...path, 'tables']),
  ...tables.flatMap((table, i): Found[] => {
    const last = table.steps.at(-1);
    const isClosed = last !== undefined && reachesEnd(last, table);
    const steps = isClosed ? [...table.steps.slice(0, -1), {}] : table.steps;
    return checkEnds(steps, [...path, 'tables', i, 'steps']);
  }),
];

const checkUnitPrice = (price: UnitPrice | PowerBlocks | undefined, path: Path): Found[] => {
  if (typeof price !== 'object') return [];
  return 'tables' in price ? checkBlocks(price, path) : checkEnds(price, path);
};

const checkRates = (
  schedule: string | undefined,
  rates: Readonly<Record<string, UnitPrice | PowerBlocks>>,
  path: Path,
  plan: TariffPlan,
): Found[] => {
  const found = schedule === undefined ? undefined : ownEntry(plan.schedules, schedule);
  if (!found) return [{ code: 'schedule-unknown', path: [...path, 'schedule'], value: schedule ?? '' }];
  const names = periodNames(found);
  return [
    ...Object.keys(rates).map(
      (name): Found => !names.includes(name) && { code: 'period-unknown', path: [...path, 'rates', name], value: name },
    ),
    ...names.map(
      (name): Found =>
        ownEntry(rates, name) === undefined && { code: 'period-unpriced', path: [...path, 'rates'], value: name },
    ),
    ...Object.entries(rates).flatMap(([name, price]) => checkUnitPrice(price, [...path, 'rates', name])),
  ];
};

/** Of the ways to give a price, exactly one. */
const checkOne = (given: readonly unknown[], path: Path, id: string): Found[] => {
  const count = given.filter((one) => one !== undefined).length;
  if (count === 0) return [{ code: 'price-missing', path, value: id }];
  return [count > 1 && { code: 'price-ambiguous', path, value: id }];
};

const given = <Rates extends object>(rates: Rates | undefined): Rates | undefined =>
  rates && Object.keys(rates).length > 0 ? rates : undefined;

const checkPrices = (charge: TariffCharge, i: number, plan: TariffPlan): Found[] => {
  const path = ['charges', i];
  if (charge.kind === 'fixed')
    return [
      ...checkOne([charge.amount, charge.byUse, charge.byPower, charge.bySize], path, charge.id),
      ...(charge.byPower ? checkEnds(charge.byPower.steps, [...path, 'byPower', 'steps']) : []),
      ...(charge.byUse ? checkEnds(charge.byUse.steps, [...path, 'byUse', 'steps']) : []),
    ];
  if (isUnitCharge(charge))
    return [
      ...checkOne([charge.rate, charge.blocks, charge.rates, charge.market], path, charge.id),
      ...checkUnitPrice(charge.blocks, [...path, 'blocks']),
      ...(charge.rates ? checkRates(charge.schedule, charge.rates, path, plan) : []),
    ];
  if (charge.kind === 'capacity') return checkOne([charge.rate, given(charge.rates)], path, charge.id);
  if (charge.kind === 'demand')
    return [
      ...checkOne([charge.rate, charge.blocks, given(charge.rates), charge.steps], path, charge.id),
      ...checkUnitPrice(charge.blocks, [...path, 'blocks']),
      ...(charge.steps ? checkEnds(charge.steps, [...path, 'steps']) : []),
      ...(charge.rates && charge.schedule !== undefined ? checkRates(charge.schedule, charge.rates, path, plan) : []),
      charge.rates !== undefined &&
        charge.schedule === undefined && { code: 'schedule-unknown', path: [...path, 'schedule'], value: '' },
    ];
  if (isBound(charge.kind) || !('of' in charge)) return [];
  const { percent, byUse } = charge as ShareCharge;
  return [
    ...checkOne([percent, byUse], path, charge.id),
    ...(byUse ? checkEnds(byUse.steps, [...path, 'byUse', 'steps']) : []),
  ];
};
