/** Carries a plan out, in one transaction with the meter locked: the readings, and by how much each quarter-hour changes. */
import { type UseChanges, versionChange } from '../../domain/use-changes.ts';
import { settleEnd } from '../../domain/meter-state.ts';
import { endOf, kindOf, type Reading } from '../../domain/reading.ts';
import { pgArray, type Transaction } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { type LockedMeter, markDips, readAround, readWithDips, removeStored, applyWriteSets } from '../ingest/index.ts';
import type { RepairPlan } from './plan-repair.ts';

const most = 20_000;
const key = ({ at, value, spanS }: Reading): string => `${at} ${value} ${spanS}`;

/** `stored` without what goes and with what comes. Throws where that is no longer, or not possible. */
const nextVersion = (stored: readonly Reading[], { removed, added }: RepairPlan): Reading[] => {
  const going = new Set(removed.map(key));
  const rest = stored.filter((one) => !going.delete(key(one)));
  if (going.size > 0) throw new ProblemError('repair-overtaken');
  const next = [...rest, ...added].sort((a, b) => a.at - b.at);
  const clash = next.some((one, i) => {
    const before = next[i - 1];
    return before && (before.at === one.at || endOf(before) > one.at || kindOf(before) !== kindOf(one));
  });
  if (clash) throw new ProblemError('repair-conflict');
  return next;
};

const settleQuarantined = async (sql: Transaction, { household, id }: LockedMeter, plan: RepairPlan): Promise<void> => {
  const { released, quarantined } = plan;
  if (released.length > 0)
    await sql`select private.release_quarantined(${household}, ${pgArray(released.map((one) => one.id))})`;
  if (quarantined.length > 0)
    await sql`select private.quarantine_again(${household}, ${id}, ${pgArray(quarantined.map(({ at }) => at))},
      ${pgArray(quarantined.map(({ value }) => value))}, ${pgArray(quarantined.map(({ spanS }) => spanS))})`;
};

/** What of the readings must be looked at: other limits judge all of them anew. */
const readTouched = async (sql: Transaction, meter: LockedMeter, plan: RepairPlan): Promise<Reading[]> => {
  if (plan.limits) return readAround(sql, meter.id, 0, meter.state.lastAt ?? 0);
  const ats = [...plan.removed, ...plan.added].map(({ at }) => at).sort((a, b) => a - b);
  if (ats.length > most) throw new ProblemError('repair-too-large');
  return readWithDips(sql, meter.id, ats[0] as number, ats.at(-1) as number);
};

/** The changes that `plan` brings, before anything is written. */
export interface WorkedOut {
  readonly changes: UseChanges;
  write(): Promise<void>;
}

export const workOut = async (sql: Transaction, meter: LockedMeter, plan: RepairPlan): Promise<WorkedOut> => {
  const { removed, added } = plan;
  const limits = plan.limits ?? meter.state.limits;
  const isMoved = removed.length > 0 || added.length > 0 || plan.limits !== null;
  const stored = isMoved ? await readTouched(sql, meter, plan) : [];
  const next = nextVersion(stored, plan);
  // What lay between the readings that are forgotten and the first that is kept is booked, and nobody knows it apart.
  if (meter.keptFrom !== null && stored[0] !== next[0]) throw new ProblemError('repair-too-old');
  const changes = versionChange({ readings: stored, limits: meter.state.limits }, { readings: next, limits });
  return {
    changes,
    write: async () => {
      await removeStored(sql, meter.id, removed);
      if (isMoved) {
        settleEnd(meter.state, stored, next, limits);
        const { changes: quarters, gaps } = changes;
        await applyWriteSets(sql, [{ meter, tokenId: 0, kept: added, quarters, gaps, quarantined: [] }]);
        await markDips(sql, meter, stored, next);
        if (next.length === 0) await sql`select private.forget_kind(${meter.household}, ${meter.id})`;
      }
      await settleQuarantined(sql, meter, plan);
      if (plan.limits)
        await sql`select private.set_limits(${meter.household}, ${meter.id}, ${limits.maxPerHour}, ${limits.maxGapS},
          ${limits.rollsOverAt ?? null})`;
    },
  };
};
