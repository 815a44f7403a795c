import { factsOf, unitName, type Utility } from '#catalogue/index.ts';

/** As the counter itself shows it: all of its digits, in its own unit. */
export function counterText(
  value: number,
  utility: Utility,
  write: (value: number, digits: number, least: number) => string,
): string {
  const { unit, size } = factsOf(utility).counter;
  return `${write(value / size, 3, 3)}\u00a0${unitName(unit)}`;
}
