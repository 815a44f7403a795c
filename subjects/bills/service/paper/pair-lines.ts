/**
 * Which printed line is which line of ours: the clearest first. Two that could be changed for each other are left apart, as a wrong pair is
 * worse than none.
 */
import type { LinePair, PaperLine } from '../../contract/paper-bill.ts';
import type { BillLine } from '../../domain/bill/bill.ts';
import type { TariffPlan } from '../../domain/tariff/plan.ts';
import { type Group, groundOf, groupsOf, type Printed, printedOf, type Weighed, weigh } from './line-evidence.ts';

const overlaps = (a: readonly number[], b: readonly number[]): boolean => a.some((one) => b.includes(one));

interface Candidate extends Weighed {
  readonly printed: Printed;
  readonly group: Group;
}

const minScore = 4.5;
const minOfOtherAmount = 6;
const margin = 1.4;

/** Whether nothing else that it could be comes near: for either side. */
const isClear = (one: Candidate, all: readonly Candidate[]): boolean =>
  all.every((other) => {
    if (other === one || other.score <= one.score - margin) return true;
    const [samePrinted, sameOurs] = [
      overlaps(other.printed.members, one.printed.members),
      overlaps(other.group.members, one.group.members),
    ];
    if (!samePrinted && !sameOurs) return true;
    // The same charge either way.
    if (samePrinted && sameOurs && one.isAmount && !other.isAmount) return true;
    if (
      samePrinted &&
      !sameOurs &&
      [...one.group.charges].join() === [...other.group.charges].join() &&
      one.isAmount &&
      other.isAmount &&
      one.score > other.score
    )
      return true;
    return false;
  });

const accepts = ({ score, isAmount, isSupported }: Weighed): boolean =>
  isAmount ? score >= minScore && isSupported : score >= minOfOtherAmount && isSupported;

export const pairLines = (printed: readonly PaperLine[], ours: readonly BillLine[], plan: TariffPlan): LinePair[] => {
  const groups = groupsOf(ours, plan);
  const singles = printed.map((_, i) => printedOf([i], printed));
  const runs: Printed[] = [];
  for (let i = 0; i < printed.length; i += 1)
    for (let count = 2; count <= 6 && i + count <= printed.length; count += 1)
      runs.push(
        printedOf(
          Array.from({ length: count }, (_, k) => i + k),
          printed,
        ),
      );
  const ground = groundOf(printed, ours, singles, groups, plan);
  const candidatesOf = (of: readonly Printed[], within: readonly Group[]): Candidate[] =>
    of.flatMap((one) => within.map((group) => ({ printed: one, group, ...weigh(one, group, ground) })));
  let open = candidatesOf(singles, groups);
  const pairs: LinePair[] = [];
  const settle = (isFit: (one: Candidate) => boolean): void => {
    for (;;) {
      const best = open
        .filter((one) => isFit(one) && accepts(one))
        .toSorted((a, b) => b.score - a.score)
        .find((one) => isClear(one, open));
      if (!best) return;
      pairs.push({ printed: [...best.printed.members], ours: [...best.group.members] });
      open = open.filter(
        ({ printed: p, group }) =>
          !overlaps(p.members, best.printed.members) && !overlaps(group.members, best.group.members),
      );
    }
  };
  settle(({ isAmount }) => isAmount);
  // Several printed lines may make one of ours.
  const taken = {
    printed: new Set(pairs.flatMap((pair) => pair.printed)),
    ours: new Set(pairs.flatMap((pair) => pair.ours)),
  };
  const isFree = (members: readonly number[], set: ReadonlySet<number>): boolean =>
    !members.some((one) => set.has(one));
  const others = open;
  open = [
    ...others,
    ...candidatesOf(
      runs.filter(({ members }) => isFree(members, taken.printed)),
      groups.filter(({ members }) => isFree(members, taken.ours)),
    ).filter(({ isAmount }) => isAmount),
  ];
  settle(({ isAmount }) => isAmount);
  open = open.filter(({ printed: p }) => p.members.length === 1);
  settle(() => true);
  // Nothing but the amount speaks for it: too odd to be chance where no other line has it, or between two that stand so on both sides.
  const isPair = (at: number, own: number): boolean =>
    pairs.some(({ printed: a, ours: b }) => a.includes(at) && b.includes(own)) ||
    (at === -1 && own === -1) ||
    (at === printed.length && own === ours.length);
  const left = open.filter(
    ({ printed: p, group, score, isAmount }) =>
      isAmount && score >= minScore && p.members.length === 1 && group.members.length === 1,
  );
  const alike = (amount: number): number =>
    [...printed, ...ours].filter((one) => Math.abs(Math.abs(Number(one.amount)) - Math.abs(amount)) < 0.05).length;
  const isSure = ({ printed: p, group }: Candidate): boolean => {
    const [at = 0, own = 0] = [p.members[0], group.members[0]];
    const isOdd = Math.abs(p.amount) >= 1 && Math.round(p.amount * 100) % 100 !== 0;
    return (isOdd && alike(p.amount) === 2) || (isPair(at - 1, own - 1) && isPair(at + 1, own + 1));
  };
  const isFit = (one: Candidate, other: Candidate): boolean =>
    one === other ||
    (!overlaps(other.printed.members, one.printed.members) && !overlaps(other.group.members, one.group.members));
  for (let rest = left; ; ) {
    const sure = rest.filter(isSure);
    const told = sure.filter((one) => sure.every((other) => isFit(one, other)));
    if (told.length === 0) break;
    pairs.push(...told.map(({ printed: p, group }) => ({ printed: [...p.members], ours: [...group.members] })));
    rest = rest.filter((one) => told.every((other) => one !== other && isFit(one, other)));
  }
  return pairs.toSorted((a, b) => (a.printed[0] ?? 0) - (b.printed[0] ?? 0));
};
