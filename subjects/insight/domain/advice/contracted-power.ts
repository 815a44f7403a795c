/** Power is paid for that was never drawn. */
import { defineAdvice } from './advice.ts';

/** Suppliers sell it in steps, and a limit that is just reached trips: what was highest, and a tenth of it, stays. */
const margin = 1.1;
const stepKw = 0.1;
/** A winter and a summer must have been seen. */
const minMonths = 11;

export const contractedPower = defineAdvice({
  id: 'contracted-power',
  effort: 'call',
  find: ({ power }) => {
    if (power === null || power.months < minMonths) return [];
    const enough = Math.ceil((power.highest * margin) / stepKw - 1e-9) * stepKw;
    const spare = power.contracted - enough;
    if (spare < stepKw) return [];
    return [
      {
        utility: 'electricity',
        perMonth: spare * power.perKwMonth,
        figures: { contracted: power.contracted, highest: power.highest, enough: Number(enough.toFixed(1)) },
      },
    ];
  },
});
