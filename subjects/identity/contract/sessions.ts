import { z } from 'zod';
import { endpoint } from '#catalogue/endpoint.ts';

/** What a browser says of itself, as proper names (`Firefox`, `Windows`); null: not told. */
const device = { browser: z.string().nullable(), system: z.string().nullable() };

/** Where somebody is signed in. */
const accountSession = z.object({
  id: z.uuid(),
  madeAt: z.iso.datetime({ offset: true }),
  usedAt: z.iso.datetime({ offset: true }),
  ...device,
  isThis: z.boolean().describe('The one that asks.'),
});
export type AccountSession = z.infer<typeof accountSession>;

/** The one last used first. */
export const accountSessions = z.object({ sessions: z.array(accountSession) });
export type AccountSessions = z.infer<typeof accountSessions>;

/** What can happen to an account. Of these, what the database notes as new is mailed too. */
export const accountEventKinds = [
  'signed-in',
  'signed-in-anew',
  'wrong-passwords',
  'password-changed',
  'address-changed',
  'factor-added',
  'factor-removed',
  'factor-lost',
  'codes-made',
  'code-used',
  'passkey-added',
  'passkey-removed',
  'provider-added',
  'provider-removed',
  'token-made',
  'assistant-token-made',
  'wall-token-made',
  'push-made',
  'push-removed',
  'notice-way-made',
  'notice-way-removed',
  'pull-made',
  'pull-changed',
  'pull-removed',
  'person-joined',
] as const;
export type AccountEventKind = (typeof accountEventKinds)[number];

const accountEvent = z.object({
  id: z.int(),
  at: z.iso.datetime({ offset: true }),
  kind: z.enum(accountEventKinds),
  name: z
    .string()
    .nullable()
    .describe(
      'What it is about, as it is called: a token, an app, a provider, an address, a host, a service, a person.',
    ),
  ...device,
});
export type AccountEvent = z.infer<typeof accountEvent>;

/** A provider is kept by its id. */
const providers = new Map([
  ['google', 'Google'],
  ['oidc', 'OpenID Connect'],
  ['firebase', 'Firebase'],
]);

/** Null: it has no name. */
export const calledEvent = ({ kind, name }: Pick<AccountEvent, 'kind' | 'name'>): string | null =>
  (kind.startsWith('provider-') && providers.get(name ?? '')) || name || null;

/** The newest first. */
export const accountEvents = z.object({
  events: z.array(accountEvent),
  hasMore: z.boolean(),
});

export const readAccountEvents = endpoint({
  method: 'GET',
  path: '/api/v1/account/events',
  who: 'person',
  summary: 'What happened to the account: sign-ins, changes, what lets others in',
  query: z.object({
    before: z.coerce.number().int().positive().optional().describe('Those before the one of this id.'),
  }),
  answer: accountEvents,
});

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
