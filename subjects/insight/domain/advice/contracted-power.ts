import { defineAdvice } from './advice.ts';

/** More is contracted than a year's highest quarter-hour needed, with a quarter of it to spare. */
export const powerTooHigh = defineAdvice({
  id: 'power-too-high',
  effort: 'call',
  find: ({ power }) => {
    if (power === null || power.fitting === null || power.daysOver > 0) return [];
    const { utility, contracted, peak, fitting } = power;
    if (fitting.kW >= contracted) return [];
    return [{ utility, perMonth: fitting.perYear / 12, figures: { contracted, peak, fitting: fitting.kW } }];
  },
});

/** A single day may be a reading that is wrong. */
const minDaysOver = 3;

/** Less is contracted than was needed, on several days: it costs something, and nothing trips any more. */
export const powerTooLow = defineAdvice({
  id: 'power-too-low',
  effort: 'call',
  mayCost: true,
  find: ({ power }) => {
    if (power === null || power.fitting === null || power.daysOver < minDaysOver) return [];
    const { utility, contracted, peak, fitting, daysOver } = power;
    if (fitting.kW <= contracted) return [];
    return [{ utility, perMonth: fitting.perYear / 12, figures: { contracted, peak, fitting: fitting.kW, daysOver } }];
  },
});
