/** Real homes with both utilities, real power beside the water of other homes, and heaters and pumps made over real water. */
import { hoursADay } from '#subjects/insight/domain/honest/home-use.ts';
import type { BenchHome } from '../honest-homes.ts';
import { daysOf } from './put-change.ts';

const whole = 'whole';
export const water = 'water';

/** The meters of one beside those of the other, as one home: day by day as long as both last. */
const joined = (power: BenchHome, drawn: BenchHome, name: string): BenchHome => {
  const length = Math.min(daysOf(power), daysOf(drawn)) * power.perDay;
  return {
    name,
    firstDay: power.firstDay,
    perDay: power.perDay,
    meters: [
      ...power.meters.map((meter) => ({ ...meter, used: meter.used.subarray(0, length) })),
      ...drawn.meters.map((meter) => ({
        ...meter,
        meterId: meter.meterId === whole ? water : `${water} ${meter.meterId}`,
        parentMeterId: meter.parentMeterId === null ? null : water,
        used: meter.used.subarray(0, length),
      })),
    ],
  };
};

const named = (homes: readonly BenchHome[], name: string) => homes.find((home) => home.name === name);

/** The one home of which both are known. */
export const realHome = (homes: readonly BenchHome[]): BenchHome | undefined => {
  const [power, drawn] = [named(homes, 'AMPds2 electricity'), named(homes, 'AMPds2 water')];
  return power && drawn && joined(power, drawn, 'AMPds2');
};

const ofWater = (homes: readonly BenchHome[]): BenchHome[] =>
  homes.filter(({ meters, perDay }) => perDay === hoursADay && meters[0]?.utility === 'water');

/** Power and water that have nothing to do with each other: whatever is told of these is wrong. */
export const strangers = (homes: readonly BenchHome[]): BenchHome[] => {
  const power = named(homes, 'AMPds2 electricity');
  if (power === undefined) return [];
  return ofWater(homes)
    .filter(({ name }) => name !== 'AMPds2 water')
    .map((drawn) => joined(power, drawn, `AMPds2 beside ${drawn.name}`));
};

/** A device made over the water of a real home. */
const madeOver = (drawn: BenchHome, meterId: string, wh: (water: Float64Array) => Float64Array): BenchHome => {
  const used = drawn.meters[0]?.used ?? new Float64Array();
  const device = { meterId, utility: 'electricity', flow: 'drawn', parentMeterId: whole, used: wh(used) } as const;
  return joined({ ...drawn, meters: [device] }, drawn, `${meterId} over ${drawn.name}`);
};

/** A tank of 2 kW that heats what was drawn hot, a third of all (at most 60 L an hour), and what it loses meanwhile. */
const heaterWh = (used: Float64Array): Float64Array => {
  let missing = 0;
  return used.map((ml) => {
    missing += 60 + 45 * Math.min(60, (0.35 * (Number.isNaN(ml) ? 0 : ml)) / 1000);
    if (missing < 300) return 0;
    const heat = Math.min(2000, missing);
    missing -= heat;
    return Math.round(heat);
  });
};

/** 750 W while it brings 25 L a minute. */
const pumpWh = (used: Float64Array): Float64Array =>
  used.map((ml) => (Number.isNaN(ml) ? 0 : Math.round(Math.min(1, ml / 1_500_000) * 750)));

export const madeHeaters = (homes: readonly BenchHome[]): BenchHome[] =>
  ofWater(homes).map((drawn) => madeOver(drawn, 'heater', heaterWh));

export const madePumps = (homes: readonly BenchHome[]): BenchHome[] =>
  ofWater(homes).map((drawn) => madeOver(drawn, 'pump', pumpWh));
