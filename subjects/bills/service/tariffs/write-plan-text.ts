/** A plan as the YAML that a person would write, for those who go on by hand from what a form or a file has made. */
import type { Blocks, TariffCharge, TariffPlan, UnitPrice } from '../../domain/tariff/plan.ts';
import { stringify } from 'yaml';

/** Tables as they are written by hand: steps where there is one table, slabs where each has one price. */
const blocksText = ({ tables, ...rest }: Blocks): object => {
  const [first] = tables;
  if (tables.length === 1 && first && first.upTo === undefined) return { ...rest, steps: first.steps };
  const isSlabs = tables.every(({ steps }) => steps.length === 1 && steps[0]?.upTo === undefined);
  return isSlabs
    ? { ...rest, slabs: tables.map(({ steps, ...limit }) => ({ ...limit, rate: steps[0]?.rate ?? '0' })) }
    : { ...rest, tables };
};

const priceText = (price: UnitPrice): string | object => (typeof price === 'string' ? price : blocksText(price));

const chargeText = (charge: TariffCharge): object => {
  if (charge.kind !== 'use') return charge;
  return {
    ...charge,
    ...(charge.blocks && { blocks: blocksText(charge.blocks) }),
    ...(charge.rates && {
      rates: Object.fromEntries(Object.entries(charge.rates).map(([period, price]) => [period, priceText(price)])),
    }),
  };
};

/** The reader takes everything as texts, and so does the writer. */
const asTexts = (value: unknown): unknown => {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(asTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asTexts(inner)]));
};

/** What a reader looks for first; the rest stands as it came. */
const firstKeys = [
  'name',
  'utility',
  'currency',
  'unit',
  'timeZone',
  'source',
  'id',
  'kind',
  'from',
  'until',
  'period',
  'upTo',
];

/** A plan's charges come last: all that they name stands above them. */
const rankOf = (key: string): number => {
  if (key === 'charges') return firstKeys.length + 1;
  const rank = firstKeys.indexOf(key);
  return rank < 0 ? firstKeys.length : rank;
};

/** The database keeps keys in an order of its own. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => rankOf(a) - rankOf(b))
      .map(([key, inner]) => [key, inOrder(inner)]),
  );
};

/** Read again it is the same plan. Decimals stand without quotes: the reader takes them as they are written. */
export const writePlanText = (plan: TariffPlan): string =>
  stringify(asTexts(inOrder({ ...plan, charges: plan.charges.map(chargeText) })), {
    schema: 'failsafe',
    lineWidth: 110,
    defaultStringType: 'PLAIN',
    defaultKeyType: 'PLAIN',
  });
