import { z } from 'zod';

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
