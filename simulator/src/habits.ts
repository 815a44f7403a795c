/** What a household of three does in a day: each habit, how often, when, and what it uses. */
import * as appliances from './facts.ts';
import * as draws from './facts.ts';
import * as seasons from './facts.ts';
import { applianceStarts, drawStarts, type HourWeights, roomElectricity, waterWeekday, waterWeekend } from './facts.ts';
import type { MeterKey } from './meters.ts';
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
  readonly weekday: HourWeights;
  readonly weekend: HourWeights;
  readonly byMonth: readonly number[];
  readonly byWeekday: readonly number[];
  readonly run: (random: Random) => readonly Piece[];
}

type Range = readonly [number, number];

/** Weekends begin later: any weekday's hours lean as the water of the Alicante homes does. */
const atWeekend = (hours: HourWeights): HourWeights =>
  hours.map((weight, hour) => (weight * (waterWeekend[hour] ?? 0)) / (waterWeekday[hour] ?? 1));

const water = (
  meter: MeterKey,
  perDay: number,
  shape: draws.DrawShape,
  hours = waterWeekday,
  byMonth = seasons.waterByMonth,
): Habit => ({
  perDay,
  weekday: hours,
  weekend: atWeekend(hours),
  byMonth,
  byWeekday: seasons.waterByWeekday,
  run: (random) => [{ meter, after: 0, rate: shape.flowMlPerMinute, amount: fromQuantiles(random, shape.quantilesMl) }],
});

/** Hours are those of the energy, so a load stands astride its moment. */
const load = (meter: MeterKey, perDay: number, watts: Range, minutes: Range, hours: HourWeights): Habit => ({
  perDay,
  weekday: hours,
  weekend: atWeekend(hours),
  byMonth: seasons.electricityByMonth,
  byWeekday: seasons.electricityByWeekday,
  run: (random) => {
    const rate = between(random, ...watts) / 60;
    const lasting = between(random, ...minutes);
    return [{ meter, after: -Math.floor(lasting / 2), rate, amount: rate * lasting }];
  },
});

interface Machine {
  readonly electricity: MeterKey;
  readonly curve: appliances.Curve;
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

const machine = (perDay: number, hours: HourWeights, byWeekday: readonly number[], what: Machine): Habit => {
  const pieces = programme(what);
  return {
    perDay,
    once: true,
    weekday: hours,
    weekend: atWeekend(hours),
    byMonth: seasons.electricityByMonth,
    byWeekday,
    run: () => pieces,
  };
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const washDays = seasons.washingByWeekday.map((kwh) => kwh / mean(seasons.washingByWeekday));
const people = 3;
const each = draws.drawsPerPerson;
const hose: draws.DrawShape = { quantilesMl: [20_000, 80_000], flowMlPerMinute: 9000 };
const hoseHours: HourWeights = waterWeekday.map((_, hour) => (hour === 8 || hour === 20 || hour === 21 ? 1 : 0));

export const habits: readonly Habit[] = [
  water('bathroom-water', each.toilet * people * 0.7, draws.toilet),
  water('hall-water', each.toilet * people * 0.3, draws.toilet),
  water('bathroom-water', each.washbasin * people * 0.6, draws.washbasin),
  water('bedroom-water', each.washbasin * people * 0.25, draws.washbasin),
  water('hall-water', each.washbasin * people * 0.15, draws.washbasin),
  water('bathroom-water', each.shower * people * 0.8, draws.shower, drawStarts.shower),
  water('bedroom-water', each.shower * people * 0.2, draws.shower, drawStarts.shower),
  water('bathroom-water', each.bidet * people, draws.bidet, drawStarts.bidet),
  water('kitchen-water', each.kitchenTap * people, draws.kitchenTap, drawStarts.kitchenTap),
  water('garden-water', 0.5, hose, hoseHours, seasons.gardenByMonth),
  water('whole-home-water', 4, draws.washbasin),
  load(
    'kitchen-electricity',
    appliances.kettle.perDay,
    appliances.kettle.watts,
    appliances.kettle.minutes,
    applianceStarts.kettle,
  ),
  load(
    'kitchen-electricity',
    appliances.microwave.perDay,
    appliances.microwave.watts,
    appliances.microwave.minutes,
    applianceStarts.microwave,
  ),
  load('kitchen-electricity', 1.7, [900, 1800], [12, 30], roomElectricity.kitchen),
  load('kitchen-electricity', 2, [60, 120], [30, 60], roomElectricity.kitchen),
  load('living-room-electricity', 5, [60, 150], [40, 140], roomElectricity.livingRoom),
  load('living-room-electricity', 0.35, [1200, 2000], [10, 30], waterWeekday),
  load('bedroom-electricity', 3, [40, 120], [45, 120], roomElectricity.bedroom),
  load('hall-electricity', 2, [20, 60], [10, 60], roomElectricity.untracked),
  load('bathroom-electricity', 2.3, [600, 1400], [5, 12], drawStarts.shower),
  load('whole-home-electricity', 7, [60, 180], [40, 110], roomElectricity.untracked),
  machine(0.5, applianceStarts.dishwasher, seasons.electricityByWeekday, {
    electricity: 'kitchen-electricity',
    curve: appliances.dishwasherCurve,
    water: 'kitchen-water',
    fills: draws.dishwasherFills,
  }),
  machine(0.5, applianceStarts.washingMachine, washDays, {
    electricity: 'bathroom-electricity',
    curve: appliances.washingMachineCurve,
    water: 'bathroom-water',
    fills: draws.washingMachineFills,
  }),
];
