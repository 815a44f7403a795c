/** Whole Wh and mL from a file's numbers, so that the sum of a column never loses or gains one. */
import { baseUnits, flowSizes, type ImportUnit, isFlowUnit, toBaseUnits } from '#catalogue/index.ts';

/** Wh or mL of one unit; of power and flow: of one unit held for an hour. */
const scale: Record<ImportUnit, number> = { ...baseUnits, ...flowSizes };

/** What a counter shows, rounded by itself: differences then add up to the whole. */
export const counterValue = (value: number, unit: ImportUnit): number =>
  Math.round(isFlowUnit(unit) ? value * scale[unit] : toBaseUnits(value, unit));

export const amountOver = (value: number, unit: ImportUnit, kind: 'interval' | 'mean', spanS: number): number =>
  kind === 'mean' ? (value * scale[unit] * spanS) / 3600 : value * scale[unit];

/** Rounds a series of amounts so that every partial sum is the exact one, rounded. */
export const wholeAmounts = (): ((amount: number) => number) => {
  let carry = 0;
  return (amount) => {
    const due = amount + carry;
    // A sum such as 0.1 + 0.2 must not fall below the half that it is.
    const whole = Math.floor(due + 0.5 + 1e-7);
    carry = due - whole;
    return whole;
  };
};
