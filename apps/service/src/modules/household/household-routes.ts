/** The people of a household, handing it over, and having several. What each role may is the database's to say. */
import {
  changeMemberBody,
  createHouseholdBody,
  deleteHouseholdBody,
  type ErrorCode,
  type HouseholdPerson,
  mostHouseholds,
  removeMemberQuery,
  transferBody,
} from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { TakeAllowance } from '../../platform/allowance.ts';
import type { Sql } from '../../platform/db.ts';
import { parse } from '../../platform/parse.ts';
import type { Authenticate } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
import { throwFault } from './fault.ts';

export interface HouseholdDeps {
  readonly sql: Sql;
  readonly authenticate: Authenticate;
  readonly takeAllowance: TakeAllowance;
}

interface Outcome {
  fault: ErrorCode | null;
}

const path = '/api/v1/household';
const householdParam = z.object({ household: z.uuid() });
const memberParam = householdParam.extend({ member: z.uuid() });
const newHouseholds = { kind: 'household', count: 20, seconds: 86_400 };

export const householdRoutes = (app: FastifyInstance, { sql, authenticate, takeAllowance }: HouseholdDeps): void => {
  const done = async (outcome: PromiseLike<Outcome[]>): Promise<void> => throwFault((await outcome)[0]?.fault ?? null);

  app.post(path, async (request, reply) => {
    const person = await authenticate(request);
    const { name, timeZone } = parse(createHouseholdBody, request.body, 'body-malformed');
    await takeAllowance(newHouseholds, person.sub);
    const [made] = await sql<(Outcome & { id: string })[]>`
      select * from private.create_household(${person.sub}, ${name}, ${timeZone ?? null}, ${mostHouseholds})`;
    throwFault(made?.fault ?? null);
    return reply.code(201).send({ id: made?.id });
  });

  app.delete(`${path}/:household`, async (request, reply) => {
    const person = await authenticate(request);
    const { household } = parse(householdParam, request.params, 'query-invalid');
    const { name } = parse(deleteHouseholdBody, request.body, 'body-malformed');
    await done(sql<Outcome[]>`select private.delete_household(${person.sub}, ${household}, ${name}) as fault`);
    return reply.code(204).send();
  });

  app.get(`${path}/:household/members`, async (request) => {
    const person = await authenticate(request);
    const { household } = parse(householdParam, request.params, 'query-invalid');
    const [row] = await sql<{ members: HouseholdPerson[] | null }[]>`
      select private.household_people(${person.sub}, ${household}) as members`;
    if (!row?.members) throw new ProblemError('not-found');
    return { members: row.members };
  });

  app.patch(`${path}/:household/members/:member`, async (request, reply) => {
    const person = await authenticate(request);
    const { household, member } = parse(memberParam, request.params, 'query-invalid');
    const change = parse(changeMemberBody, request.body, 'body-malformed');
    await done(sql<Outcome[]>`
      select private.change_member(${person.sub}, ${household}, ${member}, ${JSON.stringify(change)}::text::jsonb) as fault`);
    return reply.code(204).send();
  });

  app.delete(`${path}/:household/members/:member`, async (request, reply) => {
    const person = await authenticate(request);
    const { household, member } = parse(memberParam, request.params, 'query-invalid');
    const { tokens } = parse(removeMemberQuery, request.query, 'query-invalid');
    await done(sql<Outcome[]>`
      select private.remove_member(${person.sub}, ${household}, ${member}, ${tokens === 'end'}) as fault`);
    return reply.code(204).send();
  });

  app.post(`${path}/:household/transfer`, async (request, reply) => {
    const person = await authenticate(request);
    const { household } = parse(householdParam, request.params, 'query-invalid');
    const { to } = parse(transferBody, request.body, 'body-malformed');
    await done(sql<Outcome[]>`select private.transfer_household(${person.sub}, ${household}, ${to}) as fault`);
    return reply.code(204).send();
  });
};
