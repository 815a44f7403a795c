/** Each push whose time has come is sent; where the far side takes nothing it is tried again, later and later, from where it stopped. */
import type { Logger } from 'pino';
import type { Sql } from '#kernel/db.ts';
import { NotAllowedError, type Outbound } from '#kernel/http/outbound.ts';
import { webhookHeaders } from '#kernel/http/webhook.ts';
import type { Seal } from '#kernel/seal.ts';
import type { PushFault } from '../../contract/pushes.ts';
import type { ReadHome } from '../home-entities.ts';
import { PushFailure, type Sending, type Sent, type TakenPush } from './sending.ts';
import { type InfluxTarget, pushQuarters } from './push-quarters.ts';

export type Target = InfluxTarget | WebhookTarget;

export interface PushDeps {
  readonly sql: Sql;
  readonly seal: Pick<Seal, 'open'>;
  readonly outbound: Pick<Outbound, 'post'>;
  readonly readHome: ReadHome;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

const faultOf = (status: number): PushFault => {
  if (status === 401 || status === 403) return 'refused';
  if (status === 404 || status === 410) return 'not-found';
  return status >= 500 || status === 408 || status === 429 ? 'unreachable' : 'not-understood';
};

const minuteMs = 60_000;
const maxDoublings = 6;
const atOnce = 20;
const holdMs = 2 * minuteMs;

const at = (ms: number): string => new Date(ms).toISOString();

const runOne = async (deps: PushDeps, push: TakenPush, signal: AbortSignal): Promise<void> => {
  const { sql, seal, outbound, now, log } = deps;
  const { household_id: household, kind, sealed, failures } = push;
  const note = async (fault: PushFault | null, { dueMs, isSent }: Sent, until: Date | null = null): Promise<void> => {
    await sql`select private.note_push(${household}, ${kind}, ${sealed}, ${at(now())}, ${fault}, ${isSent}, ${until}, ${at(dueMs)})`;
  };
  const later = (): Sent => ({ dueMs: now() + minuteMs * 2 ** Math.min(failures, maxDoublings), isSent: false });
  const opened = seal.open(sealed);
  if (opened === null) return note('secret-lost', later());
  const target = JSON.parse(opened) as Target;
  const sending: Sending = {
    push,
    sql,
    now,
    readHome: deps.readHome,
    post: async (url, headers, body) => {
      const status = await outbound.post(url, { headers, body }, signal).catch((error: unknown) => {
        throw new PushFailure(error instanceof NotAllowedError ? 'not-allowed' : 'unreachable', error);
      });
      if (status < 200 || status > 299) throw new PushFailure(faultOf(status), `answered ${status}`);
    },
    keep: (until) => note(null, { dueMs: now() + holdMs, isSent: true }, until),
  };
  try {
    await note(null, await (target.kind === 'influx' ? pushQuarters(sending, target) : pushEvents(sending, target)));
  } catch (error) {
    // What is our own fault is tried again when it is nobody's any more.
    if (failures === 0 && !signal.aborted) log.warn({ err: error, household, kind }, 'figures could not be sent');
    if (error instanceof PushFailure && !signal.aborted) await note(error.fault, later());
  }
};

export const runPushes = async (deps: PushDeps, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const due = await deps.sql<TakenPush[]>`select * from private.take_pushes(${at(deps.now())}, ${atOnce})`;
    if (due.length === 0) return;
    await Promise.all(due.map((push) => runOne(deps, push, signal)));
  }
};

interface WebhookTarget {
  readonly kind: 'webhook';
  readonly address: string;
  /** `whsec_` and the key in base64. */
  readonly secret: string;
}

const quietMs = 15 * 60_000;
const maxEvents = 50;

/** Tells a webhook what has happened, one after the other, each under its own id, until it is taken. */
const pushEvents = async (
  { push: { household_id: household }, sql, now, post }: Sending,
  { address, secret }: WebhookTarget,
): Promise<Sent> => {
  for (let told = 0; told < maxEvents; told += 1) {
    const [event] = await sql<{ id: string; at: Date; type: string; data: object }[]>`
      select * from private.next_push_event(${household})`;
    if (!event) return { dueMs: now() + quietMs, isSent: told > 0 };
    const body = JSON.stringify({ type: event.type, timestamp: event.at.toISOString(), data: event.data });
    await post(new URL(address), webhookHeaders(secret, event.id, now(), body), body);
    await sql`select private.push_event_taken(${household}, ${event.id})`;
  }
  return { dueMs: now(), isSent: true };
};
