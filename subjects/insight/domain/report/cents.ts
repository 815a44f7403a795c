/** Exact amounts in whole cents that sum to their rounded sum, so that no report is a cent off. */
import { type Exact, powerOfTen, roundHalfUp, sumOf } from '#subjects/bills/domain/tariff/exact.ts';

const scaled = (value: Exact, digits: number): { readonly n: bigint; readonly d: bigint } => ({
  n: value.s * value.n * powerOfTen(digits),
  d: value.d,
});

/** The currency's smallest units. */
export const centsOf = (value: Exact, digits: number): bigint => {
  const { n, d } = scaled(value, digits);
  return roundHalfUp(n, d);
};

/** `total`: what they have to sum to, where they are parts of something that is rounded already. The largest remainders go up. */
export const shareCents = (
  values: readonly Exact[],
  digits: number,
  total = centsOf(sumOf(values), digits),
): bigint[] => {
  const parts = values.map((value, at) => {
    const { n, d } = scaled(value, digits);
    const down = n / d - (n < 0n && n % d !== 0n ? 1n : 0n);
    return { at, cents: down, rest: Number(n - down * d) / Number(d) };
  });
  let left = total - parts.reduce((sum, { cents }) => sum + cents, 0n);
  const order = [...parts].sort((a, b) => b.rest - a.rest || a.at - b.at);
  for (let i = 0; left !== 0n && order.length > 0; i = (i + 1) % order.length) {
    const step = left > 0n ? 1n : -1n;
    // What is too much is taken where least was cut off.
    const part = step > 0n ? order[i] : order[order.length - 1 - i];
    if (part) part.cents += step;
    left -= step;
  }
  return parts.map(({ cents }) => cents);
};
