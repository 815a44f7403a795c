/**
 * What a rate of the Utility Rate Database asks for hourly use, month by month: a second opinion to hold ours against. Slow, plain, and written
 * from the documentation alone, by somebody who had not read ours; it shares no code with it, and must not.
 *
 * Sources: the response fields of the OpenEI "Get Utility Rates" interface, version 8 (https://openei.org/services/doc/rest/util_rates/?version=8).
 * Where these name a field and not its arithmetic, what the System Advisor Model of NREL does with it (utilityrate5, version 2025) and, for the
 * lookback, the description that REopt gives of these fields.
 *
 * Understood: energyratestructure (rate, adj, sell, max; unit kWh, kWh daily, kWh/kW, kWh/kW daily), energyweekdayschedule,
 * energyweekendschedule, fueladjustmentsmonthly · flatdemandstructure, flatdemandmonths · demandratestructure, demandweekdayschedule,
 * demandweekendschedule (rate, adj, max; in kW) · lookbackPercent with lookbackRange or lookbackMonths, demandratchetpercentage ·
 * fixedchargefirstmeter, mincharge, and their units $/day, $/month, $/year; fixedmonthlycharge, minmonthlycharge and annualmincharge of earlier
 * versions · dgrules.
 * Not understood, and said so: coincident demand (its hours are the grid's), reactive power, demand in kVA, hp or by the day, tiers of mixed units.
 *
 * How it reads them:
 * - Hours are those of the local clock; weekends are Saturday and Sunday, and holidays are days like others.
 * - `max` is where a tier ends, counted from 0. The last tier has no end, whatever it says.
 * - Tiers are of the month's whole use, not of one period's: each period's prices are asked at that whole. A month has no order, so that a period
 *   has of each tier what it has of the month ('share', as SAM does under net metering), or has what was used while the tier lasted ('order', as
 *   SAM does under net billing).
 * - `kWh daily` is that many kWh for each day of the month; `kWh/kW` for each kW of the month's peak.
 * - An hour's demand is its mean: windows shorter than an hour cannot be seen in hourly use.
 * - The monthly minimum is what fixed charge, energy and demand come to at least; the annual one is asked for in December of a whole year.
 * - Export is taken off the use of the same period under net metering, and what is left over goes to the next month's; else it is paid at `sell`.
 */
import Fraction from 'fraction.js';

export interface Hour {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly usedWh: number;
  readonly exportedWh?: number;
}
export interface MonthOfBill {
  readonly year: number;
  readonly month: number;
  readonly fixed: number;
  readonly energy: number;
  readonly demand: number;
  /** What was added to reach a minimum. */
  readonly minimum: number;
  readonly total: number;
}
export interface Tier {
  readonly rate?: number;
  readonly adj?: number;
  readonly sell?: number;
  readonly max?: number | null;
  readonly unit?: string;
}
type Structure = readonly (readonly Tier[])[];
export type Schedule = readonly (readonly number[])[];
/** The fields of a record that this reads, in lower case, as the interface answers them. */
export interface UrdbRate {
  readonly energyratestructure?: Structure;
  readonly energyweekdayschedule?: Schedule;
  readonly energyweekendschedule?: Schedule;
  readonly fueladjustmentsmonthly?: readonly number[];
  readonly flatdemandstructure?: Structure;
  readonly flatdemandmonths?: readonly number[];
  readonly flatdemandunit?: string;
  readonly demandratestructure?: Structure;
  readonly demandweekdayschedule?: Schedule;
  readonly demandweekendschedule?: Schedule;
  readonly demandrateunit?: string;
  readonly demandratchetpercentage?: readonly number[];
  readonly demandreactivepowercharge?: number;
  readonly lookbackpercent?: number;
  readonly lookbackrange?: number;
  readonly lookbackmonths?: readonly (number | boolean)[];
  readonly coincidentratestructure?: Structure;
  readonly fixedchargefirstmeter?: number;
  readonly fixedchargeunits?: string;
  readonly fixedmonthlycharge?: number;
  readonly mincharge?: number;
  readonly minchargeunits?: string;
  readonly minmonthlycharge?: number;
  readonly annualmincharge?: number;
  readonly dgrules?: string;
}
export type TierReading = 'share' | 'order';

/** A charge that the record has and that this does not know how to price. */
export class NotUnderstood extends Error {}

const zero = new Fraction(0);
/** As it is written: 0.1 is a tenth. */
const decimal = (value: number | null = 0): Fraction => new Fraction((value ?? 0).toFixed(12));
const kilo = (wh: number): Fraction => new Fraction(wh, 1000);
const larger = (one: Fraction, other: Fraction): Fraction => (one.compare(other) >= 0 ? one : other);
const total = (amounts: readonly Fraction[]): Fraction => amounts.reduce((whole, part) => whole.add(part), zero);

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** One calendar month of use. */
interface Month {
  readonly year: number;
  readonly month: number;
  readonly days: number;
  readonly hours: readonly Hour[];
  readonly peakKw: Fraction;
}

const peakOf = (hours: readonly Hour[]): Fraction =>
  kilo(Math.max(0, ...hours.map(({ usedWh, exportedWh = 0 }) => usedWh - exportedWh)));

function monthsOf(hours: readonly Hour[]): Month[] {
  const months: Month[] = [];
  for (let from = 0; from < hours.length; ) {
    const { year, month } = hours[from] as Hour;
    const next = hours.findIndex((hour, at) => at > from && (hour.month !== month || hour.year !== year));
    const own = hours.slice(from, next === -1 ? hours.length : next);
    const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
    months.push({ year, month, days, hours: own, peakKw: peakOf(own) });
    from += own.length;
  }
  return months;
}

/** Which period of a structure an hour is in. */
function periodAt({ year, month, day, hour }: Hour, weekday: Schedule = [], weekend: Schedule = weekday): number {
  const isWeekend = [0, 6].includes(new Date(Date.UTC(year, month - 1, day)).getUTCDay());
  const period = (isWeekend ? weekend : weekday)[month - 1]?.[hour];
  if (period === undefined) throw new NotUnderstood(`no period at ${hour}:00 in month ${month}`);
  return period;
}

type Price = (tier: Tier) => Fraction;
const buy: Price = ({ rate, adj }) => decimal(rate).add(decimal(adj));
const sell: Price = (tier) => decimal(tier.sell);

/** What the first `quantity` units cost, tier after tier; `each` unit of `max` is that many of them. */
function costOf(quantity: Fraction, tiers: readonly Tier[], price: Price, each = new Fraction(1)): Fraction {
  let cost = zero;
  let from = zero;
  for (const [at, tier] of tiers.entries()) {
    const isLast = at === tiers.length - 1 || tier.max === undefined || tier.max === null;
    const end = isLast ? quantity : decimal(tier.max).mul(each);
    const to = end.compare(quantity) > 0 ? quantity : end;
    if (to.compare(from) > 0) cost = cost.add(to.sub(from).mul(price(tier)));
    from = larger(from, to);
  }
  return cost;
}

/** How many kWh one unit of a tier's `max` is in this month. */
function unitOf(tiers: readonly Tier[], { days, peakKw }: Month): Fraction {
  const [unit = 'kwh', ...others] = new Set(tiers.map((tier) => (tier.unit ?? 'kWh').toLowerCase()));
  if (others.length > 0) throw new NotUnderstood('energyratestructure: tiers of mixed units');
  if (unit === 'kwh') return new Fraction(1);
  if (unit === 'kwh daily') return new Fraction(days);
  if (unit === 'kwh/kw') return peakKw;
  if (unit === 'kwh/kw daily') return peakKw.mul(days);
  throw new NotUnderstood(`energyratestructure: the unit ${unit}`);
}

const periodOf = (structure: Structure, period: number): readonly Tier[] => {
  const tiers = structure[period];
  if (tiers === undefined) throw new NotUnderstood(`no period ${period}`);
  return tiers;
};

const isCharged = (structure: Structure = []): boolean => structure.flat().some((tier) => !buy(tier).equals(0));

function refuseWhatIsNotUnderstood(rate: UrdbRate): void {
  if (isCharged(rate.coincidentratestructure)) throw new NotUnderstood('coincidentratestructure');
  if ((rate.demandreactivepowercharge ?? 0) !== 0) throw new NotUnderstood('demandreactivepowercharge');
  if (isCharged(rate.flatdemandstructure) && (rate.flatdemandunit ?? 'kW') !== 'kW')
    throw new NotUnderstood('flatdemandunit');
  if (isCharged(rate.demandratestructure) && (rate.demandrateunit ?? 'kW') !== 'kW')
    throw new NotUnderstood('demandrateunit');
}

/** What a charge by the day or the month is in this month; null for one by the year. */
function monthly(amount: Fraction, unit: string, days: number): Fraction | null {
  if (unit === '$/month') return amount;
  if (unit === '$/day') return amount.mul(days);
  if (unit === '$/year') return null;
  throw new NotUnderstood(`a charge in ${unit}`);
}

function fixedCharge(rate: UrdbRate, { days }: Month): Fraction {
  if (rate.fixedchargefirstmeter === undefined) return decimal(rate.fixedmonthlycharge);
  const amount = decimal(rate.fixedchargefirstmeter);
  return monthly(amount, rate.fixedchargeunits ?? '$/month', days) ?? amount.div(12);
}

/** What is missing to a minimum; where there is none, a credit stays one. */
const missingTo = (minimum: Fraction, charged: Fraction): Fraction =>
  minimum.equals(0) ? zero : larger(zero, minimum.sub(charged));
const monthlyMinimum = (rate: UrdbRate, { days }: Month): Fraction =>
  larger(
    monthly(decimal(rate.mincharge), rate.minchargeunits ?? '$/month', days) ?? zero,
    decimal(rate.minmonthlycharge),
  );
const annualMinimum = (rate: UrdbRate): Fraction =>
  larger(decimal(rate.minchargeunits === '$/year' ? rate.mincharge : 0), decimal(rate.annualmincharge));

interface Flow {
  readonly period: number;
  readonly wh: number;
}
type Cost = (period: number, kwh: Fraction, price: Price) => Fraction;
const whole = (flows: readonly Flow[]): Fraction => kilo(flows.reduce((sum, { wh }) => sum + wh, 0));

/** Each period has of each tier what it has of the month. */
function byShare(flows: readonly Flow[], cost: Cost): Fraction {
  const kwh = whole(flows);
  if (kwh.equals(0)) return zero;
  const periods = groupBy(flows, ({ period }) => period);
  return total([...periods].map(([period, own]) => cost(period, kwh, buy).mul(whole(own)).div(kwh)));
}

/** Hour after hour, in the tier that the month has come to. */
function inOrder(flows: readonly Flow[], cost: Cost, price: Price): Fraction {
  let sum = zero;
  let before = 0;
  for (let at = 0; at < flows.length; ) {
    const { period } = flows[at] as Flow;
    let after = before;
    for (; flows[at]?.period === period; at += 1) after += (flows[at] as Flow).wh;
    if (after > before) sum = sum.add(cost(period, kilo(after), price)).sub(cost(period, kilo(before), price));
    before = after;
  }
  return sum;
}

/** The use of each period less what was exported in it, in this month or left over from those before, by period. */
function net(used: readonly Flow[], exported: readonly Flow[], leftWh: Map<number, number>): Flow[] {
  const all = [
    ...used,
    ...[...exported, ...[...leftWh].map(([period, wh]) => ({ period, wh }))].map(({ period, wh }) => ({
      period,
      wh: -wh,
    })),
  ];
  leftWh.clear();
  return [...groupBy(all, ({ period }) => period)].map(([period, own]) => {
    const wh = own.reduce((sum, flow) => sum + flow.wh, 0);
    if (wh < 0) leftWh.set(period, -wh);
    return { period, wh: Math.max(0, wh) };
  });
}

function energyCharge(rate: UrdbRate, month: Month, leftWh: Map<number, number>, reading?: TierReading): Fraction {
  const structure = rate.energyratestructure;
  if (structure === undefined) return zero;
  const cost: Cost = (period, kwh, price) => {
    const tiers = periodOf(structure, period);
    return costOf(kwh, tiers, price, unitOf(tiers, month));
  };
  const flows = month.hours.map((hour) => ({
    ...hour,
    period: periodAt(hour, rate.energyweekdayschedule, rate.energyweekendschedule),
  }));
  const used = flows.map(({ period, usedWh }) => ({ period, wh: usedWh }));
  const exported = flows.map(({ period, exportedWh = 0 }) => ({ period, wh: exportedWh }));
  const fuel = decimal(rate.fueladjustmentsmonthly?.[month.month - 1]);
  if ((rate.dgrules ?? 'Net Metering') !== 'Net Metering') {
    const bought = reading === 'share' ? byShare(used, cost) : inOrder(used, cost, buy);
    return bought.add(whole(used).mul(fuel)).sub(inOrder(exported, cost, sell));
  }
  const isNetted = leftWh.size > 0 || exported.some(({ wh }) => wh > 0);
  const bought = isNetted ? net(used, exported, leftWh) : used;
  const charge = reading === 'order' && !isNetted ? inOrder(bought, cost, buy) : byShare(bought, cost);
  return charge.add(whole(bought).mul(fuel));
}

/** The least demand that is billed, for what was drawn in the months before. */
function ratchet(rate: UrdbRate, month: Month, earlier: readonly Month[]): Fraction {
  const highest = (months: readonly Month[]): Fraction => months.map(({ peakKw }) => peakKw).reduce(larger, zero);
  const year = earlier.slice(-11);
  const range = rate.lookbackrange ?? 0;
  const listed = rate.lookbackmonths?.some(Boolean) === true ? rate.lookbackmonths : null;
  if (range > 0 && listed !== null) throw new NotUnderstood('lookbackRange beside lookbackMonths');
  const seen = range > 0 ? earlier.slice(-range) : year.filter((other) => listed?.[other.month - 1] ?? true);
  return larger(
    decimal(rate.lookbackpercent).mul(highest(seen)),
    decimal(rate.demandratchetpercentage?.[month.month - 1]).mul(highest(year)),
  );
}

/** The month's peak, and that of each period which has a price. */
function demandCharge(rate: UrdbRate, month: Month, earlier: readonly Month[]): Fraction {
  const floor = ratchet(rate, month, earlier);
  const flat = rate.flatdemandmonths?.[month.month - 1];
  if (flat === undefined && !floor.equals(0)) throw new NotUnderstood('lookbackPercent without flatdemandmonths');
  const ofMonth =
    flat === undefined
      ? zero
      : costOf(larger(month.peakKw, floor), periodOf(rate.flatdemandstructure ?? [], flat), buy);
  const { demandratestructure: structure, demandweekdayschedule: weekday, demandweekendschedule: weekend } = rate;
  if (structure === undefined) return ofMonth;
  const periods = groupBy(month.hours, (hour) => periodAt(hour, weekday, weekend));
  return ofMonth.add(total([...periods].map(([period, own]) => costOf(peakOf(own), periodOf(structure, period), buy))));
}

/** The bill of each calendar month of `hours`, which are whole months in their order. */
export function priceMonths(rate: UrdbRate, hours: readonly Hour[], reading?: TierReading): MonthOfBill[] {
  refuseWhatIsNotUnderstood(rate);
  const months = monthsOf(hours);
  const leftWh = new Map<number, number>();
  let ofYear: Fraction[] = [];
  return months.map((month, at) => {
    const fixed = fixedCharge(rate, month);
    const energy = energyCharge(rate, month, leftWh, reading);
    const demand = demandCharge(rate, month, months.slice(0, at));
    const charged = total([fixed, energy, demand]);
    const toMonthly = missingTo(monthlyMinimum(rate, month), charged);
    ofYear = month.month === 1 ? [] : ofYear;
    ofYear.push(charged.add(toMonthly));
    const toAnnual = ofYear.length === 12 && month.month === 12 ? missingTo(annualMinimum(rate), total(ofYear)) : zero;
    const minimum = toMonthly.add(toAnnual);
    const [f, e, d, m, t] = [fixed, energy, demand, minimum, charged.add(minimum)].map((amount) => amount.valueOf());
    return {
      year: month.year,
      month: month.month,
      fixed: f,
      energy: e,
      demand: d,
      minimum: m,
      total: t,
    } as MonthOfBill;
  });
}
