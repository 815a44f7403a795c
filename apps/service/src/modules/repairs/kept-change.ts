/** What a repair changed, as it is kept for taking it back: columns instead of names, as there may be thousands. */
import { type MeterLimits, originCode, originOf, type Reading } from '@wattershed/domain';
import type { RepairPlan, SetAside } from './plan-repair.ts';

type KeptReading = readonly [at: number, value: number, spanS: number | null, origin: number];

export interface KeptChange {
  readonly removed: readonly KeptReading[];
  readonly added: readonly KeptReading[];
  readonly released: readonly (readonly [at: number, value: number, spanS: number | null])[];
  readonly limits: { readonly before: MeterLimits; readonly after: MeterLimits } | null;
}

const keep = (reading: Reading): KeptReading => [reading.at, reading.value, reading.spanS, originCode(reading)];
const give = ([at, value, spanS, origin]: KeptReading): Reading => ({ at, value, spanS, ...originOf(origin) });

export const keptChange = (plan: RepairPlan, before: MeterLimits): KeptChange => ({
  removed: plan.removed.map(keep),
  added: plan.added.map(keep),
  released: plan.released.map(({ at, value, spanS }) => [at, value, spanS]),
  limits: plan.limits && { before, after: plan.limits },
});

/** The plan that takes `change` back. */
export const undoOf = (change: KeptChange): RepairPlan => ({
  removed: change.added.map(give),
  added: change.removed.map(give),
  released: [],
  setAside: change.released.map(([at, value, spanS]): Omit<SetAside, 'id'> => ({ at, value, spanS })),
  limits: change.limits && change.limits.before,
});
