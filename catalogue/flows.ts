import type { Utility } from './utilities.ts';

/** What passes a meter, and what each is to the use of the home: use = drawn + produced + discharged - returned - charged. */
export const flows = {
  /** From the grid or the main, or by what the meter stands before. */
  drawn: { inUse: 1 },
  /** Back to the grid. */
  returned: { inUse: -1 },
  /** By the home itself, of the sun or the wind. */
  produced: { inUse: 1 },
  /** Into a battery. */
  charged: { inUse: -1 },
  /** Out of a battery. */
  discharged: { inUse: 1 },
} as const satisfies Record<string, { inUse: 1 | -1 }>;

export type Flow = keyof typeof flows;
export const flowIds = Object.keys(flows) as [Flow, ...Flow[]];

/** Of a utility that homes do not give back, one. */
export const flowsOf = (utility: Utility): readonly Flow[] => (utility === 'electricity' ? flowIds : ['drawn']);
