/** Use in no known period of a schedule (the colour of its day is missing), gathered into one fault. */
import { type DayNumber, localDayOf } from '../calendar-day.ts';
import { ownEntry } from '../own-entry.ts';
import type { Pricing } from '../pricing.ts';
import type { PricingFault } from '../pricing-fault.ts';

export interface UnknownPeriod {
  add(day: DayNumber, used: number): void;
  faults(): PricingFault[];
}

export const unknownPeriod = (charge: string, schedule: string, { plan }: Pricing): UnknownPeriod => {
  let days: readonly [DayNumber, DayNumber] | null = null;
  let sum = 0;
  return {
    add: (day, used) => {
      if (used === 0) return;
      days = days === null ? [day, day] : [Math.min(days[0], day), Math.max(days[1], day)];
      sum += used;
    },
    faults: () =>
      days === null
        ? []
        : [
            {
              code: 'colour-missing',
              charge,
              of: ownEntry(plan.schedules, schedule)?.colours,
              from: localDayOf(days[0]),
              to: localDayOf(days[1] + 1),
              used: sum,
            },
          ],
  };
};
