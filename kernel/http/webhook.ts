/** A message to a webhook is signed as Standard Webhooks have it, under an id that stays the same each time it is sent. */
import { createHmac, randomBytes } from 'node:crypto';

/** `whsec_` and the key in base64. */
export const makeWebhookSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

export const webhookHeaders = (secret: string, id: string, atMs: number, body: string): Record<string, string> => {
  const seconds = String(Math.floor(atMs / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
  };
};
