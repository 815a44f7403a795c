import { z } from 'zod';
import { endpoint, file } from '#catalogue/endpoint.ts';
import { passwordLength } from '#catalogue/password-length.ts';

/** A guest becomes a member: the same account, with an address and a password of one's own. */
export const upgradeGuestBody = z.object({
  email: z.email().max(254),
  password: z.string().min(passwordLength.min).max(passwordLength.max),
});
export type UpgradeGuestBody = z.infer<typeof upgradeGuestBody>;

/** Answered where there is something to tell. */
const guestUpgraded = z.object({
  sessionsEnded: z.boolean().describe('The new password ended the session that asked: sign in with it.'),
});

/** Whether the address of an account was proved to be its person's: until then nothing is mailed there, and nothing is theirs by it. */
const accountAddress = z.object({
  isProved: z.boolean(),
  canProve: z.boolean().describe('A mail with the link can be sent.'),
});
export type AccountAddress = z.infer<typeof accountAddress>;

/** `token`: of the link in that mail. */
const proveAddressBody = z.object({ token: z.string().min(1).max(200) });
export type ProveAddressBody = z.infer<typeof proveAddressBody>;

const instant = z.iso.datetime({ offset: true });
const made = {
  name: z.string(),
  createdAt: instant,
  usedAt: instant.nullable(),
  madeBy: z.string().nullable().describe('The name of somebody else who made it.'),
};
const accessToken = { ...made, hint: z.string() };
/** Of a home there is one of each. */
const pushKind = z.enum(['influx', 'webhook']);
/** What lets others into the homes of a person: on the profile, and to be asked about after a reset by mail. */
export const accountAccess = z.object({
  households: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      tokens: z.array(z.object({ id: z.int(), ...accessToken })),
      assistants: z.array(z.object({ id: z.uuid(), ...accessToken })),
      walls: z.array(z.object({ id: z.uuid(), ...accessToken })).describe('Views for a wall.'),
      pushes: z.array(z.object({ kind: pushKind, ...made })).describe('Where figures are sent by themselves.'),
      pulls: z
        .array(z.object({ id: z.uuid(), ...made }))
        .describe('From where data is fetched, with a key that lies here.'),
      invitations: z.array(
        z.object({
          id: z.uuid(),
          role: z.enum(['member', 'viewer']),
          email: z.string().nullable().describe('Null: whoever has the link.'),
          createdAt: instant,
          expiresAt: instant,
        }),
      ),
      people: z.array(
        z.object({
          userId: z.uuid(),
          name: z.string(),
          email: z.string().nullable(),
          role: z.enum(['member', 'viewer']),
          joinedAt: instant,
          seenAt: instant.nullable(),
        }),
      ),
    }),
  ),
  ended: z.int().describe('Tokens of hardware that stopped within the hour.'),
});
export type AccountAccess = z.infer<typeof accountAccess>;

/** What of it ends. What is not theirs to end stays. */
const endAccessBody = z.object({
  tokens: z.array(z.int()).max(1000).default([]),
  assistants: z.array(z.uuid()).max(1000).default([]),
  walls: z.array(z.uuid()).max(1000).default([]),
  pushes: z
    .array(z.object({ household: z.uuid(), kind: pushKind }))
    .max(1000)
    .default([]),
  pulls: z.array(z.uuid()).max(1000).default([]),
  invitations: z.array(z.uuid()).max(1000).default([]),
  people: z
    .array(z.object({ household: z.uuid(), userId: z.uuid() }))
    .max(1000)
    .default([]),
});
export type EndAccessBody = z.infer<typeof endAccessBody>;

/** Days between asking for the end of an account and carrying it out. */
export const endingGraceDays = 7;

/** What goes with an account, and who could take over instead. */
const endingFacts = z.object({
  dueAt: z.iso.datetime({ offset: true }).nullable().describe('When the account will be deleted; null: nobody asked.'),
  households: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      devices: z.int(),
      bills: z.int(),
      hasReadings: z.boolean(),
      heir: z.uuid().nullable().describe('The member who takes it over; null: it goes.'),
      members: z.array(z.object({ id: z.uuid(), name: z.string() })),
    }),
  ),
});
export type EndingFacts = z.infer<typeof endingFacts>;

/** `heirs`: household id → the member who takes it over. A household that is not named is deleted. */
const endAccountBody = z.object({ heirs: z.record(z.uuid(), z.uuid()).default({}) });
export type EndAccountBody = z.infer<typeof endAccountBody>;

export const upgradeGuest = endpoint({
  method: 'POST',
  path: '/api/v1/account/upgrade',
  who: 'person',
  summary: 'A guest becomes a member and keeps everything',
  body: upgradeGuestBody,
  answer: guestUpgraded.optional(),
  problems: ['email-invalid', 'email-taken', 'not-a-guest', 'password-breached', 'password-weak', 'rate-limited'],
  also: { 204: null },
});

export const noteVisit = endpoint({
  method: 'POST',
  path: '/api/v1/account/seen',
  who: 'person',
  summary: 'The person was here: a guest is kept for some days after their last visit',
});

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/v1/account/export',
  who: 'person',
  summary: "Everything that is a person's own, as a ZIP of CSV and JSON",
  answer: file('application/zip'),
  problems: ['rate-limited'],
});

export const readAccountEnding = endpoint({
  method: 'GET',
  path: '/api/v1/account/ending',
  who: 'person',
  summary: 'What goes with the account, and when',
  answer: endingFacts,
});

export const endAccount = endpoint({
  method: 'POST',
  path: '/api/v1/account/ending',
  who: 'person',
  isSensitive: true,
  summary: 'Ask for the end of the account',
  body: endAccountBody,
  answer: endingFacts,
  problems: ['forbidden'],
});

export const keepAccount = endpoint({
  method: 'DELETE',
  path: '/api/v1/account/ending',
  who: 'person',
  summary: 'Keep the account',
});

export const readAccountAddress = endpoint({
  method: 'GET',
  path: '/api/v1/account/address',
  who: 'person',
  summary: 'Whether the address of the account was proved, and can be',
  answer: accountAddress,
});

export const sendAddressProof = endpoint({
  method: 'POST',
  path: '/api/v1/account/address',
  who: 'person',
  summary: 'Mail a link that proves the address',
  problems: ['not-found', 'rate-limited'],
});

export const proveAddress = endpoint({
  method: 'PUT',
  path: '/api/v1/account/address',
  who: 'person',
  summary: 'Prove the address by the token of that link',
  body: proveAddressBody,
  problems: ['proof-invalid', 'rate-limited'],
});

export const readAccountAccess = endpoint({
  method: 'GET',
  path: '/api/v1/account/access',
  who: 'person',
  summary: "What lets others into the person's homes",
  answer: accountAccess,
});

export const endAccess = endpoint({
  method: 'POST',
  path: '/api/v1/account/access/end',
  who: 'person',
  summary: 'End some of it',
  body: endAccessBody,
});
