import { z } from 'zod';
import { endpoint } from '#catalogue/endpoint.ts';

/** What the page gets for a token of another provider of identity: a session of the backend, as sign-in answers it. */
export const identitySession = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number(),
  expires_at: z.number(),
  user: z.looseObject({ id: z.string() }),
});
export type IdentitySession = z.infer<typeof identitySession>;

const path = '/api/v1/identity/session';

export const openIdentitySession = endpoint({
  method: 'POST',
  path,
  who: "provider's token",
  summary: 'A session for a token of another provider of identity',
  answer: identitySession,
  problems: ['account-ended', 'email-not-confirmed', 'guests-full', 'rate-limited'],
});

export const endIdentitySession = endpoint({
  method: 'DELETE',
  path,
  who: 'person',
  summary: 'End that session',
});
