/** Inviting to a household: a link that its holder may use once, in time. The token is shown once and kept as a hash. */
import { createHash, randomBytes } from 'node:crypto';
import type { ErrorCode } from '#catalogue/error-codes.ts';
import {
  acceptInvitation,
  type InvitationPreview,
  invitationDays,
  invite,
  maxInvitations,
  type OpenInvitation,
  readInvitation,
  readInvitations,
  revokeInvitation,
} from '../contract/household.ts';
import type { FastifyRequest } from 'fastify';
import { hashedAddress } from '#kernel/http/client-address.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Serve } from '#kernel/http/serve.ts';
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

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export const invitationRoutes = (serve: Serve, deps: InvitationDeps): void => {
  const { sql, takeAllowance, addressSecret, origin, sendsMails } = deps;

  serve(invite, async ({ person, params: { household }, body: { role, switchRooms = null, email = null } }) => {
    await takeAllowance(perDay, person.sub);
    if (email !== null) await takeAllowance(mailsPerDay, person.sub);
    const token = randomBytes(24).toString('base64url');
    const mailed = email !== null && sendsMails;
    const [made] = await sql<(Outcome & { id: string; expires_at: Date })[]>`
      select * from private.invite(${person.sub}, ${household}, ${role}, ${JSON.stringify(switchRooms)}::text::jsonb, ${email}, ${hashOf(token)},
        ${mailed ? token : null}, ${invitationDays}, ${maxInvitations})`;
    throwFault(made?.fault ?? null);
    const { id, expires_at } = made as { id: string; expires_at: Date };
    return { id, token, link: `${origin()}/join#${token}`, expiresAt: expires_at.toISOString(), mailed };
  });

  serve(readInvitations, async ({ person, params: { household } }) => {
    const [row] = await sql<(Outcome & { invitations: OpenInvitation[] })[]>`
      select * from private.open_invitations(${person.sub}, ${household})`;
    throwFault(row?.fault ?? null);
    return { invitations: row?.invitations ?? [] };
  });

  serve(revokeInvitation, async ({ person, params: { household, invitation } }) => {
    const [row] = await sql<Outcome[]>`
      select private.revoke_invitation(${person.sub}, ${household}, ${invitation}) as fault`;
    throwFault(row?.fault ?? null);
  });

  /** Tokens are too long to be guessed; this keeps somebody who tries from being a burden. */
  const lookUp = async (token: string, request: FastifyRequest): Promise<Buffer> => {
    await takeAllowance(looks, hashedAddress(addressSecret, request));
    return hashOf(token);
  };

  serve(readInvitation, async ({ params, request }) => {
    const [row] = await sql<(Outcome & { preview: InvitationPreview })[]>`
      select * from private.look_at_invitation(${await lookUp(params.token, request)})`;
    throwFault(row?.fault ?? null);
    return row?.preview;
  });

  serve(acceptInvitation, async ({ person, params, request }) => {
    const [row] = await sql<(Outcome & { household_id: string })[]>`
      select * from private.accept_invitation(${person.sub}, ${await lookUp(params.token, request)})`;
    throwFault(row?.fault ?? null);
    if (!row) throw new ProblemError('invitation-unknown');
    return { household: row.household_id };
  });
};
