import { z } from 'zod';

/** Where somebody is signed in. Browser and system are proper names (`Firefox`, `Windows`); null: not told. */
export const accountSession = z.object({
  id: z.uuid(),
  madeAt: z.iso.datetime({ offset: true }),
  usedAt: z.iso.datetime({ offset: true }),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  isThis: z.boolean().describe('The one that asks.'),
});
export type AccountSession = z.infer<typeof accountSession>;

/** The one last used first. */
export const accountSessions = z.object({ sessions: z.array(accountSession) });
export type AccountSessions = z.infer<typeof accountSessions>;
