/** The states of meters that wrote lately, so that a batch need not ask for them. What moved on elsewhere, the database notices. */
import type { MeterState } from '../../domain/meter-state.ts';
import type { Sql } from '#kernel/db.ts';
import type { ReadMeter } from './meter-rows.ts';
import { readMeters } from './meter-rows.ts';

export interface RememberedMeters {
  /** A copy of each known meter, to compute on; unknown ids are missing. */
  read(ids: readonly number[]): Promise<Map<number, ReadMeter>>;
  /** After the commit: these states are what the next batch begins from. */
  keep(meters: readonly ReadMeter[]): void;
  forget(ids: readonly number[]): void;
  /** Runs `work` when no other work of this process holds any of these meters. */
  alone<T>(ids: readonly number[], work: () => Promise<T>): Promise<T>;
}

const most = 100_000;

const copyState = (state: MeterState): MeterState => ({ ...state, quarter: state.quarter && { ...state.quarter } });

export const createRememberedMeters = (sql: Sql): RememberedMeters => {
  const known = new Map<number, ReadMeter>();
  const held = new Map<number, Promise<unknown>>();

  const remember = (meter: ReadMeter): void => {
    known.delete(meter.id);
    known.set(meter.id, meter);
    if (known.size > most) known.delete(known.keys().next().value as number);
  };

  return {
    read: async (ids) => {
      const unknown = ids.filter((id) => !known.has(id));
      const fresh = unknown.length > 0 ? await readMeters(sql, unknown) : [];
      for (const meter of fresh) remember(meter);
      const meters = new Map<number, ReadMeter>();
      for (const id of ids) {
        const meter = known.get(id);
        if (meter) meters.set(id, { ...meter, state: copyState(meter.state) });
      }
      return meters;
    },
    keep: (meters) => {
      for (const meter of meters) remember({ ...meter, revision: meter.revision + 1, storedKind: meter.state.kind });
    },
    forget: (ids) => {
      for (const id of ids) known.delete(id);
    },
    alone: async (ids, work) => {
      const before = new Set(ids.flatMap((id) => held.get(id) ?? []));
      const turn = Promise.allSettled(before).then(work);
      for (const id of ids) held.set(id, turn);
      try {
        return await turn;
      } finally {
        for (const id of ids) if (held.get(id) === turn) held.delete(id);
      }
    },
  };
};
