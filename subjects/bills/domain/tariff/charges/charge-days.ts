/** On which days of a cycle a charge holds, and how much of a month, year or cycle they are. */
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import type { OffsetAt } from '#catalogue/zone-clock.ts';
import type { BillLine } from '../../bill/bill.ts';
import { type Exact, exact } from '../exact.ts';
import { type Days, dayStartS, knownOffsets } from '../interval-use.ts';
import {
  type Blocks,
  type Charge,
  goesByYears,
  isUnitCharge,
  type Per,
  type TariffCharge,
  type TariffPlan,
  allMeters,
} from '../plan.ts';
import { meterPricedUntil } from '../priced-until.ts';

export interface PricedCycle {
  readonly start: LocalDay;
  /** The first day after it. */
  readonly end: LocalDay;
  /** Days of the regular cycle that it is, or is a part of, and how many months that stands for. */
  readonly cycleDays: number;
  readonly cycleMonths: number;
  /** Where it begins later than at midnight, in seconds since 1970. */
  readonly startS?: number | undefined;
}

export interface ChargeDays {
  readonly start: LocalDay;
  readonly end: LocalDay;
  readonly days: number;
  readonly hours: Exact;
  /** Of the regular cycle. */
  readonly share: Exact;
  readonly months: Exact;
}

const holdsOn = ({ from, until, months }: Charge, day: LocalDay): boolean =>
  (from === undefined || day >= from) &&
  (until === undefined || day < until) &&
  (months?.includes(Number(day.slice(5, 7))) ?? true);

/** The year of the tariff that holds `day`. */
export const yearOf = (day: LocalDay, { yearStarts = 1 }: Pick<TariffPlan, 'yearStarts'>): Days => {
  const first = `-${String(yearStarts).padStart(2, '0')}-01`;
  const year = Number(day.slice(0, 4)) - (day.slice(4) < first ? 1 : 0);
  return { start: `${year}${first}`, end: `${year + 1}${first}` };
};

/** Whether it holds on no later day of the year in which these begin; on `until` another tariff follows. */
export const endsYear = (
  charge: Charge,
  held: Days,
  plan: Pick<TariffPlan, 'yearStarts'>,
  until: LocalDay | undefined,
): boolean => {
  const { end } = yearOf(held.start, plan);
  const last = until !== undefined && until < end ? until : end;
  for (let day = held.end; day < last; day = addDays(day, 1)) if (holdsOn(charge, day)) return false;
  return true;
};

/** Charges that are a share of this one, or of a share of it. */
const sharesOf = (charge: TariffCharge, { charges }: TariffPlan): TariffCharge[] => {
  const ids = new Set([charge.id]);
  return charges.slice(charges.indexOf(charge) + 1).filter((later) => {
    const isShare = 'of' in later && (later.of === 'all' || later.of.some((id) => ids.has(id)));
    if (isShare) ids.add(later.id);
    return isShare;
  });
};

/** Days on which something begins or ends to hold for this charge, or for one that is a share of it; or a year that it goes by. */
const cutsOf = (concerned: readonly TariffCharge[], plan: TariffPlan, { start, end }: PricedCycle): LocalDay[] => {
  const years = concerned.some(goesByYears) ? [yearOf(start, plan).end, yearOf(addDays(end, -1), plan).start] : [];
  const months = concerned.some((one) => one.months !== undefined)
    ? Array.from({ length: daysBetween(start, end) }, (_, i) => addDays(start, i)).filter((day) => day.endsWith('-01'))
    : [];
  const cuts = [...concerned.flatMap(({ from, until }) => [from, until]), ...months, ...years];
  return [start, ...cuts.filter((day): day is LocalDay => day !== undefined && day > start && day < end), end];
};

/** Neighbours on which the same hold are one again. */
const spansOf = (charge: TariffCharge, plan: TariffPlan, cycle: PricedCycle): [LocalDay, LocalDay][] => {
  if (plan.change === 'first-day') return holdsOn(charge, cycle.start) ? [[cycle.start, cycle.end]] : [];
  if (plan.change === 'last-day') return holdsOn(charge, addDays(cycle.end, -1)) ? [[cycle.start, cycle.end]] : [];
  const concerned = [charge, ...sharesOf(charge, plan)];
  const stateOn = (day: LocalDay): string =>
    concerned.map((one) => holdsOn(one, day) && (goesByYears(one) ? yearOf(day, plan).start : true)).join();
  const cuts = [...new Set(cutsOf(concerned, plan, cycle))].sort();
  const spans: [LocalDay, LocalDay][] = [];
  for (const [i, end] of cuts.slice(1).entries()) {
    const start = cuts[i] ?? end;
    if (!holdsOn(charge, start)) continue;
    const before = spans.at(-1);
    if (before?.[1] === start && stateOn(before[0]) === stateOn(start)) before[1] = end;
    else spans.push([start, end]);
  }
  return spans;
};

const hoursOf = (start: LocalDay, end: LocalDay, cycle: PricedCycle, offsetAt: OffsetAt): Exact => {
  const from = start === cycle.start ? (cycle.startS ?? dayStartS(start, offsetAt)) : dayStartS(start, offsetAt);
  return exact(dayStartS(end, offsetAt) - from, 3600);
};

export const chargeDays = (
  charge: TariffCharge,
  plan: TariffPlan,
  cycle: PricedCycle,
  timeZone: string,
): ChargeDays[] => {
  const offsetAt = knownOffsets(timeZone);
  return spansOf(charge, plan, cycle).map(([start, end]) => {
    const days = daysBetween(start, end);
    return {
      start,
      end,
      days,
      hours: hoursOf(start, end, cycle, offsetAt),
      share: exact(days, cycle.cycleDays),
      months: exact(days * cycle.cycleMonths, cycle.cycleDays),
    };
  });
};

/** How many days, months, bills or years these days are. */
export const timesPer = (per: Per | Blocks['per'], held: ChargeDays, by: 'days' | 'hours' = 'days'): Exact => {
  if (per === 'day') return by === 'hours' ? held.hours.div(24) : exact(held.days);
  if (per === 'month') return held.months;
  if (per === 'year') return by === 'hours' ? held.hours.div(8760) : exact(held.days, 365);
  return held.share;
};

// A tariff as it stood on one day, to ask what another cycle would have cost under it.

/** What a market charged on average, where there is a line that says so. */
const meanRate = (id: string, lines: readonly BillLine[]): string | undefined =>
  lines.find((line) => line.charge === id && line.isMean === true)?.rate;

/** `lines` are of a bill under it: a market's prices are taken at the mean that it paid, as they belong to its own days. */
export const freezePlan = (plan: TariffPlan, day: LocalDay, lines: readonly BillLine[]): TariffPlan => ({
  ...plan,
  charges: plan.charges
    .filter((charge) => holdsOn(charge, day))
    .map(({ from: _from, until: _until, months: _months, ...charge }): TariffCharge => {
      const mean = isUnitCharge(charge) && charge.market ? meanRate(charge.id, lines) : undefined;
      return mean === undefined ? charge : ({ ...charge, market: undefined, rate: mean } as TariffCharge);
    }),
});

/** A tariff as it stands on `day`, or as it stood last, for whichever days it is asked of: seasons stay, dates go. */
export const planAsOf = (plan: TariffPlan, day: LocalDay): TariffPlan => {
  const lastDay = (charge: TariffCharge): LocalDay => {
    const meter = 'meter' in charge && charge.meter !== allMeters ? charge.meter : undefined;
    const own = plan.charges.filter(({ supplier }) => charge.supplier === undefined || supplier === charge.supplier);
    // One that asks nothing for use goes by what the whole does.
    const uses = own.some(({ kind }) => kind === 'use') ? own : plan.charges;
    const over = meterPricedUntil(
      uses,
      uses.some((one) => one.kind === 'use' && one.meter === meter) ? meter : undefined,
    );
    return over !== null && over <= day ? addDays(over, -1) : day;
  };
  return {
    ...plan,
    charges: plan.charges
      .filter((charge) => holdsOn({ ...charge, months: undefined }, lastDay(charge)))
      .map(({ from: _from, until: _until, ...charge }): TariffCharge => charge),
  };
};
