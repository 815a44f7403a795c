/** What every pull is made of: it asks a service of others for what has come since, and says what it was told, in our own terms. */
import { z } from 'zod';
import type { Flow, Utility } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';

/** What keeps it from being fetched; the household is told of it in words. */
export type PullFaultCode =
  | 'unreachable'
  | 'busy'
  | 'key-refused'
  | 'not-understood'
  /** There is no such meter, statistic or home. */
  | 'nothing-there'
  /** The operator does not let us ask at this address. */
  | 'not-allowed'
  /** It was sealed with another secret of the installation. */
  | 'key-lost'
  /** Whoever set it up may not write here any more. */
  | 'no-right'
  | 'place-missing';

export class PullFault extends Error {
  readonly code: PullFaultCode;
  /** When they want to be asked again, at the earliest. */
  readonly afterS: number | undefined;
  constructor(code: PullFaultCode, { afterS, cause }: { afterS?: number | undefined; cause?: unknown } = {}) {
    super(code, { cause });
    this.code = code;
    this.afterS = afterS;
  }
}

/** Instants are seconds. */
export interface PullState {
  readonly settings: Readonly<Record<string, string>>;
  readonly key: string;
  /** What lies before it has come. */
  readonly from: number;
  readonly now: number;
  readonly utility: Utility | null;
  readonly timeZone: string;
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
}

/** `at`, `value` and `spanS` as of a reading, in Wh or mL. */
export interface PulledReading {
  readonly at: number;
  readonly value: number;
  readonly spanS: number | null;
}

/** One answer's worth: it is kept in one commit, with how far it reaches. */
export interface Pulled {
  readonly to: number;
  /** There is no more for now. */
  readonly isAll: boolean;
  readonly readings?: readonly PulledReading[];
  /** By local day, in tenths of °C. */
  readonly temperatures?: Readonly<Record<LocalDay, number>>;
  /** A document of market prices, as it would be brought as a file. */
  readonly prices?: string;
}

/** A line of messages that goes both ways, as long as it is asked at. */
export interface Line {
  send(message: unknown): void;
  next(): Promise<unknown>;
}

/** How a pull reaches others: no longer and no larger than is good for us, and never anywhere else than at its own address. */
export interface Ask {
  /** The answer to what is asked at `path`; also one of these statuses is an answer. */
  text(path: string, init?: RequestInit, also?: readonly number[]): Promise<string>;
  json(path: string, init?: RequestInit): Promise<unknown>;
  /** At an address in the home's network that the operator allows. */
  line<T>(address: string, path: string, talk: (line: Line) => Promise<T>): Promise<T>;
}

export interface Pull {
  readonly id: string;
  /** As its makers call it. */
  readonly label: string;
  /** Where it is asked; null: at an address that the household gives. */
  readonly base: string | null;
  /** What it fills: a meter of one of these utilities, or what the home has one of. */
  readonly fills: readonly Utility[] | 'temperatures' | 'prices';
  /** What passes a meter that it can fill; of what fills none, nothing. */
  readonly flows: readonly Flow[];
  /** They give households a key to ask with. */
  readonly hasKey: boolean;
  /** What a household says of itself, each as it must look, or one of these. */
  readonly settings: Readonly<Record<string, RegExp | readonly string[]>>;
  /** Between two times, once all that there was has come. */
  readonly everyS: number;
  /** One question, and what its answer says; throws `PullFault`. */
  next(state: PullState, ask: Ask): Promise<Pulled>;
}

export const definePull = <const P extends Pull>(pull: P): P => pull;

/**
 * How far readings in order reach: to the first hole in them. What is missing may come later; after `patienceS` it is not waited for. `end`: what
 * was asked for ends there.
 */
export const reachOf = (
  readings: readonly PulledReading[],
  { from, end, now, patienceS }: { from: number; end: number; now: number; patienceS: number },
): number => {
  const given = now - patienceS;
  let reach = from;
  for (const { at, spanS } of readings) {
    if (at > reach && reach >= given) break;
    reach = Math.max(reach, at + (spanS ?? 0));
  }
  return Math.max(reach, Math.min(end, given));
};

/** With its offset, which some write without the colon. */
export const instant = z
  .string()
  .refine((text) => /(?:Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)), 'no instant');

/** What a supplier says that was used in an interval, to the Wh as it is billed. */
export const kWhReading = (from: string, to: string, kWh: number): { at: number; value: number; spanS: number } => {
  const at = Date.parse(from) / 1000;
  return { at, value: Math.round(kWh * 1000), spanS: Date.parse(to) / 1000 - at };
};
