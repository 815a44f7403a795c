/** Which bills are to be made, made anew or taken back. Doing it twice is doing it once. */
import { addDays, type BillLine, billingCycles, cycleOf, type LocalDay } from '@wattershed/domain';
import type { Books, Closing, HeardUse, KeptBill, MadeBill } from './books.ts';
import type { BillEngine } from './engine.ts';
import { coverageOf, figuresOf, hasReadings, within } from './use-figures.ts';

const mostCycles = 24;
const hourMs = 3_600_000;

/** The first day that bills look at: so many cycles back, or the first reading. */
const firstBilledDay = ({ today, billingDay, firstDay }: Books): LocalDay => {
  let { start } = cycleOf(today, billingDay);
  for (let n = 0; n < mostCycles; n += 1) start = cycleOf(addDays(start, -1), billingDay).start;
  return firstDay !== null && firstDay > start ? firstDay : start;
};

/** The last one is open. */
export const cyclesOf = (books: Books) =>
  billingCycles(firstBilledDay(books), books.today, books.billingDay, books.bills);

/** Its readings are in: every living meter has reported past its end, or a day has gone by. */
const isSettled = (end: LocalDay, { today, heardDay }: Books): boolean =>
  end <= today && (heardDay === null || heardDay >= end || addDays(end, 1) <= today);

/** jsonb does not keep the order of keys. */
const textOf = (lines: readonly BillLine[], parts: (line: BillLine) => string[]): string =>
  lines.map((line) => parts(line).join()).join(';');
const whole = (line: BillLine): string[] => [...priced(line), line.quantity, line.amount];
const priced = ({ utility, kind, from, to, rate }: BillLine): string[] => [utility, kind, from, to, rate];

/** Undefined: it says the same. */
const changeOf = (before: KeptBill, now: MadeBill): 'tariff' | 'use' | undefined => {
  if (before.currency !== now.currency || textOf(before.lines, priced) !== textOf(now.lines, priced)) return 'tariff';
  const isSame =
    textOf(before.lines, whole) === textOf(now.lines, whole) &&
    before.electricityWh === now.electricityWh &&
    before.electricityEstimatedWh === now.electricityEstimatedWh &&
    before.waterMl === now.waterMl &&
    before.waterEstimatedMl === now.waterEstimatedMl;
  return isSame ? undefined : 'use';
};

export const closeBills = (books: Books, use: readonly HeardUse[], engine: BillEngine, nowMs: number): Closing => {
  const made: MadeBill[] = [];
  const cycles = cyclesOf(books);
  for (const cycle of cycles.slice(0, -1)) {
    const before = books.bills.find(({ start, end }) => start === cycle.start && end === cycle.end);
    const days = within(use, cycle.start, cycle.end);
    if (!hasReadings(days) || (!before && !isSettled(cycle.end, books))) continue;
    const price = engine.price(cycle, books.tariffs, days);
    if (price === null) continue;
    const { start, end } = cycle;
    const bill = { start, end, ...price, ...figuresOf(days), coverage: coverageOf(days) };
    if (!before) {
      made.push(bill);
      continue;
    }
    const reason = changeOf(before, bill);
    if (reason) made.push({ ...bill, id: before.id, reason });
  }
  const firstTariff = books.tariffs[0]?.validFrom;
  const withdrawn = books.bills
    .filter(({ end }) => firstTariff === undefined || end <= firstTariff)
    .map(({ id }) => id);
  const open = cycles.at(-1);
  const isNear = open === undefined || addDays(books.today, 2) >= open.end || addDays(open.start, 2) >= books.today;
  return { made, withdrawn, dueAt: nowMs + (isNear ? hourMs : 24 * hourMs) };
};
