/** What goes on when nobody does anything: the stillest hours of a day. Costs and notices both mean this by "always on". */

/**
 * Three: in one hour a refrigerator that comes and goes may rest longer than it mostly does, and the stillest hour of a day is one in which it
 * does. Over 100 simulated homes one hour told 4 to 9 % too little, three tell 1 % (docs/decisions/0052).
 */
const stillHours = 3;

/**
 * The use of an hour in the three stillest in a row of a day's slots, of which `perHour` make an hour; null where no three are wholly known (NaN
 * is not), or where nothing was drawn in them: it was dark or not measured.
 */
export const stillestHours = (used: ArrayLike<number>, perHour: number): number | null => {
  const slots = stillHours * perHour;
  let least = Number.POSITIVE_INFINITY;
  for (let from = 0; from + slots <= used.length; from += 1) {
    let sum = 0;
    for (let i = from; i < from + slots; i += 1) sum += used[i] ?? Number.NaN;
    if (sum < least) least = sum;
  }
  return least > 0 && least < Number.POSITIVE_INFINITY ? least / stillHours : null;
};
