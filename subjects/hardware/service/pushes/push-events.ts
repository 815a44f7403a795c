/** Tells a webhook what has happened, one after the other, signed as Standard Webhooks asks; each under its own id, until it is taken. */
import { webhookHeaders } from '#kernel/http/webhook.ts';
import type { Sending, Sent } from './sending.ts';

export interface WebhookTarget {
  readonly kind: 'webhook';
  readonly address: string;
  /** `whsec_` and the key in base64. */
  readonly secret: string;
}

const quietMs = 15 * 60_000;
const maxEvents = 50;

export const pushEvents = async (
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
