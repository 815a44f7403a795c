/** What a household has paid beside what it was billed, for each utility of which it has said how it pays. */
import type { Utility } from '#catalogue/index.ts';
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import type { Transaction } from '#kernel/db.ts';
import type { AccountLine, PaymentAccount, PayingWay, UnknownReason } from '../../contract/payments.ts';
import type { BillingCycle, Period } from '../../domain/bill/billing-cycle.ts';
import {
  type AccountEntry,
  type AccountState,
  accountStart,
  type BilledAmount,
  contractYear,
  debtEnds,
  evenInstalment,
  instalmentsDue,
  prepaidParts,
  runAccount,
  wayOn,
  weeklyRecoveries,
} from '../../domain/bill/payment-account.ts';
import { type Exact, exact, greatestOf, leastOf, minorDigits, sumOf, textOf, zero } from '../../domain/tariff/exact.ts';
import { termsOf } from '../../domain/tariff/price-bill.ts';
import { isUnpriced } from '../../domain/tariff/tariff-faults.ts';
import { hasReadings, within } from '../billing-snapshot.ts';
import { cyclesSince } from '../close-bills.ts';
import { type Side, sides, type SoFarInput } from '../so-far.ts';
import { aheadDays, type CostAhead, readCostAhead } from './cost-ahead.ts';

interface KeptEntry extends AccountEntry {
  readonly id: string;
  readonly currency: string;
  readonly note: string | null;
  readonly isUndone: boolean;
}

interface KeptBill extends Period {
  readonly currency: string;
  readonly cost: string;
  /** Of any utility. */
  readonly unpricedDays: number;
}

interface KeptAccount {
  readonly utility: Utility;
  readonly ways: readonly PayingWay[];
  readonly entries: readonly KeptEntry[];
  /** The earliest first. */
  readonly bills: readonly KeptBill[];
}

type Gap = PaymentAccount['gaps'][number];

/** What was billed since the account began, and what that is without. */
interface Billed {
  readonly amounts: readonly (BilledAmount & { readonly kind: 'bill' | 'used'; readonly from: LocalDay })[];
  /** Of prepaid use: what no bill holds yet. */
  readonly soFar: Exact;
  /** Cycles that are over and whose bill is about to be made. */
  readonly unbilled: Exact;
  /** The days of the open cycle that are as today's, prepaid or not: the first of them, and what was taken off for them. */
  readonly open: { readonly from: LocalDay; readonly taken: Exact };
  readonly gaps: ReadonlySet<Gap>;
}

const readKept = async (tx: Transaction, household: string): Promise<readonly KeptAccount[]> => {
  const [row] = await tx<{ accounts: KeptAccount[] }[]>`select private.payment_accounts(${household}) as accounts`;
  return row?.accounts ?? [];
};

/** Once bills are closed, in the same transaction. */
export const readAccounts = async (tx: Transaction, input: SoFarInput): Promise<PaymentAccount[]> => {
  const accounts: PaymentAccount[] = [];
  for (const kept of await readKept(tx, input.snapshot.household)) {
    const account = await readAccount(kept, input);
    if (account) accounts.push(account);
  }
  return accounts;
};

/** A household whose tariff of a utility is gone has its payments in the currency of the latest. */
const currencyOf = (
  { utility, entries, ways }: KeptAccount,
  { snapshot: { tariffs, today, currency } }: SoFarInput,
): string =>
  tariffs.findLast((one) => one.utility === utility && one.validFrom <= today)?.plan.currency ??
  tariffs.find((one) => one.utility === utility)?.plan.currency ??
  entries.at(-1)?.currency ??
  ways.at(-1)?.currency ??
  currency;

/** What is said in another currency says how is paid, and not how much. */
const inCurrency = (ways: readonly PayingWay[], currency: string): PayingWay[] =>
  ways.map((way) =>
    way.currency === currency ? way : { ...way, instalment: null, recovery: null, emergencyCredit: null },
  );

/** Something that would count is in another currency. */
const isInAnother = ({ ways, entries }: KeptAccount, currency: string, start: LocalDay): boolean =>
  entries.some((one) => !one.isUndone && one.currency !== currency && one.day >= start) ||
  ways.some(
    (one, i) =>
      one.currency !== currency &&
      (one.instalment ?? one.recovery ?? one.emergencyCredit) !== null &&
      (ways[i + 1]?.validFrom ?? addDays(start, 1)) > start,
  );

const readAccount = async (said: KeptAccount, input: SoFarInput): Promise<PaymentAccount | null> => {
  const { utility } = said;
  const { today } = input.snapshot;
  const currency = currencyOf(said, input);
  const kept = { ...said, ways: inCurrency(said.ways, currency) };
  const { ways } = kept;
  const entries = kept.entries.filter((one) => !one.isUndone && one.currency === currency);
  const bills = kept.bills.filter((one) => one.currency === currency);
  const start = accountStart(ways, entries, bills, today);
  if (start === undefined) return undone(kept, currency, today);
  const billed = await readBilled(kept, currency, start, input);
  const digits = minorDigits(currency);
  const gaps = new Set(billed.gaps);
  if (isInAnother(said, currency, start)) gaps.add('other-currency');
  const state = runAccount({ ways, entries, billed: billed.amounts, start, today, digits });
  const way = wayOn(ways, today);
  const text = (amount: Exact) => textOf(amount, digits, digits);
  const facts = { utility, way, ways, state, billed, start, gaps, digits };
  const ahead =
    way?.kind === 'instalments' || way?.kind === 'prepaid' ? await lookAhead(facts, entries, input) : noAhead;
  return {
    utility,
    currency,
    way: wayOn(said.ways, today),
    ways: [...said.ways],
    start,
    balance: text(state.balance),
    debt: text(state.debt),
    total: text(state.balance.sub(state.debt)),
    owedSince: way?.kind === 'prepaid' ? state.debtSince : state.owedSince,
    soFar: way?.kind === 'prepaid' ? text(billed.soFar) : null,
    gaps: [...gaps],
    lines: linesOf(kept, currency, state, billed),
    ...ahead,
    debtEnds: debtEnds(state, way, today, ahead.ends === null ? null : exact(ahead.ends.perDay)),
  };
};

const noAhead = { settlement: null, ends: null, unknown: null };

/** Nothing is left that counts: what was undone is still shown, to be made to count again, and what is in another currency. */
const undone = (kept: KeptAccount, currency: string, today: LocalDay): PaymentAccount | null =>
  kept.entries.length === 0
    ? null
    : {
        utility: kept.utility,
        currency,
        way: null,
        ways: [],
        start: today,
        balance: textOf(zero, minorDigits(currency)),
        debt: textOf(zero, minorDigits(currency)),
        total: textOf(zero, minorDigits(currency)),
        owedSince: null,
        soFar: null,
        gaps: kept.entries.some(({ isUndone }) => !isUndone) ? ['other-currency'] : [],
        lines: entryLines(kept, currency),
        ...noAhead,
        debtEnds: null,
      };

// What was billed.

/**
 * A bill takes off what it comes to on the day on which it is made, prepaid use what it costs as it is used, from `start` on. Of a cycle in
 * which instalments begin, nothing is held against them that was used before: without an opening balance no one says that it was unpaid.
 */
const readBilled = async (
  { utility, ways, entries, bills }: KeptAccount,
  currency: string,
  start: LocalDay,
  { snapshot, use, waiting, pricer }: SoFarInput,
): Promise<Billed> => {
  const { today, tariffs } = snapshot;
  const tomorrow = addDays(today, 1);
  const amounts: Billed['amounts'][number][] = [];
  const gaps = new Set<Gap>();
  let [soFar, unbilled, open] = [zero, zero, { from: today, taken: zero }];
  const own = use.filter((one) => one.utility === utility);
  const readFrom = use[0]?.day ?? today;
  const firstPriced = tariffs.find((one) => one.utility === utility)?.validFrom;
  const isOpened = entries.some(({ kind, isUndone }) => kind === 'opening' && !isUndone);
  const isFromStart = !isOpened && wayOn(ways, start)?.kind === 'instalments';

  /** What was used before there was a price is in no amount. */
  const lookForFree = (from: LocalDay, end: LocalDay) => {
    if (firstPriced !== undefined && firstPriced <= from) return;
    const until = firstPriced !== undefined && firstPriced < end ? firstPriced : end;
    if (from < readFrom || hasReadings(within(own, from, until))) gaps.add('price-missing');
  };

  const priced = async (cycle: BillingCycle, isOpen: boolean): Promise<Exact> => {
    const price = await (isOpen ? pricer.priceOpen(cycle) : pricer.price(cycle));
    if (price?.faults.some((one) => one.utility === utility && isUnpriced(one)) ?? true) gaps.add('price-missing');
    const isOther = price !== null && price.currency !== currency;
    if (isOther || termsOf(utility, cycle, tariffs).some(({ plan }) => plan.currency !== currency))
      gaps.add('bill-currency');
    // What has a price counts, as in the open cycle: without it much more would seem to be left.
    return price === null || isOther ? zero : exact(price.costs[utility]);
  };

  const takeCycle = async (cycle: BillingCycle) => {
    const isOpen = cycle.end > today;
    const bill = bills.find((one) => one.start === cycle.start && one.end === cycle.end);
    const parts = prepaidParts(ways, cycle).filter((one) => one.end > start && one.start <= today);
    if (bill && bill.currency !== currency) return void gaps.add('bill-currency');
    if (bill && parts.length === 1 && ((!parts[0]?.isPrepaid && !isFromStart) || cycle.start >= start)) {
      lookForFree(bill.start, bill.end);
      if (bill.unpricedDays > 0) await priced(cycle, false);
      return void amounts.push({ kind: 'bill', day: bill.end, from: bill.start, amount: bill.cost });
    }
    for (const { isPrepaid, ...days } of parts) {
      const from = (isPrepaid || isFromStart) && start > days.start ? start : days.start;
      const end = isOpen && days.end > tomorrow ? tomorrow : days.end;
      if (isOpen) open = { from, taken: zero };
      if (!isPrepaid && isOpen) continue;
      if (!bill && !hasReadings(within(use, from, end))) continue;
      lookForFree(from, end);
      const amount = await priced({ ...cycle, start: from, end }, isOpen);
      if (!isPrepaid && !bill) unbilled = unbilled.add(amount);
      else amounts.push({ kind: bill ? 'bill' : 'used', day: end > today ? today : end, from, amount: textOf(amount) });
      if (isPrepaid && !bill) soFar = soFar.add(amount);
      if (isOpen) open = { from, taken: amount };
    }
  };
  for (const cycle of cyclesSince(start, snapshot)) if (cycle.end > start) await takeCycle(cycle);

  if (waiting.some((one) => one.end > start && one.faults.some((fault) => fault.utility === utility)))
    gaps.add('bill-waiting');
  const first = own.find((one) => hasReadings([one]))?.day ?? today;
  const isOfUse = ways.some(({ kind }) => kind !== 'after-bill');
  // Days before those that were read are in bills, where there was anything before.
  if (isOfUse && start < first && (first > readFrom || first === snapshot.firstDay)) gaps.add('use-unmeasured');
  return { amounts, soFar, unbilled, open, gaps };
};

// What is to come.

interface AccountFacts {
  readonly utility: Utility;
  readonly way: PayingWay | null;
  readonly ways: readonly PayingWay[];
  readonly state: AccountState;
  readonly billed: Billed;
  readonly start: LocalDay;
  readonly gaps: ReadonlySet<Gap>;
  readonly digits: number;
}

type Ahead = Pick<PaymentAccount, 'settlement' | 'ends' | 'unknown'>;

const unknown = (why: UnknownReason): Ahead => ({ ...noAhead, unknown: why });

const lookAhead = async (
  facts: AccountFacts,
  entries: readonly AccountEntry[],
  { snapshot, use, pricer }: SoFarInput,
): Promise<Ahead> => {
  const { utility, way, gaps, start } = facts;
  const { today, tariffs } = snapshot;
  if (!tariffs.some((one) => one.utility === utility && one.validFrom <= today)) return unknown('price-missing');
  for (const gap of ['bill-waiting', 'price-missing', 'other-currency', 'bill-currency', 'use-unmeasured'] as const)
    if (gaps.has(gap)) return unknown(gap);
  const instalment = way?.instalment;
  if (instalment) {
    const year = contractYear(instalment.yearStart, today);
    if (start > year.start && !entries.some(({ kind }) => kind === 'opening')) return unknown('opening-missing');
  }
  const ahead = await readCostAhead(utility, snapshot, use, pricer);
  if ('why' in ahead) return unknown(ahead.why);
  return instalment ? settle(facts, instalment, ahead, today) : runOut(facts, ahead, today);
};

/** What is left when the contract's year is settled: all that is paid by then less all that is billed, with what is owed of before. */
const settle = async (
  { state, billed, ways, digits }: AccountFacts,
  instalment: NonNullable<PayingWay['instalment']>,
  ahead: CostAhead,
  today: LocalDay,
): Promise<Ahead> => {
  const { end: day } = contractYear(instalment.yearStart, today);
  const due = instalmentsDue(ways, { start: addDays(today, 1), end: day });
  const paid = state.balance
    .sub(state.debt)
    .add(sumOf(due.map(({ amount }) => exact(amount))))
    .sub(billed.unbilled);
  const [low, expected, high] = await Promise.all(sides.map((side) => ahead.cost(billed.open.from, day, side)));
  if (!low || !expected || !high) return unknown('price-missing');
  const at = paid.sub(expected);
  const even = evenInstalment(due, at, digits);
  const text = (amount: Exact) => textOf(amount, digits, digits);
  return {
    ...noAhead,
    settlement: {
      day,
      low: text(leastOf(paid.sub(high), at)),
      expected: text(at),
      high: text(greatestOf(paid.sub(low), at)),
      left: due.length,
      even: even && text(even),
      days: daysBetween(today, day),
      fromLastYear: ahead.fromLastYear(day),
    },
  };
};

/** As many days as one is told to cost over. */
const perDayOver = 30;

/** When what is prepaid has run out: the first day that it does not wholly pay for. */
const runOut = async (
  { way, state, billed, digits }: AccountFacts,
  ahead: CostAhead,
  today: LocalDay,
): Promise<Ahead> => {
  const weekly = (end: LocalDay) => {
    const due = weeklyRecoveries(way === null ? [] : [way], { start: addDays(today, 1), end });
    return leastOf(state.debt, sumOf(due.map(({ amount }) => exact(amount))));
  };
  const need = async (end: LocalDay, side: Side): Promise<Exact | null> => {
    const cost = await ahead.cost(billed.open.from, end, side);
    return cost && cost.sub(billed.open.taken).add(weekly(end));
  };
  const endsOn = async (money: Exact, side: Side): Promise<LocalDay | null> => {
    const isPaid = async (days: number) => ((await need(addDays(today, days + 1), side)) ?? zero).compare(money) <= 0;
    if (await isPaid(aheadDays - 1)) return null;
    let [paid, unpaid] = [-1, aheadDays - 1];
    while (unpaid - paid > 1) {
      const middle = Math.floor((paid + unpaid) / 2);
      if (await isPaid(middle)) paid = middle;
      else unpaid = middle;
    }
    return addDays(today, unpaid);
  };
  const [tomorrow, later] = [addDays(today, 1), addDays(today, 1 + perDayOver)];
  const costs = [
    await need(tomorrow, 'expected'),
    await need(later, 'expected'),
    await need(addDays(today, aheadDays), 'high'),
  ];
  const [first, then] = costs;
  if (!first || !then || costs.includes(null)) return unknown('price-missing');
  const early = await endsOn(state.balance, 'high');
  const expected = await endsOn(state.balance, 'expected');
  const emergency = way?.emergencyCredit;
  return {
    ...noAhead,
    ends: {
      perDay: textOf(then.sub(first).div(perDayOver), digits, digits),
      early,
      expected,
      late: await endsOn(state.balance, 'low'),
      withEmergency: emergency ? await endsOn(state.balance.add(exact(emergency)), 'expected') : null,
      days: expected === null ? aheadDays : daysBetween(today, expected),
      fromLastYear: ahead.fromLastYear(expected ?? addDays(today, aheadDays)),
    },
  };
};

// What an account is made of, line by line.

/** All that was entered, each as it was. */
const entryLines = ({ entries }: KeptAccount, counted: string): AccountLine[] =>
  entries.map(({ id, day, kind, amount, note, currency, isUndone }) => ({
    day,
    kind,
    amount: kind === 'refund' || kind === 'arrears' ? textOf(exact(amount).neg()) : amount,
    entry: id,
    ...(note !== null && { note }),
    ...(currency !== counted && { currency }),
    ...(isUndone && { isUndone }),
  }));

/** With what follows from bills and the way of paying; the latest first. */
const linesOf = (
  kept: KeptAccount,
  currency: string,
  { movements }: AccountState,
  { amounts }: Billed,
): AccountLine[] => {
  const text = (amount: Exact) => textOf(amount, minorDigits(currency), minorDigits(currency));
  const follows = movements.filter(({ kind }) => kind === 'instalment' || kind === 'recovered');
  return [
    ...entryLines(kept, currency),
    ...follows.map(
      ({ day, kind, balance, debt }): AccountLine => ({
        day,
        kind,
        amount: text(kind === 'recovered' ? balance : balance.sub(debt)),
      }),
    ),
    ...amounts.map(({ amount, ...line }): AccountLine => ({ ...line, amount: text(exact(amount).neg()) })),
  ].sort((a, b) => (a.day < b.day ? 1 : -1));
};
