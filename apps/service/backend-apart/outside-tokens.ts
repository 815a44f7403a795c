import { issuerOf } from '#kernel/people/person.ts';
import { createHash, randomBytes } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose';

/** How a backend signs what it hands out: with a secret that is shared, or with a key whose public half it publishes. */
export type Signing = 'HS256' | 'ES256' | 'RS256';

export interface OutsideTokens {
  /** For `BACKEND_JWT_SECRET`; null where a key set is published instead. */
  secret: string | null;
  keySet: { keys: JWK[] };
  /** As the embedded backend signed it → as this one hands it out. */
  toOutside(token: string): Promise<string>;
  /** And back; whatever was not signed here stays as it is, and is refused inside. */
  toInside(token: string): Promise<string>;
}

interface Keys {
  signing: CryptoKey | Uint8Array;
  checking: CryptoKey | Uint8Array;
  secret: string | null;
  published: JWK[];
}

/** A hosted backend names itself in its tokens by its address; the embedded one by its installation, and always shares a secret. */
export async function outsideTokens(signing: Signing, insideSecret: string, issuer: () => string) {
  const keys = await makeKeys(signing);
  const inside = new TextEncoder().encode(insideSecret);
  const kid = createHash('sha256').update(JSON.stringify(keys.published)).digest('hex').slice(0, 16);
  const tokens: OutsideTokens = {
    secret: keys.secret,
    keySet: { keys: keys.published.map((key) => ({ ...key, kid, alg: signing, use: 'sig' })) },
    toOutside: async (token) => {
      const { payload } = await jwtVerify(token, inside);
      const header = { alg: signing, typ: 'JWT', kid };
      return new SignJWT({ ...payload, aud: 'authenticated', iss: issuer() })
        .setProtectedHeader(header)
        .sign(keys.signing);
    },
    toInside: async (token) => {
      const known = await jwtVerify(token, keys.checking, { issuer: issuer(), algorithms: [signing] }).catch(
        () => null,
      );
      if (known === null) return token;
      return new SignJWT({ ...known.payload, iss: issuerOf(insideSecret) })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .sign(inside);
    },
  };
  return tokens;
}

async function makeKeys(signing: Signing): Promise<Keys> {
  if (signing === 'HS256') {
    const secret = randomBytes(32).toString('base64url');
    const bytes = new TextEncoder().encode(secret);
    return { signing: bytes, checking: bytes, secret, published: [] };
  }
  const { privateKey, publicKey } = await generateKeyPair(signing);
  return { signing: privateKey, checking: publicKey, secret: null, published: [await exportJWK(publicKey)] };
}
