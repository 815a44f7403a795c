/** Why one bill is not the other: what more days, other prices, more use and other hours have each made of it. */
import { type BillingUnit, byUtility, factsOf, type Utility } from '#catalogue/index.ts';
import { addDays, daysBetween, daysOf, type LocalDay } from '#catalogue/local-day.ts';
import type { BillLine } from '../../bill/bill.ts';
import { type Exact, exact, minorDigits, roundTo, sumOf, textOf, zero } from '../exact.ts';
import { looksBack } from '../charges/carried.ts';
import { freezePlan, type PricedCycle } from '../charges/charge-days.ts';
import { type IntervalUse, noUse, spreadDays } from '../interval-use.ts';
import { drawnAlone, mapByMeter, partOf, withoutUse } from '../meter-use.ts';
import { type DecimalText, exchangeOf, isUnitCharge, type TariffCharge, type TariffPlan } from '../plan.ts';
import { type Agreement, type PricedPlan, pricePlan, priceTerms, termsOf } from '../price-bill.ts';
import type { PriceSeries } from '../price-series.ts';
import type { DayColours } from '../schedule-periods.ts';
import { alwaysOn } from './always-on.ts';
import { scaledTo, sum } from './price-theirs.ts';
import {
  type DayTemperatures,
  meanTemperature,
  restByDay,
  type UseByDay,
  useByDay,
  weatherChange,
} from './weather-change.ts';

/** One utility's share of a bill, with what it was made of. */
export interface ExplainedBill {
  readonly cycle: PricedCycle;
  readonly total: DecimalText;
  readonly lines: readonly BillLine[];
  readonly agreements: readonly Agreement[];
  readonly use: IntervalUse;
  /** By device, net of what devices below it used; they sum to `use`. */
  readonly devices: Readonly<Record<string, IntervalUse>>;
}

interface ChangeInput {
  readonly utility: Utility;
  readonly timeZone: string;
  readonly before: ExplainedBill;
  readonly now: ExplainedBill;
  readonly prices?: Readonly<Record<string, PriceSeries>> | undefined;
  readonly colours?: DayColours | undefined;
  /** Of both cycles, as far as they are known. */
  readonly temperatures?: DayTemperatures | undefined;
}

/**
 * `days`: the cycle is longer or shorter, or has other days of the week. `price`: the tariff. `device`, `always-on`, `other`: more or
 * less was used; `usage`: the same where nothing of it is told apart. `weather`: what devices and the rest used more or less as it was
 * colder or warmer, which is then not theirs. `block`: it came into a dearer block. `hours`: it was used at dearer hours. `peak`: the
 * highest power was higher. `settlement`: a year of the tariff was settled. `limit`: a minimum, a limit or an amount by use came to bear. `exchange`: another currency became dearer or cheaper. `returned`: more or less was paid for what went back.
 */
export const changeKinds = [
  'days',
  'price',
  'block',
  'hours',
  'peak',
  'limit',
  'settlement',
  'exchange',
  'weather',
  'device',
  'always-on',
  'usage',
  'other',
  'returned',
] as const;
type ChangeKind = (typeof changeKinds)[number];

interface ChangePart {
  readonly kind: ChangeKind;
  readonly device?: string;
  /** How much more was used, in Wh or mL, where that is the cause. */
  readonly used?: number;
  /** Of `weather`: the mean of each cycle's days in °C, to a tenth. */
  readonly degrees?: { readonly before: number; readonly now: number };
  /** Of `days` that are more: the block that their use falls in. */
  readonly block?: { readonly above: DecimalText; readonly unit: BillingUnit };
  readonly amount: DecimalText;
}

interface ExplainedChange {
  /** What it costs more than before; the parts sum to it, exactly. */
  readonly difference: DecimalText;
  readonly parts: readonly ChangePart[];
}

const lengthOf = ({ start, end }: PricedCycle): number => daysBetween(start, end);

const returnedIn = ({ use }: ExplainedBill): number => sum(use.returned ?? []);

/** What it would have used in the days of another cycle, had it gone on as it did; each meter by itself. */
const goneOn = (bill: ExplainedBill, cycle: PricedCycle, timeZone: string): IntervalUse =>
  mapByMeter(bill.use, (use) => useGoneOn({ ...bill, use }, cycle, timeZone));

const useGoneOn = (bill: ExplainedBill, cycle: PricedCycle, timeZone: string): IntervalUse => {
  const perDay = sum(bill.use.used) / lengthOf(bill.cycle);
  let [given, i] = [0, 0];
  const days = daysOf(cycle.start, cycle.end).map((day) => {
    i += 1;
    const until = Math.round(perDay * i);
    const used = until - given;
    given = until;
    return { day, used };
  });
  return spreadDays(days, bill.use, timeZone);
};

/** As much as now at each meter, at the hours of before; where one drew nothing before, at those of the home. */
const evenedTo = (asBefore: IntervalUse, now: IntervalUse): IntervalUse => {
  const totals = new Map<string | null, number>();
  mapByMeter(now, (part, meter) => {
    totals.set(meter, sum(part.used));
    return part;
  });
  return mapByMeter(asBefore, (part, meter) => {
    const to = totals.get(meter) ?? 0;
    if (to === 0) return withoutUse(part);
    return scaledTo(sum(part.used) > 0 ? part : { ...part, used: asBefore.used }, to);
  });
};

/** Each meter that is priced apart, and what is left without them (null); none where all is priced alike. */
const metersIn = ({ apart }: IntervalUse): (string | null)[] =>
  apart === undefined ? [] : [null, ...Object.keys(apart)];

/** The meter that most of a device's use passes. */
const meterOfDevice = ({ used, apart = {} }: IntervalUse): string | null => {
  const own = Object.entries(apart).map(
    ([meter, { amounts }]) => [meter, sum(Array.from(amounts, (one) => one || 0))] as const,
  );
  return own.find(([, amount]) => amount * 2 > sum(used))?.[0] ?? null;
};

/** What the lines for use, and the shares on them, cost per unit. */
const meanPrice = (total: Exact, without: Exact, used: number): Exact =>
  used === 0 ? zero : total.sub(without).div(used);

/** Amounts to the smallest unit of money that still sum to the whole: what rounding leaves goes to the largest. */
const rounded = (
  parts: readonly (Omit<ChangePart, 'amount'> & { exactAmount: Exact })[],
  whole: Exact,
  digits: number,
): ChangePart[] => {
  const minor = exact(1n, 10n ** BigInt(digits));
  const amounts = parts.map(({ exactAmount }) => roundTo(exactAmount, minor, 'half-up'));
  const rest = whole.sub(sumOf(amounts));
  const largest = amounts.reduce(
    (best, amount, i) => (amount.abs().compare(amounts[best]?.abs() ?? zero) > 0 ? i : best),
    0,
  );
  return parts
    .map(({ exactAmount: _exact, ...part }, i) => ({
      ...part,
      amount: textOf((amounts[i] ?? zero).add(i === largest ? rest : zero), digits),
    }))
    .filter(({ amount }) => exact(amount).compare(0) !== 0);
};

const hasBlocks = (charge: TariffCharge): boolean =>
  charge.kind === 'use' &&
  (charge.blocks !== undefined || Object.values(charge.rates ?? {}).some((rate) => typeof rate !== 'string'));

/** Whether a tariff has that at all: what the rounding of lines leaves is no cause, and goes to the largest. */
const maySay = (kind: ChangeKind, { charges }: TariffPlan): boolean => {
  if (kind === 'hours') return charges.some((one) => one.kind === 'use' && (one.market ?? one.rates) !== undefined);
  if (kind === 'exchange') return charges.some(exchangeOf);
  if (kind !== 'limit') return true;
  return charges.some((one) => one.kind === 'minimum' || one.kind === 'maximum' || 'byUse' in one || 'atMost' in one);
};

/** The block that the last of a bill's use falls in, above the first one; blocks of a day grow with the days. */
const blockOf = ({ charges, unit }: TariffPlan, { lines }: PricedPlan): ChangePart['block'] => {
  const byMonth = new Set(
    charges.flatMap((one) => (one.kind === 'use' && one.blocks && one.blocks.per !== 'day' ? [one.id] : [])),
  );
  const above = lines.findLast(({ charge, block }) => block && byMonth.has(charge ?? ''))?.block?.above ?? '0';
  return exact(above).compare(0) > 0 ? { above, unit } : undefined;
};

/** Whether a tariff has a charge that looks back, however its year stands. */
const goesByPast = (utility: Utility, cycle: PricedCycle, agreements: readonly Agreement[]): boolean =>
  termsOf(utility, cycle, agreements).some(({ plan }) => plan.charges.some((charge) => looksBack(charge)));

/** What earlier bills asked of it, with the taxes on that: what it is above the same days by themselves. */
const settledIn = (bill: ExplainedBill, { utility, timeZone, prices, colours }: ChangeInput): Exact => {
  const { cycle, agreements, total } = bill;
  const isSettled = bill.lines.some((line) => line.utility === utility && line.year);
  if (!isSettled && !goesByPast(utility, cycle, agreements)) return zero;
  const use = byUtility((one) => (one === utility ? bill.use : noUse));
  const alone = priceTerms({ cycle, agreements, timeZone, use, prices, colours });
  const own = alone.filter(({ term }) => term.utility === utility);
  return exact(total).sub(sumOf(own.map((one) => exact(one.bill.total))));
};

/** What each unit of another currency came to in the lines of a charge; undefined: it has none. */
const meanRate = ({ id }: TariffCharge, lines: readonly BillLine[]): DecimalText | undefined => {
  const parts = lines.flatMap(({ charge, exchange }) => (charge === id && exchange ? [exchange] : []));
  const whole = sumOf(parts.map(({ amount }) => exact(amount)));
  if (whole.equals(0)) return parts[0]?.rate;
  return textOf(sumOf(parts.map(({ amount, rate }) => exact(amount).mul(rate))).div(whole), 0, 12);
};

/**
 * The plan with rates of other currencies as they were, in the mean of each charge's own days, in the bill before: what they have become
 * since is a cause of its own. On the days before they are what they were; but a market's price is a mean then, and so is its rate.
 */
const ratedAsBefore = (
  plan: TariffPlan,
  { charges: asWritten }: TariffPlan,
  { cycle, lines }: ExplainedBill,
  now: ExplainedBill,
  colours: DayColours = {},
): { plan: TariffPlan; colours: DayColours } => {
  const rates: Record<string, DayColours[string]> = {};
  const charges = plan.charges.map((charge): TariffCharge => {
    const exchange = exchangeOf(charge);
    const rate = meanRate(charge, lines);
    if (!exchange || rate === undefined) return charge;
    const series = `${exchange.series} of ${charge.id}`;
    const isOfMarket = asWritten.some((one) => one.id === charge.id && isUnitCharge(one) && one.market);
    const days = [...(isOfMarket ? daysOf(cycle.start, cycle.end) : []), ...daysOf(now.cycle.start, now.cycle.end)];
    rates[series] = { ...colours[exchange.series], ...Object.fromEntries(days.map((day) => [day, rate])) };
    return { ...charge, exchange: { ...exchange, series } } as TariffCharge;
  });
  return { plan: { ...plan, charges }, colours: { ...colours, ...rates } };
};

const sendsBack = ({ returned, apart = {} }: IntervalUse): boolean =>
  returned !== undefined || Object.values(apart).some(({ flow }) => flow === 'returned');

/** Null where either has no tariff of the utility, or the two are in different currencies. */
export const explainChange = (input: ChangeInput): ExplainedChange | null => {
  const { utility, timeZone, before, now, prices, colours } = input;
  const termBefore = termsOf(utility, before.cycle, before.agreements).at(-1);
  const termNow = termsOf(utility, now.cycle, now.agreements).at(-1);
  if (!termBefore || !termNow || termBefore.plan.currency !== termNow.plan.currency) return null;
  const lastDay: LocalDay = addDays(before.cycle.end, -1);
  const frozen = freezePlan(termBefore.plan, lastDay, before.lines);
  const rated = ratedAsBefore(frozen, termBefore.plan, before, now, colours);
  const { plan } = rated;
  const price = (cycle: PricedCycle, use: IntervalUse, own = plan, of: DayColours = rated.colours) =>
    pricePlan({ plan: own, cycle, timeZone, use, facts: termBefore.facts, prices, colours: of });
  const costOf = (...asked: Parameters<typeof price>): Exact => exact(price(...asked).total);
  const asBefore = goneOn(before, now.cycle, timeZone);
  const goneOnBill = price(now.cycle, asBefore);
  const drawn = drawnAlone(now.use);
  const [then, longer, more] = [
    costOf(before.cycle, drawnAlone(before.use)),
    exact(goneOnBill.total),
    costOf(now.cycle, drawn),
  ];
  // What is priced twice comes to the same twice: only what went back makes another sum of it.
  const creditOf = ({ cycle, use }: ExplainedBill, cost: Exact): Exact =>
    sendsBack(use) ? costOf(cycle, use).sub(cost) : zero;
  const [creditThen, credit] = [creditOf(before, then), creditOf(now, more)];
  // As much as now, at the hours of before: what is left is the hours'.
  const wasUsed = sum(asBefore.used) > 0;
  const evened = wasUsed ? evenedTo(asBefore, drawn) : drawn;
  const nothing = costOf(now.cycle, withoutUse(drawn));
  const unitPrice = wasUsed
    ? meanPrice(longer, nothing, sum(asBefore.used))
    : meanPrice(more, nothing, sum(drawn.used));
  const basis = wasUsed ? asBefore : drawn;
  const pricesOfMeters = new Map(
    metersIn(basis).map((meter) => {
      const own = partOf(basis, meter);
      return [meter, meanPrice(costOf(now.cycle, own), nothing, sum(own.used))] as const;
    }),
  );
  const priceFor = ({ device }: UseChange): Exact => {
    const use = device === undefined ? undefined : (now.devices[device] ?? before.devices[device]);
    return (use && pricesOfMeters.get(meterOfDevice(use))) ?? unitPrice;
  };
  const changes = changesOfUse(input).map((change) => ({ ...change, exactAmount: priceFor(change).mul(change.used) }));
  const inBlocks = costOf(now.cycle, evened);
  const withoutPeaks = { ...plan, charges: plan.charges.filter(({ kind }) => kind !== 'demand') };
  const hasPeaks = withoutPeaks.charges.length < plan.charges.length;
  const atHours = more.sub(inBlocks);
  const peaks = hasPeaks
    ? atHours.sub(costOf(now.cycle, drawn, withoutPeaks)).add(costOf(now.cycle, evened, withoutPeaks))
    : zero;
  const difference = exact(now.total).sub(exact(before.total));
  const exchange = plan.charges.some(exchangeOf)
    ? exact(price(now.cycle, now.use, frozen, colours ?? {}).total)
        .sub(more)
        .sub(credit)
    : zero;
  const settled = settledIn(now, input).sub(settledIn(before, input));
  const block = daysBetween(before.cycle.start, before.cycle.end) < lengthOf(now.cycle) && blockOf(plan, goneOnBill);
  const parts = [
    { kind: 'days' as const, exactAmount: longer.sub(then), ...(block && { block }) },
    ...changes,
    {
      kind: plan.charges.some(hasBlocks) ? ('block' as const) : ('limit' as const),
      exactAmount: inBlocks.sub(longer).sub(sumOf(changes.map(({ exactAmount }) => exactAmount))),
    },
    { kind: 'hours' as const, exactAmount: atHours.sub(peaks) },
    { kind: 'peak' as const, exactAmount: peaks },
    { kind: 'returned' as const, used: returnedIn(now) - returnedIn(before), exactAmount: credit.sub(creditThen) },
    { kind: 'settlement' as const, exactAmount: settled },
    { kind: 'exchange' as const, exactAmount: exchange },
    {
      kind: 'price' as const,
      exactAmount: difference.sub(settled).sub(exchange).sub(more).sub(credit).add(then).add(creditThen),
    },
  ].filter(({ kind }) => maySay(kind, plan));
  const digits = minorDigits(plan.currency);
  return { difference: textOf(difference, digits), parts: rounded(parts, difference, digits) };
};

// Where the difference of two bills' use lies: the weather, devices, what is always on, and the rest.

/** A cause, with how much more it used. */
type UseChange = Omit<ChangePart, 'amount'> & { readonly used: number };

const shownDevices = 3;
const quartersPerDay = 96;

const stillChange = (before: ExplainedBill, now: ExplainedBill, timeZone: string): number => {
  const [then, today] = [alwaysOn(before.use, timeZone), alwaysOn(now.use, timeZone)];
  const { start, end } = now.cycle;
  return then === null || today === null ? 0 : (today - then) * quartersPerDay * daysBetween(start, end);
};

/** How much of the change of each device, and of the rest, the weather has made. */
interface WeatherShares {
  readonly degrees: NonNullable<ChangePart['degrees']>;
  readonly byDevice: ReadonlyMap<string, number>;
  readonly rest: number;
}

/** Each device has a line of its own: what follows the weather is then the weather's, and not the device's as well. */
const weatherShares = (
  { utility, before, now, timeZone, temperatures = {} }: ChangeInput,
  devices: readonly string[],
): WeatherShares | null => {
  const [then, today] = [meanTemperature(before.cycle, temperatures), meanTemperature(now.cycle, temperatures)];
  if (then === null || today === null) return null;
  const daysIn = ({ cycle }: ExplainedBill, use: IntervalUse | undefined): UseByDay =>
    useByDay(use ?? noUse, cycle, timeZone);
  const of = (was: UseByDay, is: UseByDay): number =>
    weatherChange(utility, { cycle: before.cycle, byDay: was }, { cycle: now.cycle, byDay: is }, temperatures);
  const own = devices.map((device) => ({
    device,
    was: daysIn(before, before.devices[device]),
    is: daysIn(now, now.devices[device]),
  }));
  const rest = (bill: ExplainedBill, key: 'was' | 'is'): UseByDay =>
    restByDay(
      daysIn(bill, bill.use),
      own.map((one) => one[key]),
    );
  return {
    degrees: { before: then, now: today },
    byDevice: new Map(own.map(({ device, was, is }) => [device, of(was, is)])),
    rest: of(rest(before, 'was'), rest(now, 'is')),
  };
};

/** They sum to the change of use over the days of the cycle now. */
const changesOfUse = (input: ChangeInput): UseChange[] => {
  const { before, now, timeZone, utility } = input;
  const ratio = lengthOf(now.cycle) / lengthOf(before.cycle);
  const change = (a: IntervalUse | undefined, b: IntervalUse | undefined): number =>
    Math.round(sum(b?.used ?? []) - sum(a?.used ?? []) * ratio);
  const all = change(before.use, now.use);
  const changed = [...new Set([...Object.keys(before.devices), ...Object.keys(now.devices)])]
    .map((device) => ({ kind: 'device' as const, device, used: change(before.devices[device], now.devices[device]) }))
    .filter(({ used }) => used !== 0)
    .sort((a, b) => Math.abs(b.used) - Math.abs(a.used) || (a.device < b.device ? -1 : 1))
    .slice(0, shownDevices);
  const shares = weatherShares(
    input,
    changed.map(({ device }) => device),
  );
  const devices = changed
    .map((one) => ({ ...one, used: one.used - (shares?.byDevice.get(one.device) ?? 0) }))
    .filter(({ used }) => used !== 0);
  const weather = shares === null ? 0 : sum([...shares.byDevice.values()]) + shares.rest;
  const rest = all - weather - devices.reduce((total, { used }) => total + used, 0);
  // Devices that are told apart have what they always draw in their own figure.
  const still = factsOf(utility).hasStandby && changed.length === 0 ? stillChange(before, now, timeZone) : 0;
  const isSane = still !== 0 && Math.abs(still) <= Math.abs(rest) && still * rest > 0;
  const other = rest - (isSane ? still : 0);
  const isApart = isSane || weather !== 0 || devices.length > 0;
  return [
    ...(shares === null || weather === 0 ? [] : [{ kind: 'weather' as const, used: weather, degrees: shares.degrees }]),
    ...devices,
    ...(isSane ? [{ kind: 'always-on' as const, used: still }] : []),
    ...(other === 0 ? [] : [{ kind: isApart ? ('other' as const) : ('usage' as const), used: other }]),
  ];
};
