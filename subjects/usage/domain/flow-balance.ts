/** Of a home that also produces, stores or returns: how much of what it made it kept, and how much of its use it made. */
import { type Flow, flowIds } from '#catalogue/index.ts';
import { ownShare } from './home-meters.ts';

/** What was exchanged within quarter-hours, summed over those of which every meter is known: Wh, and seconds of them. */
interface Balance {
  readonly used: number;
  readonly drawn: number;
  readonly produced: number;
  /** The part of `produced` that went into a battery. */
  readonly stored: number;
  /** The part of `produced` that was returned. */
  readonly sentBack: number;
  readonly wholeS: number;
}

interface FlowPart {
  readonly used: number;
  readonly estimated: number;
}

export interface FlowsOfBucket {
  readonly used: number;
  readonly atLeast?: true | undefined;
  readonly flows: Readonly<Partial<Record<Flow, FlowPart>>>;
  readonly balance?: Balance | undefined;
}

export interface FlowTotals {
  /** What passed; one of which nothing was measured is not there. */
  readonly flows: Readonly<Partial<Record<Flow, FlowPart>>>;
  /** Drawn, produced and discharged, less what was returned and charged. */
  readonly used: number;
  /** Something was made or stored that no meter saw: more may have been used, and nobody knows what share of it was the home's own. */
  readonly atLeast: boolean;
  /** Over the quarter-hours of which every meter is known, and all that was made is seen; null: there are none. */
  readonly balance: Balance | null;
}

export const totalFlows = (rows: readonly FlowsOfBucket[]): FlowTotals => {
  const flows: Partial<Record<Flow, FlowPart>> = {};
  let balance: Balance | null = null;
  for (const row of rows) {
    for (const flow of flowIds) {
      const part = row.flows[flow];
      if (part === undefined) continue;
      const sum = flows[flow] ?? { used: 0, estimated: 0 };
      flows[flow] = { used: sum.used + part.used, estimated: sum.estimated + part.estimated };
    }
    if (row.balance !== undefined) balance = add(balance, row.balance);
  }
  const used = rows.reduce((sum, row) => sum + row.used, 0);
  return { flows, used, atLeast: rows.some((row) => row.atLeast === true), balance };
};

const add = (sum: Balance | null, one: Balance): Balance =>
  sum === null
    ? one
    : {
        used: sum.used + one.used,
        drawn: sum.drawn + one.drawn,
        produced: sum.produced + one.produced,
        stored: sum.stored + one.stored,
        sentBack: sum.sentBack + one.sentBack,
        wholeS: sum.wholeS + one.wholeS,
      };

export interface OwnShares {
  /** What of the produced was not returned in its quarter-hour, from 0 to 1: `atOnce` and `stored` together. Null: nothing was produced. */
  readonly selfUse: number | null;
  readonly atOnce: number | null;
  readonly stored: number | null;
  /** What of the use was not drawn, from 0 to 1; what was drawn into a battery counts as drawn. Null: nothing was used, or how much is not known. */
  readonly selfSufficiency: number | null;
}

export const ownShares = ({ balance, atLeast }: Pick<FlowTotals, 'balance' | 'atLeast'>): OwnShares => {
  const { produced = 0, stored = 0, sentBack = 0, used = 0, drawn = 0 } = balance ?? {};
  const ofProduced = (part: number) => (produced > 0 ? part / produced : null);
  return {
    selfUse: ofProduced(produced - sentBack),
    atOnce: ofProduced(produced - sentBack - stored),
    stored: ofProduced(stored),
    // Where something was made that nobody saw, days on which nothing was seen say nothing of the period.
    selfSufficiency: atLeast && used === drawn ? null : ownShare(used, drawn),
  };
};
