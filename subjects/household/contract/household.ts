import { z } from 'zod';
import { endpoint } from '#catalogue/endpoint.ts';

/** `owner`: everything. `member`: reads, adds, changes and switches, deletes nothing. `viewer`: reads. */
const householdRoles = ['owner', 'member', 'viewer'] as const;
/** What somebody who is not the owner can be. */
const sharedRoles = ['member', 'viewer'] as const;
export type SharedRole = (typeof sharedRoles)[number];

/** Null: as the role has it (owner and member every room, viewer none). A list: exactly these rooms, as devices name them; empty: none. */
const switchRooms = z.array(z.string().max(40)).max(100).nullable();

/** Households that one person may own. */
export const maxHouseholds = 10;
/** Invitations of one household that are open at the same time. */
export const maxInvitations = 20;
export const invitationDays = 7;

const inviteBody = z.strictObject({
  role: z.enum(sharedRoles),
  switchRooms: switchRooms.optional(),
  email: z.email().max(254).optional(),
});
export type InviteBody = z.infer<typeof inviteBody>;

/** The only time that `token` and `link` are seen: what is kept is the token's hash. */
export const invited = z.object({
  id: z.uuid(),
  token: z.string(),
  link: z.url().describe('`<origin>/join#<token>`: to be sent on, or shown as a QR code.'),
  expiresAt: z.iso.datetime({ offset: true }),
  mailed: z.boolean().describe('Whether a mail is on its way; false without an address, or where mail is not set up.'),
});
export type Invited = z.infer<typeof invited>;

const openInvitation = z.object({
  id: z.uuid(),
  role: z.enum(sharedRoles),
  switchRooms,
  email: z.string().nullable(),
  createdAt: z.iso.datetime({ offset: true }),
  expiresAt: z.iso.datetime({ offset: true }),
});
export type OpenInvitation = z.infer<typeof openInvitation>;
export const invitationsAnswer = z.object({ invitations: z.array(openInvitation) });

export const invitationPreview = z.object({
  householdName: z.string(),
  invitedBy: z.string().describe('The display name of who made it; may be empty.'),
  role: z.enum(sharedRoles),
  switchRooms,
  email: z.string().nullable().describe('For whom it is, half hidden (`b…@example.org`); null: whoever has the link.'),
  expiresAt: z.iso.datetime({ offset: true }),
});
export type InvitationPreview = z.infer<typeof invitationPreview>;

const acceptedInvitation = z.object({ household: z.uuid() });

/** What hardware sends with, as it is called. */
const tokenOfPerson = z.object({
  id: z.int(),
  name: z.string(),
  usedAt: z.iso.datetime({ offset: true }).nullable().describe('Null: never.'),
});
export type TokenOfPerson = z.infer<typeof tokenOfPerson>;

const householdPerson = z.object({
  userId: z.uuid(),
  name: z.string(),
  email: z.string().nullable().describe('For the owner, and of oneself; null to others.'),
  role: z.enum(householdRoles),
  switchRooms,
  joinedAt: z.iso.datetime({ offset: true }),
  tokens: z
    .array(tokenOfPerson)
    .nullable()
    .describe('The tokens for sending readings that they made and that still work; told to the owner, and of oneself.'),
});
export type HouseholdPerson = z.infer<typeof householdPerson>;
const membersAnswer = z.object({ members: z.array(householdPerson) });

/** `end`: the tokens for sending readings that they made end with it. Else those go on: meters use them. */
const removeMemberQuery = z.object({ tokens: z.enum(['keep', 'end']).default('keep') });

const changeMemberBody = z
  .strictObject({ role: z.enum(sharedRoles).optional(), switchRooms: switchRooms.optional() })
  .refine((body) => Object.keys(body).length > 0, 'role or switchRooms');
export type ChangeMemberBody = z.infer<typeof changeMemberBody>;

const transferBody = z.strictObject({ to: z.uuid() });

const createHouseholdBody = z.strictObject({
  name: z.string().trim().min(1).max(80),
  timeZone: z.string().max(64).optional().describe('Else as in the household that one looked at before.'),
});
export type CreateHouseholdBody = z.infer<typeof createHouseholdBody>;
const createdHousehold = z.object({ id: z.uuid() });

/** Its name, typed again. */
const deleteHouseholdBody = z.strictObject({ name: z.string().max(80) });

const household = '/api/v1/household';
const ofHouseholdId = z.object({ household: z.uuid() });
const ofMember = ofHouseholdId.extend({ member: z.uuid() });

/** At the new household one looks from now on. */
export const createHousehold = endpoint({
  method: 'POST',
  path: household,
  who: 'person',
  summary: 'One more household, of which one is the owner',
  body: createHouseholdBody,
  answer: createdHousehold,
  status: 201,
  problems: ['guest-account', 'households-full', 'rate-limited'],
});

/** Whoever is left without any gets an empty one. */
export const deleteHousehold = endpoint({
  method: 'DELETE',
  path: `${household}/{household}`,
  who: 'person',
  isSensitive: true,
  summary: 'Delete a household with everything in it, by its owner',
  params: ofHouseholdId,
  body: deleteHouseholdBody,
  problems: ['forbidden', 'guest-account', 'name-differs', 'not-found'],
});

export const readMembers = endpoint({
  method: 'GET',
  path: `${household}/{household}/members`,
  who: 'person',
  summary: 'Who is in a household, and what they may; its owner first',
  params: ofHouseholdId,
  answer: membersAnswer,
  problems: ['not-found'],
});

export const changeMember = endpoint({
  method: 'PATCH',
  path: `${household}/{household}/members/{member}`,
  who: 'person',
  summary: 'Change what somebody may, by the owner; what is not named stays',
  params: ofMember,
  body: changeMemberBody,
  problems: ['forbidden', 'guest-account', 'not-found'],
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: `${household}/{household}/members/{member}`,
  who: 'person',
  summary: 'Leave a household, or remove somebody as its owner',
  params: ofMember,
  query: removeMemberQuery,
  problems: ['forbidden', 'guest-account', 'not-found', 'owner-stays'],
});

/** Who was the owner becomes a member; open invitations end. */
export const transferHousehold = endpoint({
  method: 'POST',
  path: `${household}/{household}/transfer`,
  who: 'person',
  isSensitive: true,
  summary: 'Hand a household over to one of its people',
  params: ofHouseholdId,
  body: transferBody,
  problems: ['account-ending', 'forbidden', 'guest-account', 'not-found'],
});

/** With `email` it is sent there, and only that account may accept it. */
export const invite = endpoint({
  method: 'POST',
  path: `${household}/{household}/invitations`,
  who: 'person',
  summary: 'Invite somebody by a link, or by mail; the token is shown once',
  params: ofHouseholdId,
  body: inviteBody,
  answer: invited,
  status: 201,
  problems: ['email-not-confirmed', 'forbidden', 'guest-account', 'invitations-full', 'not-found', 'rate-limited'],
});

export const readInvitations = endpoint({
  method: 'GET',
  path: `${household}/{household}/invitations`,
  who: 'person',
  summary: 'Invitations that can still be accepted',
  params: ofHouseholdId,
  answer: invitationsAnswer,
  problems: ['forbidden', 'guest-account', 'not-found'],
});

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: `${household}/{household}/invitations/{invitation}`,
  who: 'person',
  summary: 'Take an invitation back',
  params: ofHouseholdId.extend({ invitation: z.uuid() }),
  problems: ['forbidden', 'guest-account', 'not-found'],
});

const ofToken = z.object({ token: z.string().max(100) });
const invitationProblems = ['invitation-expired', 'invitation-unknown', 'invitation-used'] as const;

/** A revoked one is unknown. */
export const readInvitation = endpoint({
  method: 'GET',
  path: '/api/v1/invitations/{token}',
  who: 'anyone',
  summary: 'What an invitation is to',
  params: ofToken,
  answer: invitationPreview,
  problems: [...invitationProblems, 'rate-limited'],
});

/** The household becomes the one that the person looks at (`profiles.current_household`). */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/v1/invitations/{token}/accept',
  who: 'person',
  summary: 'Join the household of an invitation',
  params: ofToken,
  answer: acceptedInvitation,
  problems: [
    ...invitationProblems,
    'already-member',
    'email-not-confirmed',
    'guest-account',
    'households-full',
    'invitation-other-address',
    'rate-limited',
  ],
});
