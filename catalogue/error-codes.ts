import { z } from 'zod';

/** Every code that the service answers with, and what it means. The web translates `errors.<code>`. */
export const errorCodes = {
  'account-ending': 'That account is about to be deleted.',
  'account-ended': 'This account was deleted here.',
  'action-over': 'This can not be pressed any more; ask again.',
  'address-not-allowed': 'Devices are not asked at this address: whoever runs this service says where.',
  'already-member': 'You are in this household already.',
  'bills-none': 'No bill begins in these days; choose others.',
  'body-malformed': 'The body is not what this address takes; `detail` says where.',
  'body-too-large': 'The body is larger than this address takes.',
  'database-unavailable': 'The database does not answer at the moment; try again.',
  'discussion-closed': 'No more replies are taken here.',
  'email-invalid': 'This is not an e-mail address that can be used here.',
  'email-not-confirmed': 'Confirm your e-mail address first.',
  'email-taken': 'There is an account with this e-mail address already.',
  forbidden: 'You may not do this here.',
  'guest-account': 'A guest account cannot do this: keep the account first.',
  'guests-full': 'All places for guests are taken; try again later.',
  'households-full': 'This account owns as many households as it can.',
  'identity-unavailable': 'The provider of identity does not answer at the moment; try again.',
  'import-failed':
    'The file could not be read to its end. What was taken before stays; importing it again adds only the rest.',
  'import-running': 'A file is being imported into this household already; wait until it is done.',
  internal: 'Something went wrong on our side; the request id helps to find it.',
  'invitation-expired': 'This invitation is over: ask for another one.',
  'invitation-other-address': 'This invitation is for another e-mail address.',
  'invitation-unknown': 'There is no such invitation (any more).',
  'invitation-used': 'This invitation has been accepted already.',
  'invitations-full': 'This household has as many open invitations as it can: revoke one first.',
  'members-only': 'Only members may write here: sign in, or keep the guest account first.',
  'name-differs': 'That is not the name of this household.',
  'not-a-guest': 'This account is a member already.',
  'not-authenticated': 'Not authenticated',
  'not-found': 'There is nothing at this address.',
  'nothing-read': 'Nothing of use was found in what was sent; `detail` says what was looked for.',
  'opening-taken': 'There is an opening balance of this utility already.',
  'owner-stays': 'The owner cannot leave: hand the household over first, or delete it.',
  'paper-unreadable': 'This file cannot be read as a bill; `detail` says why.',
  'password-breached': 'This password is on lists of known ones, or easy to guess; choose another.',
  'password-weak': 'The password is too short or too weak; use a longer one.',
  'reauthentication-needed': 'Show once more who you are: by your password, or by signing in again.',
  'paying-taken': 'Another way of paying for this utility begins on this day already.',
  'proof-invalid': 'This link is for another account, is over, or was used already.',
  'push-not-allowed': 'Nothing is sent to this address: whoever runs this service says where.',
  'query-invalid': 'A part of the address is not what it should be; `detail` says which.',
  'rate-limited': 'Too many requests; wait for the seconds in Retry-After.',
  'reading-unlikely': 'It does not follow on the readings around it; `said` says that it is right, or another meter’s.',
  'repair-conflict': 'Another reading is in the place where one would go.',
  'repair-nothing': 'There is nothing here to change.',
  'repair-too-old': 'Readings from before this time are not kept any more: nothing can be changed at their edge.',
  'repair-overtaken': 'The readings have changed since: look at them again.',
  'repair-too-large': 'This touches more readings than one repair may; take a shorter time.',
  'room-not-yours': 'You may not switch what is in this room.',
  'tariff-invalid':
    'This is no tariff that can be priced; `detail` says where, `/api/v1/tariffs/check` says all of it.',
  'tariff-taken': 'There is a tariff of this utility from this day on already.',
  'token-invalid': 'The token is unknown or was revoked.',
} as const;
export type ErrorCode = keyof typeof errorCodes;

/** RFC 9457 body of every error answer. */
export const problem = z.object({
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  detail: z.string(),
  requestId: z.string(),
});
export type Problem = z.infer<typeof problem>;
