import { SignJWT } from 'jose';
import { issuerOf } from './person.ts';

interface Wish {
  readonly aal?: string;
  readonly lifetimeS?: number;
  readonly [claim: string]: unknown;
}

/** An access token as sign-in signs it, of no session. */
export const tokenFor = (
  secret: string,
  userId: string,
  { lifetimeS = 3600, ...claims }: Wish = {},
): Promise<string> => {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ role: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setIssuer(issuerOf(secret))
    .setAudience('authenticated')
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeS)
    .sign(new TextEncoder().encode(secret));
};
