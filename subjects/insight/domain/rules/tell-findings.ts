/** What of a day's findings is news, what lasts, what is over, and what is there again. */
import type { NoticeKind } from '#catalogue/index.ts';
import type { Finding } from './rule.ts';

export interface FoundByRule extends Finding {
  readonly kind: NoticeKind;
}

/** As it was told, where it is open or ended within the last week. */
export interface ToldFinding {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly meterId: string;
  /** Seconds since 1970; null: it lasts. */
  readonly endedAt: number | null;
}

export interface FindingNews {
  readonly begun: readonly FoundByRule[];
  /** Also what had ended and is the same event: it began before that end. */
  readonly lasting: readonly { readonly id: string; readonly found: FoundByRule }[];
  readonly ended: readonly string[];
}

/** An event of a rule is one of a meter at a time: the first that the rule tells of it. */
export const findingNews = (found: readonly FoundByRule[], told: readonly ToldFinding[]): FindingNews => {
  const key = ({ kind, meterId }: { kind: NoticeKind; meterId: string }): string => `${kind} ${meterId}`;
  const first = new Map<string, FoundByRule>();
  for (const one of found) if (!first.has(key(one))) first.set(key(one), one);
  const begun: FoundByRule[] = [];
  const lasting: { id: string; found: FoundByRule }[] = [];
  for (const [of, one] of first) {
    const same = told.filter((before) => key(before) === of && (before.endedAt === null || one.since < before.endedAt));
    const known = same.find(({ endedAt }) => endedAt === null) ?? same[0];
    if (known === undefined) begun.push(one);
    else lasting.push({ id: known.id, found: one });
  }
  const ended = told.filter((one) => one.endedAt === null && !first.has(key(one)));
  return { begun, lasting, ended: ended.map(({ id }) => id) };
};

/** Each "it is normal" makes a rule ask for half as much more, at most five times. */
const maxNormal = 5;
export const cautionOf = (normal: number): number => 1.5 ** Math.min(maxNormal, normal);
