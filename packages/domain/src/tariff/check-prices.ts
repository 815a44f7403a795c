/** Whether a charge has one price for all that it is asked to price. */
import type { Found } from './check-plan.ts';
import { exact } from './exact.ts';
import { periodNames } from './schedule-periods.ts';
import type { Blocks, TariffCharge, TariffPlan, UnitPrice } from './tariff-plan.ts';

type Path = readonly (string | number)[];

/** Ends must rise, and only the last may be open. */
const checkEnds = (ends: readonly { readonly upTo?: string | undefined }[], path: Path): Found[] =>
  ends.map(({ upTo }, i): Found => {
    const before = ends[i - 1]?.upTo;
    const isLast = i === ends.length - 1;
    const isRising = upTo === undefined || before === undefined || exact(upTo).compare(exact(before)) > 0;
    return (
      ((upTo === undefined) !== isLast || !isRising) && {
        code: 'blocks-order',
        path: [...path, i],
        value: upTo ?? '',
      }
    );
  });

const checkBlocks = ({ tables }: Blocks, path: Path): Found[] => [
  ...checkEnds(tables, [...path, 'tables']),
  ...tables.flatMap((table, i): Found[] => {
    // Within a table that ends, the last step may end there too, or be open.
    const steps = table.steps.map((step, at) => (at === table.steps.length - 1 ? { rate: step.rate } : step));
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
  const found = schedule === undefined ? undefined : plan.schedules?.[schedule];
  if (!found) return [{ code: 'schedule-unknown', path: [...path, 'schedule'], value: schedule ?? '' }];
  const names = periodNames(found);
  return [
    ...Object.keys(rates).map(
      (name): Found => !names.includes(name) && { code: 'period-unknown', path: [...path, 'rates', name], value: name },
    ),
    ...names.map(
      (name): Found => rates[name] === undefined && { code: 'period-unpriced', path: [...path, 'rates'], value: name },
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
  if (charge.kind === 'capacity') return checkOne([charge.rate, charge.rates], path, charge.id);
  if (charge.kind === 'demand')
    return [
      ...checkOne([charge.rate, charge.rates], path, charge.id),
      ...(charge.rates && charge.schedule !== undefined ? checkRates(charge.schedule, charge.rates, path, plan) : []),
      charge.rates !== undefined &&
        charge.schedule === undefined && { code: 'schedule-unknown', path: [...path, 'schedule'], value: '' },
    ];
  return [];
};
