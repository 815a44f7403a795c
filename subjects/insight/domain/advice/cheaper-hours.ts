/** Runs of a device that can wait, each moved to where it would have cost least on the day on which it ran. */
import { runsOf } from '../rules/device-runs.ts';
import { defineAdvice, type MovableRuns } from './advice.ts';

const monthDays = 30.4375;
/** Fewer say nothing of a month. */
const minRuns = 6;
const quartersOfHour = 4;
const dayS = 86_400;

/** What waits for nobody is not told to wait: a device can that says by its name what it is, in the languages of the product or its neighbours'. */
const canWait =
  /wash|laundry|dish|dryer|tumble|boiler|water heater|geyser|charger|\bev\b|wallbox|lavadora|lavavajillas|secadora|termo|calentador|cargador|coche|waschmaschine|spülmaschine|trockner|lave-|sèche-linge|chauffe-eau|वॉशिंग|धुलाई|बर्तन|ड्रायर|गीज़र|गीजर|चार्जर|वॉटर हीटर/i;

export const deviceCanWait = (name: string): boolean => canWait.test(name);

export interface RunsGround {
  /** By the quarter-hour; NaN: not measured. */
  readonly used: Float64Array;
  /** Of one Wh or mL in the same quarter-hours; NaN: not known. */
  readonly prices: Float64Array;
  readonly fromS: number;
  readonly offsetAt: (atS: number) => number;
}

const costAt = (use: readonly number[], prices: Float64Array, at: number): number =>
  use.reduce((sum, used, i) => sum + used * (prices[at + i] ?? Number.NaN), 0);

/** Null: it does not rest, ran too seldom, or its hours have no price. */
export const cheapestRuns = ({
  used,
  prices,
  fromS,
  offsetAt,
}: RunsGround): Pick<MovableRuns, 'runs' | 'cost' | 'cheapest' | 'hour'> | null => {
  const localDay = (slot: number): number => {
    const at = fromS + slot * 900;
    return Math.floor((at + offsetAt(at)) / dayS);
  };
  const hours = new Map<number, number>();
  let [runs, cost, cheapest] = [0, 0, 0];
  for (const { from, to, isWhole } of runsOf(used)) {
    // One that goes over midnight belongs to neither day.
    if (!isWhole || localDay(from) !== localDay(to - 1)) continue;
    const use = Array.from(used.subarray(from, to));
    const own = costAt(use, prices, from);
    if (Number.isNaN(own)) continue;
    let [best, bestAt] = [own, from];
    for (let at = from - 96; at <= from + 96; at += 1) {
      if (at < 0 || at + use.length > used.length) continue;
      if (localDay(at) !== localDay(from) || localDay(at + use.length - 1) !== localDay(from)) continue;
      const one = costAt(use, prices, at);
      // What is not cheaper stays where it was.
      if (one < best - 1e-9) [best, bestAt] = [one, at];
    }
    runs += 1;
    cost += own;
    cheapest += best;
    const startS = fromS + bestAt * 900;
    const hour = Math.floor(((((startS + offsetAt(startS)) % dayS) + dayS) % dayS) / (900 * quartersOfHour));
    if (best < own) hours.set(hour, (hours.get(hour) ?? 0) + 1);
  }
  if (runs < minRuns) return null;
  const [hour = 0] = [...hours].sort(([a, timesA], [b, timesB]) => timesB - timesA || a - b)[0] ?? [];
  return { runs, cost, cheapest, hour };
};

export const cheaperHours = defineAdvice({
  id: 'cheaper-hours',
  effort: 'habit',
  find: ({ movable }) =>
    movable.map(({ meterId, device, utility, runs, days, cost, cheapest, hour }) => ({
      meterId,
      device,
      utility,
      perMonth: ((cost - cheapest) * monthDays) / days,
      figures: { runs, days, hour, cost: cost.toFixed(2), cheapest: cheapest.toFixed(2) },
    })),
});
