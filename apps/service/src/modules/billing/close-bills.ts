/** Which bills are to be made, made anew or taken back. Doing it twice is doing it once. */
import { createHash } from 'node:crypto';
import { utilityIds } from '@wattershed/catalogue';
import {
  addDays,
  billAmount,
  type BillLine,
  type BillingCycle,
  billingCycles,
  cycleOf,
  isWaitedFor,
  type LocalDay,
} from '@wattershed/domain';
import type { Books, Closing, Evidence, HeardUse, KeptBill, KeptTariff, MadeBill, WaitingCycle } from './books.ts';
import type { CyclePricer } from './price-cycles.ts';
import { amountsOf, coverageOf, hasReadings, keptDays, within } from './use-figures.ts';

/** As many as are closed in one transaction: the latest at once, all before them by the job. */
const batchCycles = 24;
const hourMs = 3_600_000;

/** The first day that every look at the bills reads: so many cycles back, or the first reading. */
const firstBilledDay = ({ today, rule, firstDay }: Books): LocalDay => {
  let { start } = cycleOf(today, rule);
  for (let n = 0; n < batchCycles; n += 1) start = cycleOf(addDays(start, -1), rule, today).start;
  return firstDay !== null && firstDay > start ? firstDay : start;
};

/** From the one that holds `day`, or an earlier one that bills look at. The last one is open. */
export const cyclesSince = (day: LocalDay, books: Books): BillingCycle[] => {
  const first = firstBilledDay(books);
  return billingCycles(day < first ? day : first, books.today, books.rule, books.bills);
};

/** The last one is open. */
export const cyclesOf = (books: Books): BillingCycle[] => cyclesSince(books.today, books);

/** Those before them that have readings and a tariff, in batches, the latest first. */
export const olderBatches = (books: Books): BillingCycle[][] => {
  const firstTariff = firstTariffDay(books);
  if (books.firstDay === null || firstTariff === undefined) return [];
  const first = firstTariff > books.firstDay ? firstTariff : books.firstDay;
  const [latest] = cyclesOf(books);
  const older = cyclesSince(first, books).filter(({ end }) => latest !== undefined && end <= latest.start);
  const count = Math.ceil(older.length / batchCycles);
  return Array.from({ length: count }, (_, i) =>
    older.slice(Math.max(0, older.length - (i + 1) * batchCycles), older.length - i * batchCycles),
  );
};

const firstTariffDay = ({ tariffs }: Books): LocalDay | undefined =>
  tariffs.reduce<LocalDay | undefined>(
    (first, { validFrom }) => (first === undefined || validFrom < first ? validFrom : first),
    undefined,
  );

/** Its readings are in: every living meter has reported past its end, or a day has gone by. */
const isSettled = (end: LocalDay, { today, heardDay }: Books): boolean =>
  end <= today && (heardDay === null || heardDay >= end || addDays(end, 1) <= today);

/** The tariffs in force on days of `[start, end)`. */
const tariffsIn = ({ start, end }: BillingCycle, tariffs: readonly KeptTariff[]): KeptTariff[] =>
  tariffs.filter((tariff) => {
    const next = tariffs.find((other) => other.utility === tariff.utility && other.validFrom > tariff.validFrom);
    return tariff.validFrom < end && (next === undefined || next.validFrom > start);
  });

/** jsonb does not keep the order of keys. */
const textOf = (lines: readonly BillLine[], parts: (line: BillLine) => string[]): string =>
  lines.map((line) => parts(line).join()).join(';');
const whole = (line: BillLine): string[] => [...priced(line), line.quantity, line.amount];
const priced = ({ utility, kind, from, to, rate }: BillLine): string[] => [utility, kind, from, to, rate];

const tariffsText = (tariffs: readonly Pick<KeptTariff, 'id' | 'revision' | 'validFrom'>[]): string =>
  tariffs
    .map(({ id, revision, validFrom }) => `${id} ${revision} ${validFrom}`)
    .sort()
    .join();
const daysKey = (days: Evidence['days']): string =>
  createHash('sha256')
    .update(days.map(({ day, utility, used, estimated }) => `${day} ${utility} ${used} ${estimated}`).join())
    .digest('base64url');

/** Nothing that it was made with has changed: it would say the same. */
const restsOnTheSame = ({ madeWith, daysKey: key, start, end }: KeptBill, now: Evidence, books: Books): boolean =>
  madeWith !== null &&
  !(books.anewFrom !== null && books.anewUntil !== null && books.anewFrom < end && books.anewUntil > start) &&
  tariffsText(madeWith) === tariffsText(now.madeWith) &&
  key === now.daysKey;

const haveSameTariffs = ({ madeWith }: KeptBill, now: Evidence): boolean =>
  madeWith !== null && tariffsText(madeWith) === tariffsText(now.madeWith);

/** Undefined: it says the same. */
const changeOf = (before: KeptBill, linesBefore: readonly BillLine[], now: MadeBill): 'tariff' | 'use' | undefined => {
  const says = (lines: readonly BillLine[]) => textOf(lines, whole);
  const isSame =
    before.currency === now.currency &&
    says(linesBefore) === says(now.lines) &&
    utilityIds.every((utility) => {
      const [was, is] = [billAmount(before, utility), billAmount(now, utility)];
      return was.used === is.used && was.estimated === is.estimated;
    });
  if (isSame) return undefined;
  // More use may reach another block: that is no change of prices.
  if (haveSameTariffs(before, now.evidence)) return 'use';
  const arePricesSame = before.currency === now.currency && textOf(linesBefore, priced) === textOf(now.lines, priced);
  return arePricesSame ? 'use' : 'tariff';
};

interface Cycle {
  readonly cycle: BillingCycle;
  readonly days: readonly HeardUse[];
  readonly evidence: Evidence;
  readonly before: KeptBill | undefined;
}

const evidenceOf = (cycle: BillingCycle, books: Books, use: readonly HeardUse[]): Evidence => {
  const days = keptDays(use);
  return { madeWith: tariffsIn(cycle, books.tariffs), days, daysKey: daysKey(days) };
};

/** The cycles that may have a bill, and whose bill may not be what it should. */
const cyclesToPrice = (books: Books, use: readonly HeardUse[], cycles: readonly BillingCycle[]): Cycle[] =>
  cycles
    .map((cycle): Cycle => {
      const days = within(use, cycle.start, cycle.end);
      return {
        cycle,
        days,
        evidence: evidenceOf(cycle, books, days),
        before: books.bills.find(({ start, end }) => start === cycle.start && end === cycle.end),
      };
    })
    .filter(
      ({ cycle, days, evidence, before }) =>
        hasReadings(days) && (before ? !restsOnTheSame(before, evidence, books) : isSettled(cycle.end, books)),
    );

/** `cycles` are over; `use` holds all of their days. */
export const closeBills = async (
  books: Books,
  cycles: readonly BillingCycle[],
  use: readonly HeardUse[],
  pricer: CyclePricer,
  linesOf: (bill: string) => Promise<readonly BillLine[]>,
): Promise<Closing> => {
  if (!books.isZoneChosen) return { made: [], withdrawn: [], waiting: [] };
  const made: MadeBill[] = [];
  const waiting: WaitingCycle[] = [];
  for (const { cycle, days, evidence, before } of cyclesToPrice(books, use, cycles)) {
    const price = await pricer.price(cycle);
    if (price === null) continue;
    const { start, end } = cycle;
    const { faults, costs, ...figures } = price;
    // What has no price is not taken for free: the bill waits for it.
    const missing = faults.filter(isWaitedFor);
    if (missing.length > 0) {
      waiting.push({ start, end, faults: missing });
      continue;
    }
    const amounts = amountsOf(days, { costs });
    const bill: MadeBill = { start, end, ...figures, amounts, coverage: coverageOf(days), evidence };
    const reason = before && changeOf(before, await linesOf(before.id), bill);
    made.push({ ...bill, ...(before && { id: before.id }), ...(reason && { reason }) });
  }
  const firstTariff = firstTariffDay(books);
  const withdrawn = books.bills
    .filter(({ end }) => firstTariff === undefined || end <= firstTariff)
    .map(({ id }) => id);
  return { made, waiting, withdrawn };
};

/** When to look again, in milliseconds. */
export const nextLook = (books: Books, nowMs: number): number => {
  const open = cyclesOf(books).at(-1);
  const isNear = open === undefined || addDays(books.today, 2) >= open.end || addDays(open.start, 2) >= books.today;
  // A budget may be passed on any day.
  const everyHours = isNear ? 1 : books.budgets.length > 0 ? 3 : 24;
  return nowMs + everyHours * hourMs;
};
