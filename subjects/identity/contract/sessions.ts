import { z } from 'zod';
import { endpoint } from '#catalogue/endpoint.ts';

/** Where somebody is signed in. Browser and system are proper names (`Firefox`, `Windows`); null: not told. */
const accountSession = z.object({
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

export const readSessions = endpoint({
  method: 'GET',
  path: '/api/v1/account/sessions',
  who: 'person',
  summary: 'Where the person is signed in',
  answer: accountSessions,
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/v1/account/sessions',
  who: 'person',
  summary: 'Sign out everywhere else',
  problems: ['forbidden'],
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/v1/account/sessions/{id}',
  who: 'person',
  summary: 'End one session',
  problems: ['not-found'],
});
