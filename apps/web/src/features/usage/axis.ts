const steps = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];

/** The smallest round number that holds `value` and whose half is round as well. */
export function axisTop(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = steps.find((one) => one * power >= value * 0.999) ?? 10;
  return step * power;
}
