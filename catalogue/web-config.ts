import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What the service tells the browser when a page is served; nothing here is secret. */
const webConfig = z.object({
  origin: z.string().describe('Where the service is found, told to a page within those of others; else empty: here.'),
  backendUrl: z.string().describe('Where /auth/v1 and /rest/v1 answer; empty: this origin.'),
  anonKey: z.string(),
  guestDomain: z.string(),
  guestDays: z.int().describe('A guest is kept this many days after the last visit.'),
  keepsGuests: z.boolean().describe('A guest can become a member and keep everything.'),
  identityProvider: z.enum(['backend', 'firebase']),
  firebase: z
    .object({
      apiKey: z.string(),
      authDomain: z.string(),
      projectId: z.string(),
      appId: z.string(),
      emulator: z.string().describe('Tests only: where its tokens, which nobody signs, come from; else empty.'),
    })
    .describe('Empty where it was not given.'),
  passwordLength: z.object({ min: z.int(), max: z.int() }).describe('Of a new password, in characters.'),
  googleSignIn: z.boolean(),
  providerName: z.string().describe('Of another provider that speaks OpenID Connect; empty: there is none.'),
  secondFactor: z.boolean().describe('The backend offers one-time codes as a second factor.'),
  passkeys: z.boolean(),
  ownSignIn: z
    .boolean()
    .describe(
      'Sign-in is this installation’s own: it has recovery codes, trusts devices for a month, and asks once more who one is.',
    ),
  debug: z.boolean(),
  asksToConfirm: z.boolean().describe('Mails are sent from here: whoever has not proved their address is asked to.'),
  devMailbox: z.boolean().describe('The development mailbox is on: say where mails go.'),
  demo: z
    .enum(['none', 'being-made', 'ready'])
    .describe(
      'What a guest comes to: no demo household, one that is still being made (ask again), or one that is there.',
    ),
  mqtt: z.object({
    port: z.int().nullable().describe('Where devices find our own broker; null without one.'),
    isSecure: z.boolean().describe('It speaks TLS.'),
    isClient: z.boolean().describe('We listen to a broker of the operator.'),
  }),
  contacts: z.object({
    salesPhone: z.string(),
    supportPhone: z.string(),
    email: z.string(),
    social: z.array(z.object({ name: z.enum(['mastodon', 'github', 'youtube', 'linkedin', 'x']), url: z.string() })),
  }),
});
export type WebConfig = z.infer<typeof webConfig>;

export const readWebConfig = endpoint({
  method: 'GET',
  path: '/api/v1/web-config',
  who: 'anyone',
  summary: 'What a page of the product is told when it is served',
  answer: webConfig,
});
