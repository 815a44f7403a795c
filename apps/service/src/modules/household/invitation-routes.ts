/** Inviting to a household: a link that its holder may use once, in time. The token is shown once and kept as a hash. */
import { createHash, randomBytes } from 'node:crypto';
import {
  type ErrorCode,
  type Invited,
  type InvitationPreview,
  invitationDays,
  inviteBody,
  mostInvitations,
  type OpenInvitation,
} from '@wattershed/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { hashedAddress } from '../../platform/allowance.ts';
import { parse } from '../../platform/parse.ts';
import { ProblemError } from '../../platform/problem.ts';
import { throwFault } from './fault.ts';
import type { HouseholdDeps } from './household-routes.ts';

export interface InvitationDeps extends HouseholdDeps {
  /** Visitors are counted by a hash of their address with this key. */
  readonly addressSecret: string;
  readonly origin: () => string;
  readonly sendsMails: boolean;
}

interface Outcome {
  fault: ErrorCode | null;
}

const dayS = 86_400;
const perDay = { kind: 'invite', count: 40, seconds: dayS };
const mailsPerDay = { kind: 'invite-mail', count: 10, seconds: dayS };
const looks = { kind: 'invitation', count: 60, seconds: 600 };

const path = '/api/v1/household/:household/invitations';
const householdParam = z.object({ household: z.uuid() });
const invitationParam = householdParam.extend({ invitation: z.uuid() });
const tokenParam = z.object({ token: z.string().max(100) });

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export const invitationRoutes = (app: FastifyInstance, deps: InvitationDeps): void => {
  const { sql, authenticate, takeAllowance, addressSecret, origin, sendsMails } = deps;

  app.post(path, async (request, reply) => {
    const person = await authenticate(request);
    const { household } = parse(householdParam, request.params, 'query-invalid');
    const { role, switchRooms = null, email = null } = parse(inviteBody, request.body, 'body-malformed');
    await takeAllowance(perDay, person.sub);
    if (email !== null) await takeAllowance(mailsPerDay, person.sub);
    const token = randomBytes(24).toString('base64url');
    const mailed = email !== null && sendsMails;
    const [made] = await sql<(Outcome & { id: string; expires_at: Date })[]>`
      select * from private.invite(${person.sub}, ${household}, ${role}, ${JSON.stringify(switchRooms)}::text::jsonb, ${email}, ${hashOf(token)},
        ${mailed ? token : null}, ${invitationDays}, ${mostInvitations})`;
    throwFault(made?.fault ?? null);
    const { id, expires_at } = made as { id: string; expires_at: Date };
    const answer: Invited = {
      id,
      token,
      link: `${origin()}/join#${token}`,
      expiresAt: expires_at.toISOString(),
      mailed,
    };
    return reply.code(201).header('cache-control', 'no-store').send(answer);
  });

  app.get(path, async (request) => {
    const person = await authenticate(request);
    const { household } = parse(householdParam, request.params, 'query-invalid');
    const [row] = await sql<(Outcome & { invitations: OpenInvitation[] })[]>`
      select * from private.open_invitations(${person.sub}, ${household})`;
    throwFault(row?.fault ?? null);
    return { invitations: row?.invitations ?? [] };
  });

  app.delete(`${path}/:invitation`, async (request, reply) => {
    const person = await authenticate(request);
    const { household, invitation } = parse(invitationParam, request.params, 'query-invalid');
    const [row] = await sql<Outcome[]>`
      select private.revoke_invitation(${person.sub}, ${household}, ${invitation}) as fault`;
    throwFault(row?.fault ?? null);
    return reply.code(204).send();
  });

  /** Tokens are too long to be guessed; this keeps somebody who tries from being a burden. */
  const tokenOf = async (request: FastifyRequest): Promise<Buffer> => {
    const { token } = parse(tokenParam, request.params, 'query-invalid');
    await takeAllowance(looks, hashedAddress(addressSecret, request));
    return hashOf(token);
  };

  app.get('/api/v1/invitations/:token', async (request, reply) => {
    const [row] = await sql<(Outcome & { preview: InvitationPreview })[]>`
      select * from private.look_at_invitation(${await tokenOf(request)})`;
    throwFault(row?.fault ?? null);
    return reply.header('cache-control', 'no-store').send(row?.preview);
  });

  app.post('/api/v1/invitations/:token/accept', async (request) => {
    const person = await authenticate(request);
    const [row] = await sql<(Outcome & { household_id: string })[]>`
      select * from private.accept_invitation(${person.sub}, ${await tokenOf(request)})`;
    throwFault(row?.fault ?? null);
    if (!row) throw new ProblemError('invitation-unknown');
    return { household: row.household_id };
  });
};
