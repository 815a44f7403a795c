/** What lies between us and a device that is asked: who asks it, where, and what keeps it from being read. */
import type { PolledDevice } from '#supabase/tables/index.ts';
import { pollPorts } from '../../sources/index.ts';

export type PollFaultCode = NonNullable<PolledDevice['fault']>;

/** Beside what households are told: it has no such thing, or keeps silent about it while its line stands. */
const told = { absent: 'not-understood', silent: 'unreachable' } as const;

export class PollFault extends Error {
  override readonly name = 'PollFault';
  readonly why: PollFaultCode | keyof typeof told;
  constructor(why: PollFault['why'], cause?: unknown) {
    super(why, { cause });
    this.why = why;
  }
  get code(): PollFaultCode {
    return this.why === 'absent' || this.why === 'silent' ? told[this.why] : this.why;
  }
}

export interface AskDevice {
  readonly ask: (topic: string, init?: RequestInit) => Promise<string>;
  /** All is asked for this turn. */
  readonly rest: () => void;
  /** It is asked no more. */
  readonly close: () => void;
}

/** Of an address as it is kept: `host`, or `host:port` where that is another one than usual. */
export const hostOf = (address: string, by: keyof typeof pollPorts): { host: string; port: number } => {
  // A scheme that has no usual port of its own: none is left out.
  const { hostname, port } = new URL(`device://${address}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || pollPorts[by]) };
};

export const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
};
