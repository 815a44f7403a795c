/** How a household's Mondays differ from its Tuesdays. */

/** After so many weeks half of a weekday's difference is believed: chance fades, a habit stays. */
const halfBelievedWeeks = 8;
/** One day counts at most as so many ordinary ones, or a single party would be taken for a habit. */
const mostOrdinaryDays = 3;

/** Seven factors around 1, by day number modulo 7, from the known days of `use[from..to)`; the first of `use` is day `firstDay`. */
export const weekdayFactors = (use: Float64Array, from: number, to: number, firstDay: number): Float64Array => {
  let total = 0;
  let count = 0;
  for (let i = from; i < to; i += 1) {
    const value = use[i] as number;
    if (!(value >= 0)) continue;
    total += value;
    count += 1;
  }
  if (total === 0) return new Float64Array(7).fill(1);
  const mean = total / count;
  const sums = new Float64Array(7).fill(halfBelievedWeeks);
  const counts = new Float64Array(7).fill(halfBelievedWeeks);
  for (let i = from; i < to; i += 1) {
    const value = use[i] as number;
    if (!(value >= 0)) continue;
    const weekday = (firstDay + i) % 7;
    sums[weekday] = (sums[weekday] as number) + Math.min(value / mean, mostOrdinaryDays);
    counts[weekday] = (counts[weekday] as number) + 1;
  }
  const factors = sums.map((sum, weekday) => sum / (counts[weekday] as number));
  const middle = factors.reduce((sum, factor) => sum + factor, 0) / 7;
  return factors.map((factor) => factor / middle);
};
