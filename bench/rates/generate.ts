/** Rates as the Utility Rate Database has them, by what they ask for: the same seed gives the same rates. */
import { between, type Random, stream } from '#simulator/src/random.ts';
import type { Schedule, Tier, UrdbRate } from './independent.ts';

export interface RateClass {
  readonly name: string;
  /** Fields that our tariff cannot say and the reader names, or the code with which it refuses the rate: what it does neither of must be priced alike. */
  readonly told?: readonly string[];
  /** Priced on a calendar year, or on hours with a roof. */
  readonly on?: 'calendar year' | 'roof';
  readonly make: (random: Random) => UrdbRate;
}

const whole = (random: Random, low: number, high: number): number => Math.floor(between(random, low, high + 1));
const isSo = (random: Random, share: number): boolean => random() < share;
const oneOf = <Value>(random: Random, values: readonly Value[]): Value =>
  values[whole(random, 0, values.length - 1)] as Value;
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
const price = (random: Random, low = 0.03, high = 0.6): number =>
  rounded(between(random, low, high), whole(random, 2, 6));

const monthsOf = <Value>(of: (month: number) => Value): Value[] => Array.from({ length: 12 }, (_, i) => of(i + 1));
const table = (periodAt: (month: number, hour: number) => number): Schedule =>
  monthsOf((month) => Array.from({ length: 24 }, (_, hour) => periodAt(month, hour)));

// When a period holds: seasons of months, and hours of the day on weekdays and weekends. Every period is met somewhere.

type SeasonAt = (month: number) => number;

const seasons = (random: Random): { readonly count: number; readonly at: SeasonAt } => {
  const [first, length] = [whole(random, 4, 7), whole(random, 2, 5)];
  const isShoulder = isSo(random, 0.3);
  const at: SeasonAt = (month) => (month >= first && month < first + length ? 1 : isShoulder && month < 4 ? 2 : 0);
  return { count: isShoulder ? 3 : 2, at };
};
const oneSeason = { count: 1, at: (): number => 0 };

interface Calendar {
  readonly weekday: Schedule;
  readonly weekend: Schedule;
  readonly count: number;
  readonly seasonOf: (period: number) => number;
}

/** Low, high, and now and then between them; weekends alike, low throughout, or with hours of their own. */
const calendar = (random: Random, { count, at }: ReturnType<typeof seasons>): Calendar => {
  const kinds = isSo(random, 0.4) ? 3 : 2;
  const [peak, length] = [whole(random, 4, 18), whole(random, 2, 5)];
  const overMidnight = isSo(random, 0.2);
  const kindAt = (hour: number, from: number): number => {
    const since = (hour - from + 24) % 24;
    if (since < length) return 1;
    return kinds === 3 && since < length + 3 ? 2 : 0;
  };
  const start = overMidnight ? 22 : peak;
  const rest = oneOf(random, ['alike', 'low', 'own'] as const);
  const weekendKind = (hour: number): number => (rest === 'low' ? 0 : kindAt(hour, rest === 'own' ? start - 2 : start));
  return {
    weekday: table((month, hour) => at(month) * kinds + kindAt(hour, start)),
    weekend: table((month, hour) => at(month) * kinds + weekendKind(hour)),
    count: count * kinds,
    seasonOf: (period) => Math.floor(period / kinds),
  };
};

const energyBy = ({ weekday, weekend, count }: Calendar, tiersOf: (period: number) => readonly Tier[]): UrdbRate => ({
  energyratestructure: Array.from({ length: count }, (_, period) => tiersOf(period)),
  energyweekdayschedule: weekday,
  energyweekendschedule: weekend,
});

const bySeason = (random: Random, tiersOf: (season: number) => readonly Tier[]): UrdbRate => {
  const { count, at } = seasons(random);
  const schedule = table(at);
  return energyBy({ weekday: schedule, weekend: schedule, count, seasonOf: (period) => period }, tiersOf);
};

const always = table(() => 0);
const energy = (tiers: readonly Tier[]): UrdbRate => ({
  energyratestructure: [tiers],
  energyweekdayschedule: always,
  energyweekendschedule: always,
});

// What a unit costs: a rate, at times with an adjustment, and tiers that mostly rise.

type Unit = 'kWh' | 'kWh daily' | 'kWh/kW';

const rateOf = (random: Random, amount: number): Pick<Tier, 'rate' | 'adj'> => {
  if (isSo(random, 0.7)) return { rate: amount };
  const adj = rounded(between(random, -0.02, 0.03), 5);
  return { rate: rounded(amount - adj, 6), adj };
};

interface Ladder {
  readonly unit: Unit;
  readonly ends: readonly number[];
  readonly rises: readonly number[];
}

const firstEnd: Record<Unit, readonly [number, number, number]> = {
  kWh: [100, 400, 0],
  'kWh daily': [3, 14, 1],
  'kWh/kW': [20, 120, 0],
};

const ladder = (random: Random, unit: Unit): Ladder => {
  const [low, high, digits] = firstEnd[unit];
  const first = between(random, low, high);
  const ends = Array.from({ length: whole(random, 1, 3) }, (_, i) => rounded(first * (i + 1) * (1 + i / 3), digits));
  return { unit, ends, rises: ends.map(() => rounded(between(random, isSo(random, 0.2) ? -0.02 : 0.01, 0.15), 4)) };
};

const tiersOf = (random: Random, { unit, ends, rises }: Ladder, base = price(random, 0.1, 0.3)): Tier[] =>
  [base, ...rises].map((_, i) => ({
    ...rateOf(random, rounded(base + rises.slice(0, i).reduce((sum, rise) => sum + rise, 0), 6)),
    ...(i < ends.length && { max: ends[i] as number }),
    unit,
  }));

/** Each season has its ladder, and the periods of a season share it. */
const sharedTiers = (random: Random, unit: Unit): UrdbRate => {
  const ladders = Array.from({ length: 3 }, () => ladder(random, unit));
  const own = calendar(random, isSo(random, 0.5) ? seasons(random) : oneSeason);
  return energyBy(own, (period) => tiersOf(random, ladders[own.seasonOf(period)] as Ladder));
};

// What is not for use.

const fixed = (random: Random): UrdbRate =>
  oneOf(random, [
    { fixedchargefirstmeter: rounded(between(random, 3, 30), 2), fixedchargeunits: '$/month' },
    { fixedchargefirstmeter: rounded(between(random, 0.1, 1), 5), fixedchargeunits: '$/day' },
    { fixedmonthlycharge: rounded(between(random, 3, 30), 2) },
    {},
  ]);

const powerTiers = (random: Random): Tier[] => [
  { rate: price(random, 2, 8), max: rounded(between(random, 1, 4), 1) },
  { rate: price(random, 8, 20) },
];

const flatDemand = (random: Random, tiers: () => readonly Tier[]): UrdbRate => {
  const { count, at } = isSo(random, 0.6) ? seasons(random) : oneSeason;
  return {
    flatdemandunit: 'kW',
    flatdemandstructure: Array.from({ length: count }, tiers),
    flatdemandmonths: monthsOf(at),
  };
};

const demandByPeriod = (random: Random, tiers: (period: number) => readonly Tier[]): UrdbRate => {
  const { weekday, weekend, count } = calendar(random, isSo(random, 0.5) ? seasons(random) : oneSeason);
  return {
    demandrateunit: 'kW',
    demandratestructure: Array.from({ length: count }, (_, period) => tiers(period)),
    demandweekdayschedule: weekday,
    demandweekendschedule: weekend,
  };
};

/** One of the simpler kinds, for what stands beside use. */
const anyEnergy = (random: Random): UrdbRate =>
  oneOf(random, [
    () => energy([rateOf(random, price(random))]),
    () => energy(tiersOf(random, ladder(random, 'kWh'))),
    () => energyBy(calendar(random, oneSeason), () => [rateOf(random, price(random))]),
  ])();

const powers = (random: Random) => (): Tier[] => [rateOf(random, price(random, 2, 20))];
const lowIsFree =
  (random: Random) =>
  (period: number): Tier[] =>
    period % 2 === 0 && isSo(random, 0.4) ? [{ rate: 0 }] : powers(random)();

export const rateClasses: readonly RateClass[] = [
  { name: 'one price', make: (random) => energy([rateOf(random, price(random))]) },
  { name: 'seasons', make: (random) => bySeason(random, () => [rateOf(random, price(random))]) },
  {
    name: 'periods of the day',
    make: (random) => energyBy(calendar(random, oneSeason), () => [rateOf(random, price(random))]),
  },
  {
    name: 'seasons and periods',
    make: (random) => energyBy(calendar(random, seasons(random)), () => [rateOf(random, price(random))]),
  },
  {
    name: 'hours without a pattern',
    make: (random) => {
      const rows = [0, 1].map(() => Array.from({ length: 24 }, (_, hour) => (hour < 3 ? hour : whole(random, 0, 2))));
      const pick = (): Schedule => monthsOf(() => oneOf(random, rows));
      return energyBy({ weekday: pick(), weekend: pick(), count: 3, seasonOf: () => 0 }, () => [
        rateOf(random, price(random)),
      ]);
    },
  },
  { name: 'tiers', make: (random) => energy(tiersOf(random, ladder(random, 'kWh'))) },
  { name: 'tiers by season', make: (random) => bySeason(random, () => tiersOf(random, ladder(random, 'kWh'))) },
  { name: 'tiers by the day', make: (random) => bySeason(random, () => tiersOf(random, ladder(random, 'kWh daily'))) },
  { name: 'tiers shared by periods', make: (random) => sharedTiers(random, 'kWh') },
  { name: 'a baseline by the day, shared by periods', make: (random) => sharedTiers(random, 'kWh daily') },
  {
    name: 'a baseline by the day, at each period’s own credit',
    make: (random) => {
      const shared = ladder(random, 'kWh daily');
      const own = (): Ladder => ({
        ...shared,
        rises: shared.rises.map((rise) => rounded(rise * between(random, 0.5, 2), 4)),
      });
      return energyBy(calendar(random, seasons(random)), () => tiersOf(random, own()));
    },
  },
  {
    name: 'tiers of each period’s own',
    make: (random) => energyBy(calendar(random, oneSeason), () => tiersOf(random, ladder(random, 'kWh'))),
  },
  {
    name: 'fuel by the month',
    make: (random) => ({
      ...anyEnergy(random),
      fueladjustmentsmonthly: monthsOf(() => (isSo(random, 0.3) ? 0 : rounded(between(random, -0.02, 0.04), 5))),
    }),
  },
  {
    name: 'fixed by the year',
    make: (random) => ({
      ...anyEnergy(random),

      fixedchargefirstmeter: whole(random, 20, 300),
      fixedchargeunits: '$/year',
    }),
  },
  {
    name: 'a least by the month or day',
    make: (random) => ({
      ...anyEnergy(random),
      ...oneOf(random, [
        { mincharge: whole(random, 20, 160), minchargeunits: '$/month' },
        { mincharge: rounded(between(random, 0.5, 5), 3), minchargeunits: '$/day' },
        { minmonthlycharge: whole(random, 20, 160) },
      ]),
    }),
  },
  {
    name: 'a least by the year',
    on: 'calendar year',
    make: (random) => ({
      ...anyEnergy(random),
      ...oneOf(random, [
        { mincharge: whole(random, 300, 3000), minchargeunits: '$/year' },
        { annualmincharge: whole(random, 300, 3000) },
        { annualmincharge: whole(random, 300, 3000), mincharge: whole(random, 20, 160), minchargeunits: '$/month' },
      ]),
    }),
  },
  { name: 'power of the month', make: (random) => ({ ...anyEnergy(random), ...flatDemand(random, powers(random)) }) },
  {
    name: 'power by period',
    make: (random) => ({ ...anyEnergy(random), ...demandByPeriod(random, lowIsFree(random)) }),
  },
  {
    name: 'both powers, least, fuel, tiers',
    make: (random) => ({
      ...sharedTiers(random, 'kWh'),
      ...flatDemand(random, powers(random)),
      ...demandByPeriod(random, lowIsFree(random)),
      mincharge: whole(random, 20, 260),
      minchargeunits: '$/month',
      fueladjustmentsmonthly: monthsOf(() => rounded(between(random, -0.01, 0.02), 4)),
    }),
  },
  {
    name: 'tiers by the kW',
    told: ['urdb-unsupported'],
    make: (random) => energy(tiersOf(random, ladder(random, 'kWh/kW'))),
  },
  {
    name: 'power in tiers',
    make: (random) => ({
      ...anyEnergy(random),
      ...oneOf(random, [
        flatDemand(random, () => powerTiers(random)),
        demandByPeriod(random, () => powerTiers(random)),
      ]),
    }),
  },
  {
    name: 'export, netted or paid',
    told: ['dgrules', 'sell'],
    on: 'roof',
    make: (random) => {
      const rate = isSo(random, 0.5) ? sharedTiers(random, 'kWh') : anyEnergy(random);
      const dgrules = oneOf(random, [
        'Net Metering',
        'Net Billing Instantaneous',
        'Net Billing Hourly',
        'Buy All Sell All',
      ]);
      const sell = price(random, 0.02, 0.1);
      return {
        ...rate,
        energyratestructure: (rate.energyratestructure ?? []).map((tiers) => tiers.map((tier) => ({ ...tier, sell }))),
        dgrules,
      };
    },
  },
  {
    name: 'power with a ratchet',
    make: (random) => ({
      ...anyEnergy(random),
      ...flatDemand(random, powers(random)),
      ...oneOf(random, [
        { lookbackpercent: rounded(between(random, 0.5, 0.95), 2), lookbackrange: whole(random, 3, 11) },
        {
          lookbackpercent: rounded(between(random, 0.5, 0.95), 2),
          lookbackmonths: monthsOf((month) => (month > 5 && month < 10 ? 1 : 0)),
        },
        { demandratchetpercentage: monthsOf(() => 0.75) },
      ]),
    }),
  },
  {
    name: 'power with the grid’s peak, in kVA, or reactive',
    told: ['coincidentratestructure', 'flatdemandstructure', 'demandreactivepowercharge'],
    make: (random) => ({
      ...anyEnergy(random),
      ...oneOf<UrdbRate>(random, [
        { coincidentratestructure: [powers(random)()] },
        { ...flatDemand(random, powers(random)), flatdemandunit: 'kVA' },
        { demandreactivepowercharge: price(random, 0.1, 0.8) },
      ]),
    }),
  },
];

export interface MadeRate {
  readonly of: RateClass;
  readonly seed: readonly [number, number];
  readonly rate: UrdbRate;
}

/** `perClass` rates of each class. */
export const makeRates = (perClass: number, seed = 1): MadeRate[] =>
  rateClasses.flatMap((of, at) =>
    Array.from({ length: perClass }, (_, i): MadeRate => {
      const random = stream(seed, at, i);
      const made = of.make(random);
      const hasFixed = made.fixedchargefirstmeter !== undefined;
      return { of, seed: [at, i], rate: hasFixed ? made : { ...fixed(random), ...made } };
    }),
  );
