/** The forecast on real homes and on made-up ones, beside naive forecasts: `npm run forecast`. Ends with 1 where a bar is missed. */
import { utilityIds } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import { forecastCycle } from '#subjects/bills/domain/forecast/forecast-cycle.ts';
import { readHomes } from './forecast-homes.ts';
import { naiveRules, type Rolled, rollHome } from './forecast-rolled.ts';
import { simulateHomes } from './forecast-simulated.ts';

/** Of the better naive forecast's median error; shares of outcomes within the range, of real homes and of simulated ones. */
const bars = { ratio: 0.85, real: [70, 90], simulated: [75, 85], simulatedCycles: 250, forecastMs: 5 } as const;
const everyBillingDay = Array.from({ length: 28 }, (_, i) => i + 1);
const simulated = { homesOfAKind: 12, days: 430, seed: 1 };

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = Number.NaN, high = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
};

interface Figures {
  readonly cycles: number;
  readonly own: number;
  readonly naive: readonly number[];
  readonly ratio: number;
  readonly within: number;
}

const figuresOf = (rolled: readonly Rolled[]): Figures => {
  const own = median(rolled.map((one) => one.own));
  const naive = naiveRules.map((rule) => median(rolled.map((one) => one.naive[rule])));
  const within = (100 * rolled.filter(({ isWithin }) => isWithin).length) / rolled.length;
  return { cycles: rolled.length, own, naive, ratio: own / Math.min(...naive), within };
};

const rows: Record<string, Record<string, string | number>> = {};
const missed: string[] = [];

const show = (title: string, rolled: readonly Rolled[]): Figures => {
  const { cycles, own, naive, ratio, within } = figuresOf(rolled);
  const rules = naiveRules.map((rule, i) => [`${rule} %`, (naive[i] as number).toFixed(2)] as const);
  rows[title] = {
    cycles,
    'error %': own.toFixed(2),
    ...Object.fromEntries(rules),
    'of the best naive': ratio.toFixed(3),
    'straight line %': median(rolled.map((one) => one.straightLine)).toFixed(2),
    'within %': within.toFixed(1),
  };
  return { cycles, own, naive, ratio, within };
};

const hold = (bar: string, isHeld: boolean): void => {
  if (!isHeld) missed.push(bar);
};
const isBetween = (value: number, [low, high]: readonly [number, number]): boolean => value >= low && value <= high;

const showReal = (): void => {
  const { homes, absent } = readHomes();
  for (const source of absent) console.log(`skipped: ${source} is not here`);
  if (homes.length === 0) return;
  const rolled = homes.flatMap((home) => everyBillingDay.flatMap((day) => rollHome(home, day)));
  for (const { group, name } of homes) {
    const own = rolled.filter((one) => one.group === group && one.name === name);
    const { within } = show(`${group}, ${name}`, own);
    hold(`${group}, ${name}: ${within.toFixed(1)} % within`, isBetween(within, bars.real));
  }
  show(
    'DAIAD water, all',
    rolled.filter(({ group }) => group === 'DAIAD water'),
  );
  for (const utility of utilityIds)
    show(
      `real homes, ${utility}`,
      rolled.filter(({ group }) => group.endsWith(utility)),
    );
  show(
    'real homes, calendar months only',
    homes.flatMap((home) => rollHome(home, 1)),
  );
  const all = show('REAL HOMES, ALL', rolled);
  hold(`real homes: ${all.ratio.toFixed(3)} of the best naive forecast`, all.ratio <= bars.ratio);
  hold(`real homes: ${all.within.toFixed(1)} % within`, isBetween(all.within, bars.real));
};

const showSimulated = (): void => {
  const { homesOfAKind, days, seed } = simulated;
  const rolled = simulateHomes(homesOfAKind, days, seed).flatMap((home) => rollHome(home, 1));
  for (const kind of new Set(rolled.map(({ group }) => group)))
    show(
      kind,
      rolled.filter(({ group }) => group === kind),
    );
  const all = show('SIMULATED HOMES, ALL', rolled);
  hold(`simulated: only ${all.cycles} cycles`, all.cycles >= bars.simulatedCycles);
  hold(`simulated: ${all.within.toFixed(1)} % within`, isBetween(all.within, bars.simulated));
};

/** The middle of many forecasts at the start of a month, from thirteen months of days. */
const showTime = (): void => {
  const days = simulateHomes(1, 396)[0]?.days ?? [];
  const today = addDays(days.at(-1)?.day ?? '', 1);
  const times = Array.from({ length: 100 }, () => {
    const begun = performance.now();
    forecastCycle({ days, start: today, end: addDays(today, 31), today });
    return performance.now() - begun;
  });
  const middle = median(times);
  console.log(`a forecast of 31 days from thirteen months takes ${middle.toFixed(2)} ms`);
  hold(`a forecast takes ${middle.toFixed(2)} ms`, middle <= bars.forecastMs);
};

console.log(
  'Half-way through a cycle: the median error of its total, and how often it came out within the 80 % range.',
);
showReal();
showSimulated();
console.table(rows);
showTime();
console.log(missed.length === 0 ? 'every bar that was measured is held' : `missed: ${missed.join('; ')}`);
process.exitCode = missed.length === 0 ? 0 : 1;
