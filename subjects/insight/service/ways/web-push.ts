/** Web Push: what is sent is encrypted for the browser alone (RFC 8291), and push services know us by a pair of keys that is made once (RFC 8292). */
import { createHash } from 'node:crypto';
import { encryptNotification } from '@block65/webcrypto-web-push';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import type { Sql } from '#kernel/db.ts';
import type { Seal } from '#kernel/seal.ts';

interface VapidKeys {
  /** What browsers subscribe with: the point of the curve, uncompressed. */
  readonly publicKey: string;
  readonly privateKey: JWK;
}

const makeKeys = async (): Promise<VapidKeys> => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const point = Buffer.concat([
    Buffer.of(4),
    Buffer.from(jwk.x ?? '', 'base64url'),
    Buffer.from(jwk.y ?? '', 'base64url'),
  ]);
  return { publicKey: point.toString('base64url'), privateKey: jwk };
};

/** Of all processes and starts the same. Where they cannot be opened any more, new ones are made: browsers subscribe anew then. */
export const readVapidKeys = async (sql: Sql, seal: Seal): Promise<VapidKeys> => {
  const keep = async (made: string | null, lost: string | null): Promise<string | null> => {
    const [row] = await sql<{ kept: string | null }[]>`select private.keep_vapid(${made}, ${lost}) as kept`;
    return row?.kept ?? null;
  };
  const opened = (sealed: string | null) => (sealed === null ? null : seal.open(sealed));
  const kept = await keep(null, null);
  const known = opened(kept) ?? opened(await keep(seal.seal(JSON.stringify(await makeKeys())), kept));
  if (known === null) throw new Error('the keys for Web Push were sealed by another process with another secret');
  return JSON.parse(known) as VapidKeys;
};

export interface PushTarget {
  readonly way: 'push';
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** By it a page knows whether the subscription of its browser is one of its person's. */
export const fingerprintOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex');

interface PushMessage {
  /** JSON text. */
  readonly payload: string;
  /** Of several that wait for the same device, under one topic, the last one arrives. */
  readonly topic: string;
  readonly isUrgent: boolean;
}

const dayS = 86_400;

/** `contact`: whom a push service writes to if something is wrong. */
export const pushRequest = async (
  { endpoint, keys }: PushTarget,
  { payload, topic, isUrgent }: PushMessage,
  vapid: VapidKeys,
  contact: string,
): Promise<{ headers: Record<string, string>; body: Uint8Array }> => {
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(new URL(endpoint).origin)
    .setSubject(contact)
    .setExpirationTime('12h')
    .sign(await importJWK(vapid.privateKey, 'ES256'));
  return {
    headers: {
      authorization: `vapid t=${token}, k=${vapid.publicKey}`,
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(dayS),
      topic,
      urgency: isUrgent ? 'high' : 'normal',
    },
    body: await encryptNotification({ endpoint, keys, expirationTime: null }, new TextEncoder().encode(payload)),
  };
};
