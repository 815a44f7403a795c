/** Whether a charge has one price for all that it is asked to price. */
import { type Exact, exact } from '../exact.ts';
import { ownEntry } from '../own-entry.ts';
import { periodNames } from '../schedule-periods.ts';
import type { Blocks, DecimalText, TariffCharge, TariffPlan, UnitPrice } from '../plan.ts';
import type { Found } from './plan-fault.ts';

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

const checkBlocks = ({ tables }: Blocks, path: Path): Found[] => [
  ...checkEnds(tables, [...path, 'tables']),
  ...tables.flatMap((table, i): Found[] => {
    const last = table.steps.at(-1);
    const isClosed = last !== undefined && reachesEnd(last, table);
    const steps = isClosed ? [...table.steps.slice(0, -1), {}] : table.steps;
    return checkEnds(steps, [...path, 'tables', i, 'steps']);
  }),
];

const checkUnitPrice = (price: UnitPrice | undefined, path: Path): Found[] =>
  typeof price === 'object' ? checkBlocks(price, path) : [];

const checkRates = (
  schedule: string | undefined,
  rates: Readonly<Record<string, UnitPrice>>,
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

export const checkPrices = (charge: TariffCharge, i: number, plan: TariffPlan): Found[] => {
  const path = ['charges', i];
  if (charge.kind === 'fixed')
    return [
      ...checkOne([charge.amount, charge.byUse], path, charge.id),
      ...(charge.byUse ? checkEnds(charge.byUse.steps, [...path, 'byUse', 'steps']) : []),
    ];
  if (charge.kind === 'use')
    return [
      ...checkOne([charge.rate, charge.blocks, charge.rates, charge.market], path, charge.id),
      ...checkUnitPrice(charge.blocks, [...path, 'blocks']),
      ...(charge.rates ? checkRates(charge.schedule, charge.rates, path, plan) : []),
    ];
  if (charge.kind === 'capacity') return checkOne([charge.rate, given(charge.rates)], path, charge.id);
  if (charge.kind === 'demand')
    return [
      ...checkOne([charge.rate, given(charge.rates)], path, charge.id),
      ...(charge.rates && charge.schedule !== undefined ? checkRates(charge.schedule, charge.rates, path, plan) : []),
      charge.rates !== undefined &&
        charge.schedule === undefined && { code: 'schedule-unknown', path: [...path, 'schedule'], value: '' },
    ];
  return [];
};
