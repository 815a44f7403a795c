/** A household's people and invitations, handing it over, and having several. What each role may is the database's to say. */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '#catalogue/error-codes.ts';
import type { Sql } from '#kernel/db.ts';
import { hashedAddress, type TakeAllowance } from '#kernel/http/client-address.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Serve } from '#kernel/http/serve.ts';
import {
  acceptInvitation,
  changeMember,
  createHousehold,
  deleteHousehold,
  type HouseholdPerson,
  invitationDays,
  type InvitationPreview,
  invite,
  maxHouseholds,
  maxInvitations,
  type OpenInvitation,
  readInvitation,
  readInvitations,
  readMembers,
  removeMember,
  revokeInvitation,
  transferHousehold,
} from '../contract/household.ts';

// The people of a household, handing it over, and having several.

interface HouseholdDeps {
  readonly sql: Sql;
  readonly takeAllowance: TakeAllowance;
}

interface Outcome {
  fault: ErrorCode | null;
}

const dayS = 86_400;
const newHouseholds = { kind: 'household', count: 20, seconds: dayS };

export const householdRoutes = (serve: Serve, { sql, takeAllowance }: HouseholdDeps): void => {
  const done = async (outcome: PromiseLike<Outcome[]>): Promise<void> => throwFault((await outcome)[0]?.fault ?? null);

  serve(createHousehold, async ({ person, body: { name, timeZone } }) => {
    await takeAllowance(newHouseholds, person.sub);
    const [made] = await sql<(Outcome & { id: string })[]>`
      select * from private.create_household(${person.sub}, ${name}, ${timeZone ?? null}, ${maxHouseholds})`;
    throwFault(made?.fault ?? null);
    return { id: made?.id ?? '' };
  });

  serve(deleteHousehold, ({ person, params: { household }, body: { name } }) =>
    done(sql<Outcome[]>`select private.delete_household(${person.sub}, ${household}, ${name}) as fault`),
  );

  serve(readMembers, async ({ person, params: { household } }) => {
    const [row] = await sql<{ members: HouseholdPerson[] | null }[]>`
      select private.household_people(${person.sub}, ${household}) as members`;
    if (!row?.members) throw new ProblemError('not-found');
    return { members: row.members };
  });

  serve(changeMember, ({ person, params: { household, member }, body }) =>
    done(sql<Outcome[]>`
      select private.change_member(${person.sub}, ${household}, ${member}, ${JSON.stringify(body)}::text::jsonb) as fault`),
  );

  serve(removeMember, ({ person, params: { household, member }, query: { tokens } }) =>
    done(sql<Outcome[]>`
      select private.remove_member(${person.sub}, ${household}, ${member}, ${tokens === 'end'}) as fault`),
  );

  serve(transferHousehold, ({ person, params: { household }, body: { to } }) =>
    done(sql<Outcome[]>`select private.transfer_household(${person.sub}, ${household}, ${to}) as fault`),
  );
};

// Inviting to a household: a link that its holder may use once, in time. The token is shown once and kept as a hash.

export interface InvitationDeps extends HouseholdDeps {
  /** Visitors are counted by a hash of their address with this key. */
  readonly addressSecret: string;
  readonly origin: () => string;
  readonly sendsMails: boolean;
}

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

  /** Tokens are too long to be guessed: only who tries some that are not there is stopped, not all who share an address. */
  const found = async <Row extends Outcome>(request: FastifyRequest, rows: PromiseLike<Row[]>): Promise<Row> => {
    const [row = { fault: 'invitation-unknown' as const }] = await rows;
    if (row.fault === 'invitation-unknown') await takeAllowance(looks, hashedAddress(addressSecret, request));
    throwFault(row.fault);
    return row as Row;
  };

  serve(readInvitation, async ({ params, request }) => {
    const looked = sql<(Outcome & { preview: InvitationPreview })[]>`
      select * from private.look_at_invitation(${hashOf(params.token)})`;
    return (await found(request, looked)).preview;
  });

  serve(acceptInvitation, async ({ person, params, request }) => {
    const accepted = sql<(Outcome & { household_id: string })[]>`
      select * from private.accept_invitation(${person.sub}, ${hashOf(params.token)})`;
    return { household: (await found(request, accepted)).household_id };
  });
};

// What the database's functions answer: the code of what keeps somebody from it, or null.

/** After a refusal for the day, an hour is worth trying again. */
const laterS = 3_600;

const throwFault = (fault: ErrorCode | null): void => {
  if (fault === null) return;
  throw fault === 'rate-limited' ? new ProblemError(fault, undefined, laterS) : new ProblemError(fault);
};
