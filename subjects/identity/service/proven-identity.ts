/** What the claims of a Firebase token prove of a person. */
import { z } from 'zod';

/** Somebody whom another provider of identity has let in. */
export interface ProvenPerson {
  /** Who they are at the other provider. */
  readonly subject: string;
  /** The account that was opened for them before; null: found by what is proved below, or made. */
  readonly userId: string | null;
  /** Only an address that the provider says is theirs. */
  readonly email: string | null;
  readonly phone: string | null;
  readonly displayName: string;
  /** Signed in without saying who they are: a guest here. */
  readonly isAnonymous: boolean;
}

export interface ProvenIdentity {
  readonly subject: string;
  readonly person: Omit<ProvenPerson, 'subject' | 'userId'>;
}

/** Throws `not-authenticated` for a token that proves nothing, `identity-unavailable` where that cannot be told. */
export type VerifyIdentity = (token: string) => Promise<ProvenIdentity>;

/** Clocks differ. */
export const skewS = 60;

const claims = z.object({
  sub: z.string().min(1).max(128),
  iat: z.number(),
  auth_time: z.number(),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  phone_number: z.string().optional(),
  firebase: z.object({ sign_in_provider: z.string() }),
});

export const issuerOf = (project: string): string => `https://securetoken.google.com/${project}`;

/** Of a token whose signature, issuer, audience and end were looked at. Throws when it is not one of Firebase's. */
export const readClaims = (payload: unknown, nowS: number): ProvenIdentity => {
  const { sub, iat, auth_time: signedInAt, ...told } = claims.parse(payload);
  if (iat > nowS + skewS || signedInAt > nowS + skewS) throw new Error('from the future');
  return {
    subject: sub,
    person: {
      email: told.email_verified === true && told.email ? told.email : null,
      phone: told.phone_number ?? null,
      displayName: (told.name ?? '').slice(0, 80),
      isAnonymous: told.firebase.sign_in_provider === 'anonymous',
    },
  };
};
