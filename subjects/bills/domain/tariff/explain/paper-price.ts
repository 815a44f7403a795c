/** Our prices on the days of a bill on paper, for what it says was used; and the one price of ours that makes all of it what it says. */
import { addDays } from '#catalogue/local-day.ts';
import type { BillLine } from '../../bill/bill.ts';
import { type Exact, exact, minorDigits, textOf } from '../exact.ts';
import {
  type Blocks,
  type DecimalText,
  exchangeOf,
  ownEntry,
  type TariffCharge,
  type TariffPlan,
  type UnitPrice,
} from '../plan.ts';
import { type Agreement, termsOf } from '../price-bill.ts';
import { pricingOf } from '../pricing.ts';
import { isWaitedFor } from '../tariff-faults.ts';
import {
  asTheirs,
  condensed,
  type Ground,
  priceOnce,
  type ReconcileInput,
  roundingCoins,
  sum,
  useOn,
} from './price-theirs.ts';

interface PricedPaper {
  readonly plan: TariffPlan;
  readonly lines: readonly BillLine[];
  /** What it is dearer by: they sum to its total less that of our bill. */
  readonly residuals: { readonly days: DecimalText; readonly use: DecimalText; readonly price: DecimalText };
  readonly ground: Ground;
  /** As the paper has it, in as few intervals as its prices ask for. */
  readonly use: Ground['use'];
}

/** `usedBase` is what the paper says was used, in Wh or mL, or in units of the tariff. Null where no tariff is in force on its days. */
export const pricePaper = (
  input: ReconcileInput,
  utility: Agreement['utility'],
  used: { readonly base: number } | { readonly units: DecimalText } | undefined,
): PricedPaper | null => {
  const { theirs, agreements, timeZone, ours } = input;
  const cycle = { ...input.cycle, start: theirs.start, end: theirs.end };
  const terms = termsOf(utility, cycle, agreements);
  const term = terms.at(-1);
  if (!term) return null;
  const { plan } = term;
  const ground: Ground = { ...input, cycle, own: agreements.filter((one) => one.utility === utility), utility };
  const own = useOn(input.use, theirs, timeZone);
  const size = pricingOf({ ...term, cycle, timeZone, use: own }).unitOn(addDays(theirs.end, -1));
  const theirUse =
    used === undefined
      ? sum(own.used)
      : 'base' in used
        ? Math.round(used.base)
        : size === null
          ? sum(own.used)
          : exact(used.units).mul(size).round().valueOf();
  const use = condensed(asTheirs(own, theirUse, input), ground);
  const onTheirDays = priceOnce(ground, cycle, own, ground.own);
  const atTheirUse = priceOnce(ground, cycle, use, ground.own);
  const digits = minorDigits(plan.currency);
  const text = (amount: Exact): DecimalText => textOf(amount, digits);
  return {
    plan,
    lines: atTheirUse.lines,
    residuals: {
      days: text(onTheirDays.total.sub(exact(ours.total))),
      use: text(atTheirUse.total.sub(onTheirDays.total)),
      price: text(exact(theirs.total).sub(atTheirUse.total)),
    },
    ground,
    use,
  };
};

// The price of a tariff that a line of its bills was made with, as another.

const isSame = (a: DecimalText | undefined, b: DecimalText): boolean => a !== undefined && Number(a) === Number(b);

/** What a line says, and what it is to say; where prices go by the size of the meter, of which. */
interface Change {
  readonly line: BillLine;
  readonly after: DecimalText;
  readonly size: string | undefined;
}

const tablesWith = (tables: Blocks['tables'], { line, after }: Change): Blocks['tables'] | undefined => {
  const steps = tables.flatMap((table) => table.steps).filter(({ rate }) => isSame(rate, line.rate));
  if (steps.length !== 1) return undefined;
  return tables.map((table) => ({
    ...table,
    steps: table.steps.map((step) => (step === steps[0] ? { ...step, rate: after } : step)),
  }));
};

const blocksWith = (blocks: Blocks, change: Change): Blocks | undefined => {
  const { bySize } = blocks;
  const { size = '' } = change;
  const tables = tablesWith(bySize ? (ownEntry(bySize, size)?.tables ?? []) : blocks.tables, change);
  return tables && { ...blocks, ...(bySize ? { bySize: { ...bySize, [size]: { tables } } } : { tables }) };
};

const priceWith = (price: UnitPrice, change: Change): UnitPrice | undefined =>
  typeof price !== 'string' ? blocksWith(price, change) : isSame(price, change.line.rate) ? change.after : undefined;

const chargeWith = (charge: TariffCharge, change: Change): TariffCharge | undefined => {
  const { line, after, size = '' } = change;
  const { rate, period } = line;
  // What another price would be, is said in the bill's currency.
  if (exchangeOf(charge)) return undefined;
  switch (charge.kind) {
    case 'use': {
      if (charge.rate !== undefined) return isSame(charge.rate, rate) ? { ...charge, rate: after } : undefined;
      if (charge.blocks) {
        const blocks = blocksWith(charge.blocks, change);
        return blocks && { ...charge, blocks };
      }
      const own = period === undefined ? undefined : charge.rates?.[period];
      const price = own === undefined ? undefined : priceWith(own, change);
      return price === undefined ? undefined : { ...charge, rates: { ...charge.rates, [period as string]: price } };
    }
    case 'fixed': {
      if (!charge.bySize) return isSame(charge.amount, rate) ? { ...charge, amount: after } : undefined;
      return isSame(ownEntry(charge.bySize, size), rate)
        ? { ...charge, bySize: { ...charge.bySize, [size]: after } }
        : undefined;
    }
    case 'capacity': {
      if (charge.rate !== undefined) return isSame(charge.rate, rate) ? { ...charge, rate: after } : undefined;
      return period !== undefined && isSame(charge.rates?.[period], rate)
        ? { ...charge, rates: { ...charge.rates, [period]: after } }
        : undefined;
    }
    case 'derived':
    case 'discount':
    case 'tax':
      return isSame(charge.percent, rate) ? { ...charge, percent: after } : undefined;
    case 'returned':
    case 'demand':
    case 'minimum':
    case 'maximum':
      return undefined;
  }
};

/** Undefined where the tariff has no such price once. */
const planWith = (plan: TariffPlan, change: Change): TariffPlan | undefined => {
  const own = plan.charges.filter(({ id }) => id === change.line.charge);
  const [charge] = own;
  if (!charge || own.length > 1) return undefined;
  const changed = chargeWith(charge, change);
  return changed && { ...plan, charges: plan.charges.map((one) => (one === charge ? changed : one)) };
};

/** A line on paper, beside which line of ours it stands. */
export interface PricedPair {
  readonly printed: number;
  readonly amount: DecimalText;
  readonly rate?: DecimalText | undefined;
  readonly ours: number;
}

interface FoundPrice {
  readonly pair: PricedPair;
  readonly pairs: readonly PricedPair[];
  readonly plan: TariffPlan;
}

/**
 * The one price that, as the paper has it, makes every line and the total of ours what the paper says. `ways` are the ways in which its lines
 * may stand beside ours; where two prices, or two ways, would do, nothing is certain: null.
 */
export const findPaperPrice = (
  { ground, use, lines, plan }: Pick<PricedPaper, 'ground' | 'use' | 'lines' | 'plan'>,
  ways: readonly (readonly PricedPair[])[],
): FoundPrice | null => {
  const coin = exact(1n, 10n ** BigInt(minorDigits(plan.currency)));
  const isNear = (a: Exact, b: DecimalText, coins: number): boolean =>
    a.sub(exact(b)).abs().compare(coin.mul(coins)) <= 0;
  const terms = termsOf(ground.utility, ground.cycle, ground.own);
  if (terms.length !== 1) return null;
  const made = (changed: TariffPlan) =>
    priceOnce(ground, ground.cycle, use, [
      { utility: ground.utility, validFrom: '2000-01-01', plan: changed, facts: terms[0]?.facts },
    ]);
  const found = ways.flatMap((pairs) =>
    pairs.flatMap((pair): FoundPrice[] => {
      const line = lines[pair.ours];
      if (!line || pair.rate === undefined || isNear(exact(line.amount), pair.amount, 1)) return [];
      const changed = planWith(plan, { line, after: pair.rate, size: terms[0]?.facts?.meterSize });
      if (!changed) return [];
      const anew = made(changed);
      const agrees =
        !anew.bills.some(({ faults }) => faults.some(isWaitedFor)) &&
        anew.lines.length === lines.length &&
        isNear(anew.total, ground.theirs.total, roundingCoins) &&
        pairs.every(({ ours, amount }) => isNear(exact(anew.lines[ours]?.amount ?? '0'), amount, roundingCoins));
      return agrees ? [{ pair, pairs, plan: changed }] : [];
    }),
  );
  const [only] = found;
  return only && found.length === 1 ? only : null;
};
