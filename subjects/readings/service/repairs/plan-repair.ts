/** From what a person wishes to which readings come, which go, and what was set aside and is settled by it. */
import type { RepairWish } from '../../contract/repairs.ts';
import { stepTo } from '../../domain/counter-step.ts';
import { type MeterLimits, mark, type Reading, source } from '../../domain/reading.ts';
import { ProblemError } from '#kernel/http/problem.ts';

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
export interface Known {
  /** Seconds since 1970. */
  readonly now: number;
  readonly limits: MeterLimits;
  readonly waiting: readonly Quarantined[];
  /** Readings of `[from, to]` with a neighbour on each side. */
  stored(from: number, to: number): Promise<Reading[]>;
}

const nothing: RepairPlan = { removed: [], added: [], released: [], quarantined: [], limits: null };
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
    case 'remove':
      return remove(wish, known);
    case 'correct':
      return correct(wish, known);
    case 'limits':
      return setLimits(wish, known);
  }
};
