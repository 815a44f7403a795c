/** Use against the steps of a block tariff: which table holds for it, and how much of it falls in each step. */
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { type Exact, exact, greatestOf, leastOf, sumOf, textOf, zero } from '../exact.ts';
import { type IntervalUse, usedIn, within } from '../interval-use.ts';
import {
  allMeters,
  type Blocks,
  type BlockStep,
  type BlockTable,
  type DecimalText,
  exchangeOf,
  type TariffPlan,
  type UseCharge,
} from '../plan.ts';
import { type PlanFacts, pricingFor, pricingOf } from '../pricing.ts';
import { type ChargeDays, chargeDays, type PricedCycle, timesPer } from './charge-days.ts';
import { goesBySize, planOfSize } from './meter-size.ts';

interface BlockPart {
  readonly step: BlockStep;
  /** In billing units, for these days. */
  readonly used: Exact;
  readonly above: Exact;
  readonly upTo: Exact | null;
}

interface Limit {
  readonly upTo?: DecimalText | undefined;
  readonly perPerson?: DecimalText | undefined;
}

/** Where a step or a table ends, in billing units for these days; null: it does not. */
export const limitOf = (limit: Limit, blocks: Blocks, held: ChargeDays, persons: number): Exact | null => {
  if (limit.upTo === undefined) return null;
  const more = Math.max(0, persons - (blocks.personsIncluded ?? 0));
  const whole = exact(limit.upTo).add(exact(limit.perPerson ?? '0').mul(more));
  return whole.mul(timesPer(blocks.per, held));
};

const tableFor = (used: Exact, blocks: Blocks, held: ChargeDays, persons: number): BlockTable | undefined =>
  blocks.tables.find((table) => {
    const limit = limitOf(table, blocks, held, persons);
    return limit === null || used.compare(limit) <= 0;
  }) ?? blocks.tables.at(-1);

/**
 * `used` in billing units; parts are of the table that holds for all of it, and sum to it. `before`: what the year has used of steps that go
 * on through it, whose ends are then those of a whole year.
 */
export const blockParts = (
  used: Exact,
  blocks: Blocks,
  held: ChargeDays,
  persons: number,
  before?: Exact,
): BlockPart[] => {
  const [first, last] = before === undefined ? [zero, used] : [before, before.add(used)];
  const days = before === undefined ? held : wholeYear(held);
  const parts: BlockPart[] = [];
  let above = zero;
  for (const step of tableFor(last, blocks, days, persons)?.steps ?? []) {
    const upTo = limitOf(step, blocks, days, persons);
    const end = upTo === null ? last : leastOf(last, upTo);
    const begin = greatestOf(above, first);
    if (end.compare(begin) > 0) parts.push({ step, used: end.sub(begin), above, upTo });
    if (upTo === null || last.compare(upTo) <= 0) break;
    above = greatestOf(above, upTo);
  }
  return parts;
};

/** As if these days were the year that the steps are for. */
const wholeYear = (held: ChargeDays): ChargeDays => ({ ...held, days: 365 });

// When a home comes into the next block of its tariff, and what that changes.

interface NextBlock {
  readonly charge: string;
  /** Where the block before it begins, where it does and where it ends (null: nowhere), and how far it is, in the plan's billing units. */
  readonly from: DecimalText;
  readonly above: DecimalText;
  readonly upTo: DecimalText | null;
  readonly left: DecimalText;
  /** Of the prices; none: the plan's. */
  readonly currency?: string;
  /** Per unit, below and above it. */
  readonly rate: DecimalText;
  readonly nextRate: DecimalText;
  /** What the crossing itself costs, where a slab then holds for all of the use. */
  readonly jump: DecimalText;
  /** The day on which it is expected; null: not in this cycle. */
  readonly day: LocalDay | null;
}

interface BlockInput {
  readonly plan: TariffPlan;
  readonly cycle: PricedCycle;
  readonly timeZone: string;
  readonly facts?: PlanFacts | undefined;
  /** Of the cycle until now, in Wh or mL. */
  readonly use: IntervalUse;
  /** The first day that is still to come, or to go on. */
  readonly today: LocalDay;
}

interface NextBlockInput extends BlockInput {
  /** From today on; of today the whole day's. */
  readonly perDay: readonly { readonly day: LocalDay; readonly expected: number }[];
  readonly usedToday: number;
}

/** The ends of steps and tables in their order. */
const endsOf = (blocks: Blocks, held: ChargeDays, persons: number): Exact[] =>
  blocks.tables
    .flatMap((table) => [table, ...table.steps])
    .flatMap((limit) => limitOf(limit, blocks, held, persons) ?? [])
    .sort((a, b) => a.compare(b));

const costOf = (used: Exact, blocks: Blocks, held: ChargeDays, persons: number): Exact =>
  sumOf(blockParts(used, blocks, held, persons).map((part) => part.used.mul(part.step.rate)));

const rateAt = (used: Exact, blocks: Blocks, held: ChargeDays, persons: number): DecimalText =>
  blockParts(used, blocks, held, persons).at(-1)?.step.rate ?? '0';

const dayOf = (
  left: Exact,
  unit: Exact,
  { perDay, usedToday, today }: NextBlockInput,
  end: LocalDay,
): LocalDay | null => {
  let toCome = 0;
  for (const { day, expected } of perDay) {
    toCome += day === today ? Math.max(0, expected - usedToday) : expected;
    if (day < end && exact(Math.round(toCome)).compare(left.mul(unit)) > 0) return day;
  }
  return null;
};

/** A crumb of a unit: what lies just above an end. */
const crumb = exact(1n, 1_000_000n);

/** How far the cycle, or the charge's part of it, has come; null: it does not hold today. */
const standingOf = (charge: UseCharge, blocks: Blocks, input: BlockInput) => {
  const { plan, cycle, timeZone, facts, today } = input;
  const zone = plan.timeZone ?? timeZone;
  const held = chargeDays(charge, plan, cycle, zone).find(({ start, end }) => start <= today && today < end);
  if (!held) return null;
  const persons = facts?.persons ?? 1;
  const whole = pricingOf({ ...input, cycle: { ...cycle, start: held.start, end: held.end } });
  const { use, unit, unitOn } = pricingFor(charge, whole);
  const used = exact(usedIn(use, within(use, { start: held.start, end: addDays(today, 1) }))).div(unit);
  return { held, persons, used, unitOn, rate: rateAt(used.equals(0) ? crumb : used, blocks, held, persons) };
};

const nextOf = (charge: UseCharge, blocks: Blocks, input: NextBlockInput): NextBlock[] => {
  const standing = standingOf(charge, blocks, input);
  if (!standing) return [];
  const { held, persons, used, rate } = standing;
  const ends = endsOf(blocks, held, persons);
  const above = ends.find((end) => end.compare(used) >= 0);
  const size = standing.unitOn(input.today);
  if (!above || size === null) return [];
  const below = ends.findLast((end) => end.compare(used) < 0);
  const upTo = ends.find((end) => end.compare(above) > 0);
  const beyond = above.add(crumb);
  const nextRate = rateAt(beyond, blocks, held, persons);
  const jump = costOf(beyond, blocks, held, persons)
    .sub(costOf(above, blocks, held, persons))
    .sub(crumb.mul(nextRate));
  const left = above.sub(used);
  const exchange = exchangeOf(charge);
  return [
    {
      charge: charge.id,
      ...(exchange && { currency: exchange.currency }),
      from: below === undefined ? '0' : textOf(below, 0, 3),
      above: textOf(above, 0, 3),
      upTo: upTo === undefined ? null : textOf(upTo, 0, 3),
      left: textOf(left, 0, 3),
      rate,
      nextRate,
      jump: textOf(jump, 0, 2),
      day: dayOf(left, size, input, held.end),
    },
  ];
};

const isOfAllUse = ({ sharePercent, atMost, net, pastUse }: UseCharge): boolean =>
  [sharePercent, atMost, net, pastUse].every((part) => part === undefined);

/** Charges in blocks of all of the use; those of a part of it, of a year's, that may not hold, or of a meter's size that is not known, are left out. */
const blockCharges = ({ plan, facts }: BlockInput) =>
  planOfSize(plan, facts?.meterSize).charges.flatMap((charge) =>
    charge.kind === 'use' && charge.blocks && isOfAllUse(charge) && charge.blocks.per !== 'year' && !goesBySize(charge)
      ? [{ charge, blocks: charge.blocks }]
      : [],
  );

/** One for each charge in blocks that holds today; what is expected is known of all use together. */
export const nextBlocks = (input: NextBlockInput): NextBlock[] =>
  blockCharges(input).flatMap(({ charge, blocks }) =>
    input.plan.meters === undefined || charge.meter === allMeters ? nextOf(charge, blocks, input) : [],
  );

/** The rate of the block that one more unit falls in, by the id of its charge. */
export const blockRates = (input: BlockInput): Record<string, DecimalText> =>
  Object.fromEntries(
    blockCharges(input).flatMap(({ charge, blocks }) => {
      const standing = standingOf(charge, blocks, input);
      return standing ? [[charge.id, standing.rate]] : [];
    }),
  );
