/** By what ways a person is told of notices beside bell and mail: what is set up, what is tried. */
import { z } from 'zod';
import { endpoint } from '#catalogue/endpoint.ts';

/** Why the far side has taken nothing. `gone`: its browser has ended the subscription. */
export type WayFault =
  | 'not-allowed'
  | 'unreachable'
  | 'refused'
  | 'not-found'
  | 'not-understood'
  | 'secret-lost'
  | 'gone';

const label = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^\p{Cc}\u2028\u2029]+$/u)
  .describe('What its person calls it.');
const address = z.string().trim().min(1).max(300).describe('https://… or http://…');
const token = z.string().trim().max(500);

const addressedWay = z.discriminatedUnion('way', [
  z.strictObject({ way: z.literal('webhook'), label, address }),
  z.strictObject({
    way: z.literal('ntfy'),
    label,
    address: address.describe('The address of the topic: https://ntfy.sh/my-home'),
    token: token.optional().describe('Where the server asks for one.'),
  }),
  z.strictObject({
    way: z.literal('matrix'),
    label,
    address: address.describe('The address of the homeserver.'),
    room: z
      .string()
      .trim()
      .max(255)
      .regex(/^![^\s/?#]+$/)
      .describe('!abc:example.org'),
    token: token.min(1).describe('The access token of an account that is in the room.'),
  }),
]);
export type AddressedWay = z.infer<typeof addressedWay>;

const base64url = z.string().regex(/^[\w-]+=*$/);
const pushSubscription = z.strictObject({
  endpoint: z.url().max(1000),
  keys: z.strictObject({ p256dh: base64url.min(80).max(100), auth: base64url.min(20).max(40) }),
});

const added = z.object({
  id: z.uuid(),
  secret: z.string().nullable().describe('By it a webhook knows that a message is ours; shown once.'),
});
export type AddedWay = z.infer<typeof added>;

export const readNoticeWays = endpoint({
  method: 'GET',
  path: '/api/v1/notice-ways',
  who: 'person',
  summary: 'By what ways notices can be told here',
  answer: z.object({
    pushKey: z.string().nullable().describe('What a browser subscribes with (VAPID); null: no Web Push here.'),
    addresses: z.boolean().describe('Whoever runs this service lets messages be sent to addresses.'),
  }),
});

export const addNoticeWay = endpoint({
  method: 'POST',
  path: '/api/v1/notice-ways',
  who: 'person',
  isSensitive: true,
  summary: 'Be told of notices at an address from now on: a webhook, a topic of ntfy, a room of Matrix',
  body: addressedWay,
  answer: added,
  status: 201,
  problems: ['push-not-allowed', 'members-only', 'rate-limited'],
});

export const addNoticeDevice = endpoint({
  method: 'POST',
  path: '/api/v1/notice-ways/push',
  who: 'person',
  summary: 'Be told of notices by the push of a browser from now on',
  body: pushSubscription,
  answer: added,
  status: 201,
  problems: ['push-not-allowed', 'members-only', 'rate-limited'],
});

export const testNoticeWay = endpoint({
  method: 'POST',
  path: '/api/v1/notice-ways/{id}/test',
  who: 'person',
  summary: 'Send a test by one of the ways, at once',
  params: z.object({ id: z.uuid() }),
  answer: z.object({ fault: z.string().nullable().describe('Why the far side did not take it; null: it did.') }),
  problems: ['not-found', 'rate-limited'],
});
