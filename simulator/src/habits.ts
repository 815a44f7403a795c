/** What a household of three does in a day: each habit, how often, when, and what it uses. */
import * as facts from './facts.ts';
import { type MeterKey, waterHeating } from './meters.ts';
import type { Random } from './random.ts';
import { between, fromQuantiles } from './random.ts';

/** Use at an even rate (a minute) until `amount` is used up, beginning `after` minutes from the habit's moment. Wh or mL. */
interface Piece {
  readonly meter: MeterKey;
  readonly after: number;
  readonly rate: number;
  readonly amount: number;
}

export interface Habit {
  readonly perDay: number;
  /** At most once a day. */
  readonly once?: true;
  readonly weekday: facts.HourWeights;
  readonly weekend: facts.HourWeights;
  readonly byMonth: readonly number[];
  readonly byWeekday: readonly number[];
  readonly run: (random: Random) => readonly Piece[];
}

type Range = readonly [number, number];

/** Weekends begin later: any weekday's hours lean as the water of the Alicante homes does. */
const atWeekend = (hours: facts.HourWeights): facts.HourWeights =>
  hours.map((weight, hour) => (weight * (facts.waterWeekend[hour] ?? 0)) / (facts.waterWeekday[hour] ?? 1));

const water = (
  meter: MeterKey,
  perDay: number,
  shape: facts.DrawShape,
  hours = facts.waterWeekday,
  byMonth = facts.waterByMonth,
): Habit => ({
  perDay,
  weekday: hours,
  weekend: atWeekend(hours),
  byMonth,
  byWeekday: facts.waterByWeekday,
  run: (random) => [{ meter, after: 0, rate: shape.flowMlPerMinute, amount: fromQuantiles(random, shape.quantilesMl) }],
});

/** Hours are those of the energy, so a load stands astride its moment. */
const load = (meter: MeterKey, perDay: number, watts: Range, minutes: Range, hours: facts.HourWeights): Habit => ({
  perDay,
  weekday: hours,
  weekend: atWeekend(hours),
  byMonth: facts.electricityByMonth,
  byWeekday: facts.electricityByWeekday,
  run: (random) => {
    const rate = between(random, ...watts) / 60;
    const lasting = between(random, ...minutes);
    return [{ meter, after: -Math.floor(lasting / 2), rate, amount: rate * lasting }];
  },
});

interface Machine {
  readonly electricity: MeterKey;
  readonly curve: facts.Curve;
  readonly water: MeterKey;
  readonly fills: readonly Range[];
}

const programme = ({ electricity, curve, water: inlet, fills }: Machine): readonly Piece[] => {
  let after = 0;
  const powered = curve.map(([minutes, watts]) => {
    const piece = { meter: electricity, after, rate: watts / 60, amount: (watts * minutes) / 60 };
    after += minutes;
    return piece;
  });
  const filled = fills.map(([minute, amount]) => ({ meter: inlet, after: minute, rate: 9000, amount }));
  return [...powered, ...filled];
};

const machine = (perDay: number, hours: facts.HourWeights, byWeekday: readonly number[], what: Machine): Habit => {
  const pieces = programme(what);
  return {
    perDay,
    once: true,
    weekday: hours,
    weekend: atWeekend(hours),
    byMonth: facts.electricityByMonth,
    byWeekday,
    run: () => pieces,
  };
};

/** Switched on for the night, while electricity is cheap: what the day has used is heated again, whatever the month. */
const nightlyHeat = (meter: MeterKey, watts: number, wattHours: Range): Habit => {
  const hours = facts.waterWeekday.map((_, hour) => Number(hour === waterHeating.onHour));
  return {
    perDay: 2,
    once: true,
    weekday: hours,
    weekend: hours,
    byMonth: hours.slice(0, 12).fill(1),
    byWeekday: hours.slice(0, 7).fill(1),
    run: (random) => [{ meter, after: 0, rate: watts / 60, amount: between(random, ...wattHours) }],
  };
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const washDays = facts.washingByWeekday.map((kwh) => kwh / mean(facts.washingByWeekday));
const people = 3;
const each = facts.drawsPerPerson;
const hose: facts.DrawShape = { quantilesMl: [20_000, 80_000], flowMlPerMinute: 9000 };
const hoseHours: facts.HourWeights = facts.waterWeekday.map((_, hour) =>
  hour === 8 || hour === 20 || hour === 21 ? 1 : 0,
);

export const habits: readonly Habit[] = [
  water('bathroom-water', each.toilet * people * 0.7, facts.toilet),
  water('hall-water', each.toilet * people * 0.3, facts.toilet),
  water('bathroom-water', each.washbasin * people * 0.6, facts.washbasin),
  water('bedroom-water', each.washbasin * people * 0.25, facts.washbasin),
  water('hall-water', each.washbasin * people * 0.15, facts.washbasin),
  water('bathroom-water', each.shower * people * 0.8, facts.shower, facts.drawStarts.shower),
  water('bedroom-water', each.shower * people * 0.2, facts.shower, facts.drawStarts.shower),
  water('bathroom-water', each.bidet * people, facts.bidet, facts.drawStarts.bidet),
  water('kitchen-water', each.kitchenTap * people, facts.kitchenTap, facts.drawStarts.kitchenTap),
  water('garden-valve', 0.5, hose, hoseHours, facts.gardenByMonth),
  water('whole-home-water', 4, facts.washbasin),
  load(
    'kitchen-electricity',
    facts.kettle.perDay,
    facts.kettle.watts,
    facts.kettle.minutes,
    facts.applianceStarts.kettle,
  ),
  load(
    'kitchen-electricity',
    facts.microwave.perDay,
    facts.microwave.watts,
    facts.microwave.minutes,
    facts.applianceStarts.microwave,
  ),
  load('kitchen-electricity', 1.7, [900, 1800], [12, 30], facts.roomElectricity.kitchen),
  load('kitchen-electricity', 2, [60, 120], [30, 60], facts.roomElectricity.kitchen),
  load('tv-and-computer', 5, [60, 150], [40, 140], facts.roomElectricity.livingRoom),
  {
    ...load('air-conditioner', 0.8, [500, 900], [25, 75], facts.roomElectricity.livingRoom),
    byMonth: facts.airConditioningByMonth,
  },
  load('bedroom-electricity', 3, [40, 120], [45, 120], facts.roomElectricity.bedroom),
  load('hall-electricity', 2, [20, 60], [10, 60], facts.roomElectricity.unmetered),
  nightlyHeat('water-heater', 1500, [350, 650]),
  load('whole-home-electricity', 1.5, [600, 1400], [5, 12], facts.drawStarts.shower),
  load('whole-home-electricity', 4.5, [60, 180], [40, 110], facts.roomElectricity.unmetered),
  machine(0.5, facts.applianceStarts.dishwasher, facts.electricityByWeekday, {
    electricity: 'kitchen-electricity',
    curve: facts.dishwasherCurve,
    water: 'kitchen-water',
    fills: facts.dishwasherFills,
  }),
  machine(0.5, facts.applianceStarts.washingMachine, washDays, {
    electricity: 'washing-machine',
    curve: facts.washingMachineCurve,
    water: 'bathroom-water',
    fills: facts.washingMachineFills,
  }),
];
