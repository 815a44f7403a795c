/** Whether a day that is off is followed by another: a household away, a cold spell. */

const mostCorrelation = 0.8;
/** With so many pairs of days half of the correlation is believed. */
const halfBelievedPairs = 7;

/**
 * By how much a mean over many days is less certain than if each day were on its own: sqrt((1 + r) / (1 - r)), r the correlation of a day
 * and the next. `off` are differences from the usual, `days` their days in ascending order.
 */
export const lingering = (off: readonly number[], days: readonly number[]): number => {
  let square = 0;
  let product = 0;
  let pairs = 0;
  for (let i = 0; i < off.length; i += 1) {
    const own = off[i] as number;
    square += own * own;
    if (i === 0 || (days[i] as number) - (days[i - 1] as number) !== 1) continue;
    product += own * (off[i - 1] as number);
    pairs += 1;
  }
  if (square === 0 || pairs === 0) return 1;
  const correlation = (product / pairs / (square / off.length)) * (pairs / (pairs + halfBelievedPairs));
  const r = Math.max(0, Math.min(mostCorrelation, correlation));
  return Math.sqrt((1 + r) / (1 - r));
};
