import { z } from 'zod';

/** `owner`: everything. `member`: reads, adds, changes and switches, deletes nothing. `viewer`: reads. */
export const householdRoles = ['owner', 'member', 'viewer'] as const;
export type HouseholdRole = (typeof householdRoles)[number];
/** What somebody who is not the owner can be. */
export const sharedRoles = ['member', 'viewer'] as const;
export type SharedRole = (typeof sharedRoles)[number];

/** Null: as the role has it (owner and member every room, viewer none). A list: exactly these rooms, as devices name them; empty: none. */
export const switchRooms = z.array(z.string().max(40)).max(100).nullable();

/** Households that one person may own. */
export const mostHouseholds = 10;
/** Invitations of one household that are open at the same time. */
export const mostInvitations = 20;
export const invitationDays = 7;

/** `POST /api/v1/household/{id}/invitations`, by the owner. With `email` it is sent there, and only that account may accept it. */
export const inviteBody = z.strictObject({
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

/** `GET /api/v1/household/{id}/invitations`, by the owner: those that can still be accepted. `DELETE …/invitations/{invitation}` revokes one. */
export const openInvitation = z.object({
  id: z.uuid(),
  role: z.enum(sharedRoles),
  switchRooms,
  email: z.string().nullable(),
  createdAt: z.iso.datetime({ offset: true }),
  expiresAt: z.iso.datetime({ offset: true }),
});
export type OpenInvitation = z.infer<typeof openInvitation>;
export const invitationsAnswer = z.object({ invitations: z.array(openInvitation) });
export type InvitationsAnswer = z.infer<typeof invitationsAnswer>;

/** `GET /api/v1/invitations/{token}`, also signed out. Refused with `invitation-unknown` (or revoked), `invitation-expired`, `invitation-used`. */
export const invitationPreview = z.object({
  householdName: z.string(),
  invitedBy: z.string().describe('The display name of who made it; may be empty.'),
  role: z.enum(sharedRoles),
  switchRooms,
  email: z.string().nullable().describe('For whom it is, half hidden (`b…@example.org`); null: whoever has the link.'),
  expiresAt: z.iso.datetime({ offset: true }),
});
export type InvitationPreview = z.infer<typeof invitationPreview>;

/**
 * `POST /api/v1/invitations/{token}/accept`. The household becomes the one that the person looks at (`profiles.current_household`). Refused with
 * the codes of the preview and `invitation-other-address`, `email-not-confirmed`, `already-member`, `guest-account`.
 */
export const acceptedInvitation = z.object({ household: z.uuid() });
export type AcceptedInvitation = z.infer<typeof acceptedInvitation>;

/** `GET /api/v1/household/{id}/members`, by everybody in it; the owner comes first. */
export const householdPerson = z.object({
  userId: z.uuid(),
  name: z.string(),
  email: z.string().nullable().describe('For the owner, and of oneself; null to others.'),
  role: z.enum(householdRoles),
  switchRooms,
  joinedAt: z.iso.datetime({ offset: true }),
  tokens: z
    .int()
    .nullable()
    .describe('How many tokens for sending readings that they made still work; told to the owner.'),
});
export type HouseholdPerson = z.infer<typeof householdPerson>;
export const membersAnswer = z.object({ members: z.array(householdPerson) });
export type MembersAnswer = z.infer<typeof membersAnswer>;

/** `DELETE /api/v1/household/{id}/members/{user}?tokens=end`: the tokens for sending readings that they made end with it. Else those go on: meters use them. */
export const removeMemberQuery = z.object({ tokens: z.enum(['keep', 'end']).default('keep') });

/**
 * `PATCH /api/v1/household/{id}/members/{user}`, by the owner; what is not named stays. `DELETE` there removes them; with one's own id it is
 * leaving, which the owner cannot (`owner-stays`).
 */
export const changeMemberBody = z
  .strictObject({ role: z.enum(sharedRoles).optional(), switchRooms: switchRooms.optional() })
  .refine((body) => Object.keys(body).length > 0, 'role or switchRooms');
export type ChangeMemberBody = z.infer<typeof changeMemberBody>;

/** `POST /api/v1/household/{id}/transfer`: `to` becomes the owner, who was it becomes a member. Open invitations end. */
export const transferBody = z.strictObject({ to: z.uuid() });
export type TransferBody = z.infer<typeof transferBody>;

/** `POST /api/v1/household`: one more, of which one is the owner, and at which one looks from now on. Else `households-full`, `guest-account`. */
export const createHouseholdBody = z.strictObject({
  name: z.string().trim().min(1).max(80),
  timeZone: z.string().max(64).optional().describe('Else as in the household that one looked at before.'),
});
export type CreateHouseholdBody = z.infer<typeof createHouseholdBody>;
export const createdHousehold = z.object({ id: z.uuid() });
export type CreatedHousehold = z.infer<typeof createdHousehold>;

/** `DELETE /api/v1/household/{id}`, by the owner: its name, typed again (`name-differs`). Whoever is left without any gets an empty one. */
export const deleteHouseholdBody = z.strictObject({ name: z.string().max(80) });
export type DeleteHouseholdBody = z.infer<typeof deleteHouseholdBody>;
