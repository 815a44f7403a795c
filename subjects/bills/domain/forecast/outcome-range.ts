/** Between which multiples of the forecast eight outcomes of ten have been, in this household and in households at large. */
import type { DailyHistory } from './daily-history.ts';
import { expectDays } from './expect-days.ts';

const tails = { low: 0.1, high: 0.9 };
/** Forecasts made a day apart are nearly the same forecast. */
const everyDays = 3;
const reachDays = 364;
const minDaysBefore = 14;
/** Households at large count as much as so many outcomes that do not overlap: four months' worth of half months. */
const atLargeOutcomes = 8;
/** The level is as uncertain as a mean of so many days. */
const levelDays = 10;
/** Real households' outcomes are a tenth further off than single days tell: levels move. */
const widening = 1.1;
/** What parts a normal distribution into twenty equal pieces. */
const normal = [0.126, 0.253, 0.385, 0.524, 0.674, 0.842, 1.036, 1.282, 1.645];
const around = [...normal.map((z) => -z), 0, ...normal];

/** Forecasts of the last year and what came, as many days ahead. Windows overlap: together they weigh as many as fit side by side. */
const ownOutcomes = (history: DailyHistory, ahead: number): Weighted[] => {
  const last = history.use.length - ahead;
  const outcomes: Weighted[] = [];
  for (let origin = last; origin >= Math.max(minDaysBefore, last - reachDays); origin -= everyDays) {
    const value = pastOutcome(history, origin, ahead);
    if (value !== null) outcomes.push({ value, weight: Math.min(1, everyDays / ahead) });
  }
  return outcomes;
};

/** `low` is at most 1 and `high` at least 1, both to multiply a forecast of `ahead` days whose single days have such a `spread`. */
export const outcomeRange = (
  history: DailyHistory,
  ahead: number,
  spread: number,
): { readonly low: number; readonly high: number } => {
  const usual = widening * spread * Math.sqrt(1 / ahead + 1 / levelDays);
  const atLarge = around.map((z) => ({ value: Math.max(0, 1 + usual * z), weight: atLargeOutcomes / around.length }));
  const outcomes = [...ownOutcomes(history, ahead), ...atLarge];
  return {
    low: Math.min(1, weightedQuantile(outcomes, tails.low)),
    high: Math.max(1, weightedQuantile(outcomes, tails.high)),
  };
};

/** Quantiles of values that do not all count the same. */

interface Weighted {
  readonly value: number;
  readonly weight: number;
}

/** The value below which `share` (0 to 1) of the weight lies, in a straight line between the middles of the weights. NaN of none. */
export const weightedQuantile = (values: readonly Weighted[], share: number): number => {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const wanted = share * sorted.reduce((sum, { weight }) => sum + weight, 0);
  let before = { value: sorted[0]?.value ?? Number.NaN, middle: 0 };
  let passed = 0;
  for (const { value, weight } of sorted) {
    const middle = passed + weight / 2;
    if (middle >= wanted) {
      const part = middle > before.middle ? (wanted - before.middle) / (middle - before.middle) : 1;
      return before.value + (value - before.value) * Math.max(0, part);
    }
    before = { value, middle };
    passed += weight;
  }
  return before.value;
};

/** How a forecast made on an earlier day of the same household has come out. */
const minKnown = 0.75;

/** What came divided by what was to be expected of the `ahead` days after the first `origin`; null where one of them is not known. */
export const pastOutcome = (history: DailyHistory, origin: number, ahead: number): number | null => {
  const expected = expectDays(history, origin, ahead);
  if (expected === null) return null;
  let came = 0;
  let total = 0;
  let known = 0;
  for (let next = 0; next < ahead; next += 1) {
    const value = history.use[origin + next] as number;
    if (!(value >= 0)) continue;
    came += value;
    total += expected.use[next] as number;
    known += 1;
  }
  return known >= minKnown * ahead && total > 0 ? came / total : null;
};
