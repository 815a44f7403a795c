import type { LatestMeter } from '@wattershed/contracts';

/** As the counter itself shows it: all of its digits, in kWh or m³. */
export function counterText(
  value: number,
  utility: LatestMeter['utility'],
  write: (value: number, digits: number, least: number) => string,
): string {
  return utility === 'electricity'
    ? `${write(value / 1000, 3, 3)}\u00a0kWh`
    : `${write(value / 1_000_000, 3, 3)}\u00a0m³`;
}
