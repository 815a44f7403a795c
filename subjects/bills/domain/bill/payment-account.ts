/** What a household has on its account with a supplier: what it paid beside what it was billed, by the way it pays. */
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { type Exact, exact, leastOf, roundTo, sumOf, zero } from '../tariff/exact.ts';
import type { DecimalText } from '../tariff/plan.ts';
import type { Period } from './billing-cycle.ts';

export const payingKinds = ['after-bill', 'instalments', 'prepaid'] as const;
type PayingKind = (typeof payingKinds)[number];

/** In force from its first day until the next one's. */
export interface PayingWay {
  readonly validFrom: LocalDay;
  readonly kind: PayingKind;
  readonly instalment: Instalment | null;
  /** How an old debt is taken off what is prepaid. */
  readonly recovery: { readonly percent: DecimalText } | { readonly weekly: DecimalText } | null;
  readonly emergencyCredit: DecimalText | null;
}

export interface Instalment {
  readonly amount: DecimalText;
  readonly everyMonths: number;
  /** Of the month; a month that has no such day has its last one. */
  readonly dueDay: number;
  readonly firstDue: LocalDay;
  /** Counts as paid on its day without being entered. */
  readonly isAutomatic: boolean;
  /** The first day of a year of the contract. */
  readonly yearStart: LocalDay;
}

/** `opening`: what is on the account when its day begins. `arrears`: an old debt. A correction may be of either sign. */
export const entryKinds = ['opening', 'payment', 'top-up', 'refund', 'arrears', 'correction'] as const;
type EntryKind = (typeof entryKinds)[number];

export interface AccountEntry {
  readonly day: LocalDay;
  readonly kind: EntryKind;
  readonly amount: DecimalText;
}

/** What was billed, on the day on which it was. */
export interface BilledAmount {
  readonly day: LocalDay;
  readonly amount: DecimalText;
}

// Days of a calendar: due days, and the years of a contract.

const dayOfMonth = (months: number, day: number): LocalDay => {
  const [year, month] = [Math.floor(months / 12), months % 12];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, last))).toISOString().slice(0, 10);
};

const monthsOf = (day: LocalDay): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** Those in `[start, end)`. */
export const dueDays = (
  { everyMonths, dueDay, firstDue }: Pick<Instalment, 'everyMonths' | 'dueDay' | 'firstDue'>,
  { start, end }: Period,
): LocalDay[] => {
  const first = monthsOf(firstDue);
  const days: LocalDay[] = [];
  const skipped = Math.max(0, Math.floor((monthsOf(start) - first) / everyMonths));
  for (let months = first + skipped * everyMonths; ; months += everyMonths) {
    const day = dayOfMonth(months, dueDay);
    if (day >= end) return days;
    if (day >= start && day >= firstDue) days.push(day);
  }
};

/** The year of the contract that holds `day`. */
export const contractYear = (yearStart: LocalDay, day: LocalDay): Period => {
  const date = Number(yearStart.slice(8));
  const inYear = (year: number) => dayOfMonth(year * 12 + (monthsOf(yearStart) % 12), date);
  const year = Number(day.slice(0, 4));
  return day >= inYear(year)
    ? { start: inYear(year), end: inYear(year + 1) }
    : { start: inYear(year - 1), end: inYear(year) };
};

/** The ways in force on days of `[start, end)`, each with its days; who said none pays after each bill. */
const waysIn = <Way extends PayingWay>(
  ways: readonly Way[],
  { start, end }: Period,
): { readonly way: Way | null; readonly start: LocalDay; readonly end: LocalDay }[] => {
  const sorted = ways.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  const parts = [null, ...sorted].map((way, i) => ({
    way,
    start: way === null || way.validFrom < start ? start : way.validFrom,
    end: [end, sorted[i]?.validFrom ?? end].reduce((a, b) => (a < b ? a : b)),
  }));
  return parts.filter((one) => one.start < one.end);
};

/** The days of a period on which use is taken off as it is used, and those on which a bill takes it off. */
export const prepaidParts = (
  ways: readonly PayingWay[],
  period: Period,
): (Period & { readonly isPrepaid: boolean })[] =>
  waysIn(ways, period).reduce<(Period & { readonly isPrepaid: boolean })[]>((parts, { way, start, end }) => {
    const last = parts.at(-1);
    const isPrepaid = way?.kind === 'prepaid';
    return last?.isPrepaid === isPrepaid
      ? [...parts.slice(0, -1), { ...last, end }]
      : [...parts, { isPrepaid, start, end }];
  }, []);

export const wayOn = <Way extends PayingWay>(ways: readonly Way[], day: LocalDay): Way | null =>
  waysIn(ways, { start: day, end: addDays(day, 1) })[0]?.way ?? null;

const instalmentsOf = (
  ways: readonly PayingWay[],
  days: Period,
  counts: (one: Instalment) => boolean,
): BilledAmount[] =>
  waysIn(ways, days).flatMap(({ way, ...own }) => {
    const { instalment = null } = way ?? {};
    return instalment !== null && counts(instalment)
      ? dueDays(instalment, own).map((day) => ({ day, amount: instalment.amount }))
      : [];
  });

/** All that are due on days of `[start, end)`, each at the amount of its day. */
export const instalmentsDue = (ways: readonly PayingWay[], days: Period): BilledAmount[] =>
  instalmentsOf(ways, days, () => true);

/** Those of them that need no entry. */
export const agreedInstalments = (ways: readonly PayingWay[], days: Period): BilledAmount[] =>
  instalmentsOf(ways, days, ({ isAutomatic }) => isAutomatic);

/** A debt that is taken off week by week: every seventh day from that on which the way began. */
export const weeklyRecoveries = (ways: readonly PayingWay[], days: Period): BilledAmount[] =>
  waysIn(ways, days).flatMap(({ way, start, end }) => {
    if (way === null || way.recovery === null || !('weekly' in way.recovery)) return [];
    const { weekly } = way.recovery;
    const weeks = Math.max(1, Math.ceil(daysBetween(way.validFrom, start) / 7));
    const first = addDays(way.validFrom, weeks * 7);
    const count = Math.max(0, Math.ceil(daysBetween(first, end) / 7));
    return Array.from({ length: count }, (_, i) => ({ day: addDays(first, i * 7), amount: weekly }));
  });

const earliest = (days: readonly LocalDay[]): LocalDay | undefined => days.toSorted()[0];

/** What is held against bills of their own accord, from its first day on: before it, and without it, each bill is paid when it comes. */
const firstAhead = (ways: readonly Pick<PayingWay, 'validFrom' | 'kind'>[], today: LocalDay): LocalDay | undefined => {
  const begun = ways.filter(({ validFrom }) => validFrom <= today);
  const known = begun.length === 0 ? ways : begun;
  return earliest(known.filter(({ kind }) => kind !== 'after-bill').map(({ validFrom }) => validFrom));
};

/**
 * The first day that counts: that of the opening balance, that of an old debt, which says what was unpaid by then, or that from which on
 * something is held against bills, unless a payment was before it. Who pays after each bill begins with the bill that the first payment is
 * for, which is the last one that there was by then: what was given back before it belongs to an earlier one.
 */
export const accountStart = (
  ways: readonly Pick<PayingWay, 'validFrom' | 'kind'>[],
  entries: readonly AccountEntry[],
  bills: readonly Period[],
  today: LocalDay,
): LocalDay | undefined => {
  const firstOf = (...kinds: readonly EntryKind[]) =>
    earliest(entries.filter(({ kind }) => kinds.includes(kind)).map(({ day }) => day));
  const opening = firstOf('opening');
  if (opening !== undefined) return opening;
  const [first, payment, debt] = [firstOf(...entryKinds), firstOf('payment'), firstOf('arrears')];
  const ahead = firstAhead(ways, today);
  const before = ahead !== undefined && ahead <= today ? firstOf('payment', 'arrears') : first;
  if (ahead !== undefined && (before === undefined || ahead <= before)) return ahead;
  if (debt !== undefined && debt <= (payment ?? today)) return debt;
  const said = first ?? earliest(ways.map(({ validFrom }) => validFrom));
  const paidOn = payment ?? first ?? today;
  return said && (bills.findLast(({ end }) => end <= paidOn)?.start ?? said);
};

// Running an account: two pots, what is at hand (or owed, below nothing), and an old debt that is worked off.

interface Movement {
  readonly day: LocalDay;
  readonly kind: EntryKind | 'instalment' | 'bill' | 'recovered';
  /** What it does to what is at hand, and to the debt. */
  readonly balance: Exact;
  readonly debt: Exact;
}

export interface AccountState {
  /** Above nothing what is at hand; below it what is owed. The debt is not taken off it. */
  readonly balance: Exact;
  readonly debt: Exact;
  /** The day of the oldest amount that nothing paid covers; null: all is covered. */
  readonly owedSince: LocalDay | null;
  /** The same of the debt alone. */
  readonly debtSince: LocalDay | null;
  readonly movements: readonly Movement[];
}

export interface AccountInput {
  readonly ways: readonly PayingWay[];
  /** Without those that were undone. */
  readonly entries: readonly AccountEntry[];
  readonly billed: readonly BilledAmount[];
  readonly start: LocalDay;
  /** The last day that counts. */
  readonly today: LocalDay;
  /** The smallest amount of the currency, by its decimals: what is taken off a top-up is rounded to it. */
  readonly digits: number;
}

/** Within a day what makes a debt comes before what pays it off. */
const order: readonly Movement['kind'][] = [
  'opening',
  'arrears',
  'bill',
  'recovered',
  'correction',
  'refund',
  'instalment',
  'payment',
  'top-up',
];

type Step = Pick<Movement, 'day' | 'kind'> & { readonly amount: Exact };

const stepsOf = ({ ways, entries, billed, start, today }: AccountInput): Step[] => {
  const days = { start, end: addDays(today, 1) };
  const named = (kind: Movement['kind'], amounts: readonly BilledAmount[]) =>
    amounts.map(({ day, amount }) => ({ day, kind, amount: exact(amount) }));
  return [
    ...entries.map(({ day, kind, amount }) => ({ day, kind, amount: exact(amount) })),
    ...named('bill', billed),
    ...named('instalment', agreedInstalments(ways, days)),
    ...named('recovered', weeklyRecoveries(ways, days)),
  ]
    .filter(({ day }) => day >= start && day <= today)
    .sort((a, b) => (a.day === b.day ? order.indexOf(a.kind) - order.indexOf(b.kind) : a.day < b.day ? -1 : 1));
};

/** How much of a step goes to a debt: what is paid goes to it first, of a top-up its part; nothing else does. */
const toDebt = ({ day, kind, amount }: Step, debt: Exact, { ways, digits }: AccountInput): Exact => {
  if (kind === 'payment' || kind === 'instalment' || kind === 'recovered') return leastOf(amount, debt);
  const recovery = kind === 'top-up' ? wayOn(ways, day)?.recovery : null;
  if (!recovery || !('percent' in recovery)) return zero;
  const cent = exact(1, 10n ** BigInt(digits));
  return leastOf(roundTo(amount.mul(exact(recovery.percent)).div(100), cent, 'half-up'), debt);
};

const moveOf = (step: Step, debt: Exact, input: AccountInput): Movement => {
  const { day, kind, amount } = step;
  if (kind === 'arrears') return { day, kind, balance: zero, debt: amount };
  const recovered = toDebt(step, debt, input);
  const balance =
    kind === 'recovered'
      ? recovered.neg()
      : kind === 'bill' || kind === 'refund'
        ? amount.neg()
        : amount.sub(recovered);
  return { day, kind, balance, debt: recovered.neg() };
};

/** The day of the first that takes away more than all that was given covers. */
const uncoveredSince = (steps: readonly { readonly day: LocalDay; readonly amount: Exact }[]): LocalDay | null => {
  const isTaken = ({ amount }: { amount: Exact }) => amount.compare(0) < 0;
  let left = sumOf(steps.filter((one) => !isTaken(one)).map(({ amount }) => amount));
  for (const one of steps.filter(isTaken)) {
    left = left.add(one.amount);
    if (left.compare(0) < 0) return one.day;
  }
  return null;
};

/** The same whatever the order in which entries and bills are given. */
export const runAccount = (input: AccountInput): AccountState => {
  const movements: Movement[] = [];
  let [balance, debt] = [zero, zero];
  for (const step of stepsOf(input)) {
    const move = moveOf(step, debt, input);
    balance = balance.add(move.balance);
    debt = debt.add(move.debt);
    if (step.kind !== 'recovered' || move.debt.compare(0) !== 0) movements.push(move);
  }
  const debtSince = uncoveredSince(movements.map(({ day, debt: amount }) => ({ day, amount: amount.neg() })));
  const since = [debtSince, uncoveredSince(movements.map(({ day, balance: amount }) => ({ day, amount })))];
  const owedSince = since.filter((day) => day !== null).sort()[0] ?? null;
  return { balance, debt, owedSince, debtSince, movements };
};

// What is to come.

/** The instalment with which the year would come out even, to the currency's smallest amount; null where none is left. */
export const evenInstalment = (
  due: readonly Pick<BilledAmount, 'amount'>[],
  atSettlement: Exact,
  digits: number,
): Exact | null => {
  if (due.length === 0) return null;
  const even = sumOf(due.map(({ amount }) => exact(amount)))
    .sub(atSettlement)
    .div(due.length);
  return even.compare(0) < 0 ? zero : roundTo(even, exact(1, 10n ** BigInt(digits)), 'half-up');
};

/**
 * When a debt is paid off. By the week it is a matter of the calendar; by a share of each top-up it takes as many as `perDay` of use asks
 * for, once the balance is used up: of what is topped up the rest is used. Null: it is never, or nobody can tell.
 */
export const debtEnds = (
  { balance, debt }: Pick<AccountState, 'balance' | 'debt'>,
  way: PayingWay | null,
  today: LocalDay,
  perDay: Exact | null,
): LocalDay | null => {
  const recovery = way?.recovery;
  if (!way || !recovery || debt.compare(0) <= 0) return null;
  if ('weekly' in recovery) {
    const weeks = debt.div(exact(recovery.weekly)).ceil().valueOf();
    const [next] = weeklyRecoveries([way], { start: addDays(today, 1), end: addDays(today, 8) });
    return weeks > maxWeeks || next === undefined ? null : addDays(next.day, (weeks - 1) * 7);
  }
  if (perDay === null || perDay.compare(0) <= 0) return null;
  const share = exact(recovery.percent).div(100);
  const used = debt.mul(exact(1).sub(share)).div(share);
  const days = Math.max(0, balance.add(used).div(perDay).floor().valueOf());
  return days > maxWeeks * 7 ? null : addDays(today, days);
};

/** Thirty years: what takes longer is told as never. */
const maxWeeks = 1565;
