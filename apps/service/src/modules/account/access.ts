/** Who can get at an account: whether its address is its person's own, and what of what lets others in is kept after a reset. */
import { type AccountAddress, endAccessBody, proveAddressBody } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import type { TakeAllowance } from '../../platform/allowance.ts';
import type { Sql } from '../../platform/db.ts';
import { parse } from '../../platform/parse.ts';
import type { Authenticate } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';

/** How an address is proved by whoever is in its account; null where no mail can be sent, or another provider proves addresses. */
export interface AddressProof {
  readonly send: (userId: string) => Promise<unknown>;
  /** Whether the token is of the mail. */
  readonly accept: (userId: string, token: string) => Promise<boolean>;
}

export interface AccessDeps {
  readonly sql: Sql;
  readonly authenticate: Authenticate;
  readonly takeAllowance: TakeAllowance;
  readonly proof: AddressProof | null;
}

const mails = { kind: 'proof-mail', count: 3, seconds: 900 };
const tries = { kind: 'proof', count: 30, seconds: 900 };
const address = '/api/v1/account/address';
const access = '/api/v1/account/access';

export const accessRoutes = (app: FastifyInstance, { sql, authenticate, takeAllowance, proof }: AccessDeps): void => {
  app.get(address, async (request): Promise<AccountAddress> => {
    const { sub } = await authenticate(request);
    const [row] = await sql<{ proved: boolean }[]>`select private.is_proved(${sub}) as proved`;
    return { isProved: row?.proved ?? false, canProve: proof !== null };
  });

  app.post(address, async (request, reply) => {
    const { sub } = await authenticate(request);
    if (proof === null) throw new ProblemError('not-found');
    await takeAllowance(mails, sub);
    await proof.send(sub);
    return reply.code(204).send();
  });

  app.put(address, async (request, reply) => {
    const { sub } = await authenticate(request);
    const { token } = parse(proveAddressBody, request.body, 'body-malformed');
    await takeAllowance(tries, sub);
    if (!(await proof?.accept(sub, token))) throw new ProblemError('proof-invalid');
    return reply.code(204).send();
  });

  app.get(access, async (request, reply) => {
    const { sub } = await authenticate(request);
    const [row] = await sql<{ access: object }[]>`select private.access_of(${sub}) as access`;
    return reply.header('cache-control', 'no-store').send(row?.access);
  });

  app.post(`${access}/end`, async (request, reply) => {
    const { sub } = await authenticate(request);
    const what = parse(endAccessBody, request.body, 'body-malformed');
    await sql`select private.end_access(${sub}, ${JSON.stringify(what)}::text::jsonb)`;
    return reply.code(204).send();
  });
};
