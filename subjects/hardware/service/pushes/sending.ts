/** One push while it is being sent. */
import type { Sql } from '#kernel/db.ts';
import type { PushFault, PushKind } from '../../contract/pushes.ts';
import type { ReadHome } from '../home-entities.ts';

/** A push that is ours for two minutes. */
export interface TakenPush {
  readonly household_id: string;
  readonly kind: PushKind;
  readonly sealed: string;
  readonly sent_at: Date | null;
  readonly sent_until: Date | null;
  readonly failures: number;
}

/** How one push goes on. */
export interface Sending {
  readonly push: TakenPush;
  readonly sql: Sql;
  readonly now: () => number;
  readonly readHome: ReadHome;
  /** Throws `PushFailure`. */
  readonly post: (url: URL, headers: Readonly<Record<string, string>>, body: string) => Promise<void>;
  /** What was sent so far is kept, whatever comes next; it stays ours a while longer. */
  readonly keep: (until: Date) => Promise<void>;
}

/** When there is more, and whether the far side took anything. */
export interface Sent {
  readonly dueMs: number;
  readonly isSent: boolean;
}

/** The far side does not take it. */
export class PushFailure extends Error {
  override readonly name = 'PushFailure';
  readonly fault: PushFault;
  constructor(fault: PushFault, cause?: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}
