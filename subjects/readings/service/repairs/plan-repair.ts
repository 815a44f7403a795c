/** From what a person wishes to which readings come, which go, and what was set aside and is settled by it. */
import { pgArray, type Transaction } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { RepairWish } from '../../contract/repairs.ts';
import { type MeterState, type QuarterUse, settleEnd, stepTo } from '../../domain/meter-use.ts';
import {
  endOf,
  isOfFuture,
  kindOf,
  mark,
  type MeterLimits,
  type Reading,
  type ReadingKind,
  source,
} from '../../domain/reading.ts';
import { type UseChanges, versionChange } from '../../domain/correct-late.ts';
import { applyWriteSets, type LockedMeter, markDips, readAround, readWithDips, removeStored } from '../ingest/index.ts';

/** A reading that was not believed, as it waits. */
export interface Quarantined {
  readonly id: number;
  readonly at: number;
  readonly value: number;
  readonly spanS: number | null;
  /** It is kept, as a dip of its counter that is no use; others are not kept. */
  readonly isKept?: boolean;
}

export interface RepairPlan {
  readonly removed: readonly Reading[];
  readonly added: readonly Reading[];
  /** No longer set aside. */
  readonly released: readonly Quarantined[];
  /** Set aside again: when a repair is undone. */
  readonly quarantined: readonly Omit<Quarantined, 'id'>[];
  readonly limits: MeterLimits | null;
}

/** What a plan is made from. */
interface Known {
  /** Seconds since 1970. */
  readonly now: number;
  readonly kind: ReadingKind | null;
  readonly limits: MeterLimits;
  readonly waiting: readonly Quarantined[];
  /** Readings of `[from, to]` with a neighbour on each side. */
  stored(from: number, to: number): Promise<Reading[]>;
}

export const nothing: RepairPlan = { removed: [], added: [], released: [], quarantined: [], limits: null };
const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

const readingOf = ({ at, value, spanS }: Quarantined, said: Reading['mark']): Reading => ({
  at,
  value,
  spanS,
  source: source.measured,
  ...(said ? { mark: said } : {}),
});

const chosen = (waiting: readonly Quarantined[], ids: readonly number[] | undefined): Quarantined[] => {
  const picked = waiting.filter(({ id }) => ids === undefined || ids.includes(id));
  if (picked.length === 0) throw new ProblemError('repair-nothing');
  return picked;
};

/** Of `picked`, what is kept. */
const keptOf = async (picked: readonly Quarantined[], known: Known): Promise<Reading[]> => {
  const ats = new Set(picked.filter(({ isKept }) => isKept).map(({ at }) => at));
  if (ats.size === 0) return [];
  return (await known.stored(Math.min(...ats), Math.max(...ats))).filter(({ at }) => ats.has(at));
};

const believe = async (wish: Extract<RepairWish, { kind: 'believe' }>, known: Known): Promise<RepairPlan> => {
  const released = chosen(known.waiting, wish.readings).filter(({ value }) => value >= 0);
  // What goes back to the grid is no use, whoever believes it.
  if (released.length === 0) throw new ProblemError('repair-nothing');
  const removed = await keptOf(released, known);
  const sources = new Map(removed.map((one) => [one.at, one.source]));
  const added = released.map((one) => {
    const reading = readingOf(one, mark.believed);
    return { ...reading, source: sources.get(one.at) ?? reading.source };
  });
  return { ...nothing, removed, released, added };
};

const discard = async (wish: Extract<RepairWish, { kind: 'discard' }>, known: Known): Promise<RepairPlan> => {
  const released = chosen(known.waiting, wish.readings);
  return { ...nothing, removed: await keptOf(released, known), released };
};

/** Those that go on from `first`, one after the other: what jumps among them stays set aside. */
const goingOn = (first: Reading, waiting: readonly Quarantined[], limits: MeterLimits): Quarantined[] => {
  let last = first;
  return waiting.filter((one) => {
    if (one.spanS !== null || one.isKept || one.at <= last.at) return false;
    const next = readingOf(one, undefined);
    if (stepTo(last, next, limits).kind === 'jump') return false;
    last = next;
    return true;
  });
};

const exchange = async (wish: Extract<RepairWish, { kind: 'exchange' }>, known: Known): Promise<RepairPlan> => {
  const at = seconds(wish.at);
  // A reading ahead of the clock would make late whatever comes until then.
  if (at > known.now) throw new ProblemError('body-malformed', 'wish.at: in the future');
  const old: Reading[] =
    wish.oldValue === undefined
      ? []
      : [{ at: at - 1, value: wish.oldValue, spanS: null, source: source.measured, mark: mark.believed }];
  const stored = await known.stored(at - 1, at);
  const there = stored.find((one) => one.at === at);
  const from = there?.source ?? source.measured;
  const first: Reading = { at, value: wish.newValue, spanS: null, source: from, mark: mark.start };
  const later = stored.find((one) => one.at > at);
  const removed = stored.filter((one) => one.at === at || (old.length > 0 && one.at === at - 1));
  // Beyond the next reading that counts already, what was set aside does not follow on the new counter.
  const waiting = known.waiting.filter((one) => !later || one.at < later.at);
  const follow = goingOn(first, waiting, known.limits);
  return {
    ...nothing,
    removed,
    added: [...old, first, ...follow.map((one) => readingOf(one, undefined))],
    released: known.waiting.filter((one) => one.at === at || follow.includes(one)),
  };
};

const saidOf = { 'new-meter': mark.start, right: mark.believed } as const;

/** Where nobody says otherwise, a counter goes on from what it showed, and no faster than its meter can pass. */
const follows = (before: Reading | undefined, after: Reading | undefined, limits: MeterLimits): boolean => {
  if (before === undefined || after === undefined) return true;
  return ['use', 'roll-over', 'start'].includes(stepTo(before, after, limits).kind);
};

const add = async (wish: Extract<RepairWish, { kind: 'add' }>, known: Known): Promise<RepairPlan> => {
  const at = seconds(wish.at);
  if (isOfFuture({ at, spanS: null }, known.now)) throw new ProblemError('body-malformed', 'wish.at: in the future');
  if (known.kind === 'interval')
    throw new ProblemError('reading-unlikely', 'this meter sends amounts, not what a counter shows');
  const stored = await known.stored(at, at);
  const there = stored.find((one) => one.at === at);
  // Sent twice, it is kept once.
  if (there?.value === wish.value) return nothing;
  if (there) throw new ProblemError('repair-conflict');
  const said = wish.said && saidOf[wish.said];
  const reading: Reading = { at, value: wish.value, spanS: null, source: source.typed, ...(said && { mark: said }) };
  const [before, after] = [stored.findLast((one) => one.at < at), stored.find((one) => one.at > at)];
  const isLikely = follows(before, reading, known.limits) && follows(reading, after, known.limits);
  if (!said && !isLikely) throw new ProblemError('reading-unlikely');
  return { ...nothing, added: [reading] };
};

const correct = async (wish: Extract<RepairWish, { kind: 'correct' }>, known: Known): Promise<RepairPlan> => {
  const at = seconds(wish.at);
  const old = (await known.stored(at, at)).find((one) => one.at === at);
  if (!old || old.value === wish.value) throw new ProblemError('repair-nothing');
  if (wish.value < 0) throw new ProblemError('body-malformed', 'wish.value');
  const said = old.mark === mark.start ? mark.start : mark.believed;
  return { ...nothing, removed: [old], added: [{ ...old, value: wish.value, mark: said }] };
};

const remove = async (wish: Extract<RepairWish, { kind: 'remove' }>, known: Known): Promise<RepairPlan> => {
  const [from, to] = [seconds(wish.from), seconds(wish.to)];
  const removed = (await known.stored(from, to)).filter((one) => one.at >= from && one.at < to);
  if (removed.length === 0) throw new ProblemError('repair-nothing');
  return { ...nothing, removed };
};

const setLimits = (
  { maxPerHour, maxGapS, rollsOverAt }: Extract<RepairWish, { kind: 'limits' }>,
  { limits }: Known,
): RepairPlan => {
  const isSame =
    limits.maxPerHour === maxPerHour && limits.maxGapS === maxGapS && (limits.rollsOverAt ?? null) === rollsOverAt;
  if (isSame) throw new ProblemError('repair-nothing');
  return { ...nothing, limits: { maxPerHour, maxGapS, rollsOverAt } };
};

/** Throws `repair-nothing` where nothing would change. */
export const planRepair = async (wish: RepairWish, known: Known): Promise<RepairPlan> => {
  switch (wish.kind) {
    case 'believe':
      return believe(wish, known);
    case 'discard':
      return discard(wish, known);
    case 'exchange':
      return exchange(wish, known);
    case 'add':
      return add(wish, known);
    case 'remove':
      return remove(wish, known);
    case 'correct':
      return correct(wish, known);
    case 'limits':
      return setLimits(wish, known);
  }
};

// Carries a plan out, in one transaction with the meter locked: the readings, and by how much each quarter-hour changes.

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
  if (plan.limits) return readAround(sql, meter, 0, meter.state.lastAt ?? 0);
  const ats = [...plan.removed, ...plan.added].map(({ at }) => at).sort((a, b) => a - b);
  if (ats.length > most) throw new ProblemError('repair-too-large');
  return readWithDips(sql, meter, ats[0] as number, ats.at(-1) as number);
};

/** From the first second that changes to the last; null where no use does. */
export const boundsOf = ({ changes, gaps }: UseChanges): [from: number, to: number] | null => {
  const from = [...changes, ...gaps].reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const to = Math.max(
    changes.reduce((last, { start }) => Math.max(last, start), 0),
    gaps.reduce((last, { end }) => Math.max(last, end - 1), 0),
  );
  return to === 0 ? null : [from, to];
};

/** What changes the quarter-hour that is still filling changes it there: where nothing is left of it, there is none. */
const addToOpen = (state: MeterState, change: QuarterUse): boolean => {
  const open = state.quarter;
  if (open?.start !== change.start) return false;
  const parts = ['used', 'estimated', 'imported', 'coveredS'] as const;
  for (const part of parts) open[part] += change[part];
  if (parts.every((part) => open[part] === 0)) state.quarter = null;
  return true;
};

/** The changes that `plan` brings, before anything is written. */
interface WorkedOut {
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
      await removeStored(sql, meter, removed);
      if (isMoved) {
        settleEnd(meter.state, stored, next, limits);
        const quarters = changes.changes.filter((one) => !addToOpen(meter.state, one));
        const { gaps } = changes;
        await applyWriteSets(sql, [{ meter, tokenId: 0, kept: added, quarters, gaps, quarantined: [] }]);
        await markDips(sql, meter, stored, next);
        const bounds = removed.length > 0 ? boundsOf(changes) : null;
        if (bounds)
          await sql`select private.drop_empty_use(${meter.household}, ${meter.id}, ${bounds[0]}, ${bounds[1]})`;
        if (next.length === 0) await sql`select private.forget_kind(${meter.household}, ${meter.id})`;
      }
      await settleQuarantined(sql, meter, plan);
      if (plan.limits)
        await sql`select private.set_limits(${meter.household}, ${meter.id}, ${limits.maxPerHour}, ${limits.maxGapS},
          ${limits.rollsOverAt ?? null})`;
    },
  };
};
