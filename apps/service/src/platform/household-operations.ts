/** What the interface's description says of households: their people, invitations, and having several. */
import {
  acceptedInvitation,
  changeMemberBody,
  createdHousehold,
  createHouseholdBody,
  deleteHouseholdBody,
  invitationPreview,
  invitationsAnswer,
  inviteBody,
  invited,
  membersAnswer,
  removeMemberQuery,
  transferBody,
} from '@wattershed/contracts';
import type { Operation } from './openapi.ts';

const path = '/api/v1/household';
const one = `${path}/{household}`;

export const householdOperations: readonly Operation[] = [
  {
    method: 'post',
    path,
    summary: 'One more household, of which one is the owner',
    auth: 'person',
    body: createHouseholdBody,
    answer: createdHousehold,
    status: 201,
  },
  {
    method: 'delete',
    path: one,
    summary: 'Delete a household with everything in it, by its owner',
    auth: 'person',
    body: deleteHouseholdBody,
    status: 204,
  },
  {
    method: 'get',
    path: `${one}/members`,
    summary: 'Who is in a household, and what they may',
    auth: 'person',
    answer: membersAnswer,
  },
  {
    method: 'patch',
    path: `${one}/members/{member}`,
    summary: 'Change what somebody may, by the owner',
    auth: 'person',
    body: changeMemberBody,
    status: 204,
  },
  {
    method: 'delete',
    path: `${one}/members/{member}`,
    summary: 'Leave a household, or remove somebody as its owner',
    auth: 'person',
    query: removeMemberQuery,
    status: 204,
  },
  {
    method: 'post',
    path: `${one}/transfer`,
    summary: 'Hand a household over to one of its people',
    auth: 'person',
    body: transferBody,
    status: 204,
  },
  {
    method: 'post',
    path: `${one}/invitations`,
    summary: 'Invite somebody by a link, or by mail; the token is shown once',
    auth: 'person',
    body: inviteBody,
    answer: invited,
    status: 201,
  },
  {
    method: 'get',
    path: `${one}/invitations`,
    summary: 'Invitations that can still be accepted',
    auth: 'person',
    answer: invitationsAnswer,
  },
  {
    method: 'delete',
    path: `${one}/invitations/{invitation}`,
    summary: 'Take an invitation back',
    auth: 'person',
    status: 204,
  },
  {
    method: 'get',
    path: '/api/v1/invitations/{token}',
    summary: 'What an invitation is to',
    auth: 'none',
    answer: invitationPreview,
  },
  {
    method: 'post',
    path: '/api/v1/invitations/{token}/accept',
    summary: 'Join the household of an invitation',
    auth: 'person',
    answer: acceptedInvitation,
  },
];
