/** What keeps a device that is asked from being read. */
export type PollFaultCode = 'not-allowed' | 'unreachable' | 'refused' | 'not-understood';

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
}
