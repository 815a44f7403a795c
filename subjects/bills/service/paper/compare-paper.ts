/** A paper that was read, held against our prices and use: whose bill it is, line by line, and which price of ours it says otherwise. */
import { billingSizes, type BillingUnit, factsOf, isEnergyUnit, type Utility } from '#catalogue/index.ts';
import type { Transaction } from '#kernel/db.ts';
import {
  type ComparedPaper,
  isUnitOfUse,
  type LinePair,
  type PaperBill,
  type ReadPaperBill,
} from '../../contract/paper-bill.ts';
import type { BillLine } from '../../domain/bill/bill.ts';
import { findPaperPrice, type PricedPair, pricePaper } from '../../domain/tariff/explain/paper-price.ts';
import type { BillingSnapshot } from '../billing-snapshot.ts';
import { readGround } from '../compare-bills.ts';
import type { FiledBill } from '../read-bills.ts';
import type { TariffPlan } from '../../domain/tariff/plan.ts';
import { withSupplier } from '../../domain/tariff/suppliers.ts';
import type { OpenPaper } from './paper-thread.ts';

type Priced = NonNullable<ReturnType<typeof pricePaper>>;

/** A utility that the paper may be of, at our prices. */
interface Candidate {
  readonly utility: Utility;
  /** Of several, whose prices they are; null: of all. */
  readonly supplier: string | null;
  /** With the charges of all of them. */
  readonly plan: TariffPlan;
  readonly ours: ComparedPaper['ours'];
  readonly priced: Priced;
  /** The tariff begins before the paper does: another may follow on its first day. */
  readonly mayFollow: boolean;
}

export type PaperCandidates =
  | { readonly candidates: readonly Candidate[] }
  | { readonly none: NonNullable<ReadPaperBill['notCompared']> };

/** In Wh or mL where its unit says so, else in the tariff's own units; undefined where it is told in what the tariff knows nothing of. */
export const usedOf = ({ used }: PaperBill, utility: Utility, unit: BillingUnit) => {
  if (used === undefined) return undefined;
  const told = used.unit ?? unit;
  if (!isUnitOfUse(told)) return undefined;
  if (isEnergyUnit(told) === (factsOf(utility).base === 'Wh'))
    return { base: Number(used.amount) * billingSizes[told] };
  return told === unit ? { units: used.amount } : undefined;
};

export const readPaperCandidates = async (
  tx: Transaction,
  snapshot: BillingSnapshot,
  bill: PaperBill,
  bills: readonly FiledBill[],
  wanted: Utility | undefined,
): Promise<PaperCandidates> => {
  const { from: start, to: end, total } = bill;
  if (start === undefined || end === undefined || total === undefined) return { none: 'unread' };
  const { tariffs, timeZone } = snapshot;
  const inForce = [...new Set(tariffs.filter(({ validFrom }) => validFrom < end).map(({ utility }) => utility))].filter(
    (utility) => wanted === undefined || utility === wanted,
  );
  const candidates: Candidate[] = [];
  let isOtherCurrency = false;
  for (const utility of inForce) {
    const held = tariffs.findLast((one) => one.utility === utility && one.validFrom < end);
    if (!held) continue;
    const { currency, unit } = held.plan;
    if (bill.currency !== undefined && bill.currency !== currency) {
      isOtherCurrency = true;
      continue;
    }
    const used = usedOf(bill, utility, unit);
    if (bill.used?.unit !== undefined && used === undefined) continue;
    for (const supplier of [null, ...Object.keys(held.plan.suppliers ?? {})]) {
      const ground = await readGround(tx, snapshot, { start, end, utility, supplier }, bills);
      if (ground.total === null) continue;
      const { quarters, cycle, ourCycle, carried, market } = ground;
      const input = {
        theirs: { start, end, total },
        agreements: ground.tariffs,
        timeZone,
        cycle,
        ours: { cycle: ourCycle, total: ground.total },
        use: quarters[utility],
        coverage: null,
        carried,
        ...market,
      };
      const priced = pricePaper(input, utility, used);
      if (!priced) continue;
      const ours = { id: ground.bill?.id ?? null, start: ourCycle.start, end: ourCycle.end, total: ground.total };
      candidates.push({ utility, supplier, plan: held.plan, ours, priced, mayFollow: held.validFrom < start });
    }
  }
  if (candidates.length > 0) return { candidates };
  return { none: isOtherCurrency ? 'other-currency' : 'no-tariff' };
};

const permutations = (items: readonly number[]): number[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((one, i) => permutations(items.filter((_, k) => k !== i)).map((rest) => [one, ...rest]));

/** Beyond so many, that one price explains all of them would be told by chance. */
const maxLeft = 3;

/** The ways in which lines may stand side by side: those that are paired, and what is left over in any order. */
const waysOf = (bill: PaperBill, lines: readonly BillLine[], pairs: readonly LinePair[]): PricedPair[][] => {
  if (pairs.some(({ printed, ours }) => printed.length !== 1 || ours.length !== 1)) return [];
  const [seen, taken] = [new Set(pairs.flatMap((one) => one.printed)), new Set(pairs.flatMap((one) => one.ours))];
  const isNothing = (amount: string): boolean => Number(amount) === 0;
  const left = bill.lines.flatMap(({ amount }, i) => (seen.has(i) || isNothing(amount) ? [] : [i]));
  const open = lines.flatMap(({ amount }, i) => (taken.has(i) || isNothing(amount) ? [] : [i]));
  if (left.length !== open.length || left.length > maxLeft) return [];
  const pricedPair = (printed: number, ours: number): PricedPair => {
    const { amount = '0', rate } = bill.lines[printed] ?? {};
    return { printed, ours, amount, rate };
  };
  const known = pairs.map(({ printed: [one = 0], ours: [other = 0] }) => pricedPair(one, other));
  return permutations(open).map((order) => [...known, ...order.map((ours, i) => pricedPair(left[i] ?? 0, ours))]);
};

const compared = (
  bill: PaperBill,
  { utility, supplier, plan: whole, ours, priced, mayFollow }: Candidate,
  pairs: readonly LinePair[],
): ComparedPaper => {
  const { plan, lines, residuals } = priced;
  const found = mayFollow ? findPaperPrice(priced, waysOf(bill, lines, pairs)) : null;
  const line = found && lines[found.pair.ours];
  const name = line?.name ?? plan.charges.find(({ id }) => id === line?.charge)?.name ?? line?.charge ?? '';
  return {
    utility,
    supplier,
    currency: plan.currency,
    ours,
    lines: [...lines],
    pairs: found
      ? found.pairs
          .toSorted((a, b) => a.printed - b.printed)
          .map(({ printed, ours: own }) => ({ printed: [printed], ours: [own] }))
      : [...pairs],
    residuals,
    correction:
      found && line
        ? {
            plan: supplier === null ? found.plan : withSupplier(whole, supplier, found.plan),
            from: bill.from ?? '',
            printed: found.pair.printed,
            name,
            ...(line.period !== undefined && { period: line.period }),
            before: line.rate,
            after: found.pair.rate ?? '',
          }
        : null,
  };
};

const pairedOf = (pairs: readonly LinePair[], side: keyof LinePair): number =>
  pairs.reduce((sum, one) => sum + one[side].length, 0);

export const comparePaper = async (
  { bill, pair }: OpenPaper,
  read: PaperCandidates,
): Promise<Pick<ReadPaperBill, 'compared' | 'notCompared'>> => {
  if ('none' in read) return { compared: null, notCompared: read.none };
  const told: { candidate: Candidate; pairs: LinePair[] }[] = [];
  for (const candidate of read.candidates)
    told.push({ candidate, pairs: await pair(candidate.priced.lines, candidate.priced.plan) });
  // Most of its lines, and fewest of ours besides: one supplier's lines are all of their bill, and a part of the whole.
  const ranked = told
    .map(({ candidate, pairs }) => {
      const unpaired = candidate.priced.lines.length - pairedOf(pairs, 'ours');
      return { candidate, pairs, rank: [-pairedOf(pairs, 'printed'), unpaired] as const };
    })
    .toSorted(({ rank: [a, c] }, { rank: [b, d] }) => a - b || c - d);
  const [best, next] = ranked;
  if (!best || (next && best.rank.every((part, i) => part === next.rank[i])))
    return { compared: null, notCompared: 'which' };
  return { compared: compared(bill, best.candidate, best.pairs), notCompared: null };
};
