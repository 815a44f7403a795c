/**
 * Takes what there is to tell to its people. A row is claimed before it is sent and settled after the far side has answered: who is killed in
 * between leaves it to be sent again under the same id, never under another one, and never not at all.
 */
import type { Logger } from 'pino';
import {
  isLeak,
  type Language,
  type NoticeKind,
  noticeFacts,
  type UnitSystem,
  type Utility,
} from '#catalogue/index.ts';
import type { Sql } from '#kernel/db.ts';
import { type MailedNotice, noticeWords } from '#subjects/contact/service/index.ts';
import { type Message, type Senders, sendMessage } from './send-message.ts';

export interface DeliveryDeps extends Senders {
  readonly sql: Sql;
  readonly origin: () => string;
  readonly log: Pick<Logger, 'warn'>;
}

interface TakenDelivery {
  readonly id: string;
  readonly attempts: number;
  readonly created_at: Date;
  readonly way: string;
  readonly sealed: string;
  readonly phase: 'began' | 'ended';
  readonly language: Language;
  readonly household: string;
  readonly home: string;
  readonly time_zone: string;
  readonly country: string | null;
  readonly units: UnitSystem | null;
  readonly notice: string;
  readonly kind: NoticeKind;
  readonly device: string | null;
  readonly device_id: string | null;
  readonly utility: Utility;
  readonly since: Date;
  readonly ended_at: Date | null;
  readonly figures: MailedNotice['figures'];
}

const atOnce = 20;

/** Answers how many arrived. */
export const deliverNotices = async (deps: DeliveryDeps, stopping: AbortSignal): Promise<number> => {
  const { sql, now } = deps;
  await sql`select private.queue_notice_deliveries(${at(now())})`;
  let arrived = 0;
  while (!stopping.aborted) {
    const taken = await sql<TakenDelivery[]>`select * from private.take_notice_deliveries(${at(now())}, ${atOnce})`;
    const outcomes = await Promise.all(taken.map((delivery) => deliver(deps, delivery, stopping)));
    arrived += outcomes.filter(Boolean).length;
    if (taken.length < atOnce) break;
  }
  return arrived;
};

const at = (ms: number): string => new Date(ms).toISOString();

const deliver = async (deps: DeliveryDeps, taken: TakenDelivery, stopping: AbortSignal): Promise<boolean> => {
  const { sql, now, log } = deps;
  const { id, way, attempts, sealed } = taken;
  try {
    const fault = await sendMessage(sealed, messageOf(taken, deps.origin()), deps, stopping);
    await sql`select private.settle_notice_delivery(${id}, ${fault}, ${at(now())})`;
    if (fault !== null && attempts === 1) log.warn({ way, fault }, 'a notice waits for another try');
    return fault === null;
  } catch (error) {
    // What is our own fault is tried again when it is nobody's any more.
    if (!stopping.aborted) log.warn({ err: error, way, attempts }, 'a notice could not be sent');
    return false;
  }
};

const messageOf = (taken: TakenDelivery, origin: string): Message => {
  const { id, notice, phase, kind, device, device_id, utility, figures } = taken;
  const [since, ended] = [taken.since.toISOString(), taken.ended_at?.toISOString() ?? null];
  const reader = {
    language: taken.language,
    country: taken.country,
    timeZone: taken.time_zone,
    units: taken.units ?? 'metric',
  };
  const { subject, text } = noticeWords({ kind, phase, device, utility, since, endedAt: ended, figures }, reader);
  return {
    id,
    about: notice,
    type: `notice.${phase}`,
    at: taken.created_at,
    language: taken.language,
    title: subject,
    text,
    link: `${origin}${pageOf(kind, device_id)}`,
    isAlert: phase === 'began' && noticeFacts(kind).tone === 'alert',
    data: { household: taken.household, name: taken.home, notice, kind, since, ended, device, utility, figures },
  };
};

/** Where one sees why. */
const pageOf = (kind: NoticeKind, device: string | null): string => {
  if (isLeak(kind)) return '/dashboard';
  if (device !== null) return `/devices#device-${device}`;
  return kind === 'prepaid-ends' ? '/billing#payments' : '/billing';
};
