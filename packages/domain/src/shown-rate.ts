/** How a rate is written: alone in its file, as every page of the web needs it and none of the rest. */

const litresPerGallon = 3.785411784;
/** Slower water is told by the hour: 12 L/h, where by the minute it would be 0.2, or 0.0. */
const slowLMin = 0.5;

export interface ShownRate {
  readonly amount: number;
  /** Decimals that it is written with. */
  readonly digits: number;
  readonly unit: 'W' | 'kW' | 'L/min' | 'L/h' | 'gal/min' | 'gal/h';
}

/** How a rate is written, wherever it is. */
export const shownRate = (utility: 'electricity' | 'water', rate: number, units: 'metric' | 'us'): ShownRate => {
  if (utility === 'electricity')
    return Math.abs(rate) < 1000
      ? { amount: rate, digits: 0, unit: 'W' }
      : { amount: rate / 1000, digits: 2, unit: 'kW' };
  const isSlow = rate !== 0 && Math.abs(rate) < slowLMin;
  const amount = (isSlow ? 60 * rate : rate) / (units === 'us' ? litresPerGallon : 1);
  if (isSlow) return { amount, digits: Math.abs(amount) < 10 ? 1 : 0, unit: units === 'us' ? 'gal/h' : 'L/h' };
  return { amount, digits: 1, unit: units === 'us' ? 'gal/min' : 'L/min' };
};
