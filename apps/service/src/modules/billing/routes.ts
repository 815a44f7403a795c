/** `GET /api/v1/bills/so-far`, `/bills/costs`, why a bill changed, a utility's bill held against ours, and the files of bills. */
import { changesQuery, costsQuery, soFarQuery } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { TakeAllowance } from '../../platform/allowance.ts';
import type { Claims, Database } from '../../platform/db.ts';
import type { Authenticate } from '../../platform/person.ts';
import { parse } from '../../platform/parse.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { Billing } from './billing.ts';
import type { Books } from './books.ts';
import { billFileRoutes } from './papers/file-routes.ts';
import { type FiledBill, householdOfBill, readBills } from './read-bills.ts';
import { earlierBill } from './read-changes.ts';
import { readCopiedBill } from './reconcile.ts';

const filesPerHour = { kind: 'bill-files', count: 120, seconds: 3600 };
/** Of thirty years by months, which is more than a household keeps. */
const mostBills = 360;

export interface BillingRoutesDeps {
  readonly billing: Billing;
  readonly database: Pick<Database, 'asUser'>;
  readonly authenticate: Authenticate;
  readonly takeAllowance: TakeAllowance;
  readonly now: () => number;
}

export const billingRoutes = (
  app: FastifyInstance,
  { billing, database, authenticate, takeAllowance, now }: BillingRoutesDeps,
): void => {
  app.get('/api/v1/bills/so-far', async (request, reply) => {
    const person = await authenticate(request);
    const { household } = parse(soFarQuery, request.query, 'query-invalid');
    return reply.header('cache-control', 'no-store').send(await billing.soFar(person.sub, household));
  });

  app.get('/api/v1/bills/costs', async (request, reply) => {
    const person = await authenticate(request);
    const { household, ...draft } = parse(costsQuery, request.query, 'query-invalid');
    return reply.header('cache-control', 'no-store').send(await billing.costs(person.sub, household, draft));
  });

  const takeFile = (person: Claims): Promise<void> => takeAllowance(filesPerHour, person.sub);

  /** One bill, brought up to date, that the person may read. */
  const oneBill = async (person: Claims, id: string): Promise<{ bill: FiledBill; books: Books }> => {
    await takeFile(person);
    const household = z.uuid().safeParse(id).success ? await householdOfBill(database, person, id) : null;
    if (household === null) throw new ProblemError('not-found');
    const books = await billing.bringUpToDate(person.sub, household);
    const [bill] = await readBills(database, person, { household, count: 1, id });
    if (!bill) throw new ProblemError('not-found');
    return { bill, books };
  };

  billFileRoutes(app, { billing, database, authenticate, now, oneBill, takeFile });

  app.get<{ Params: { id: string } }>('/api/v1/bills/:id(^[0-9a-f-]{36}$)/changes', async (request, reply) => {
    const person = await authenticate(request);
    const { against } = parse(changesQuery, request.query, 'query-invalid');
    const { bill, books } = await oneBill(person, request.params.id);
    const bills = await readBills(database, person, { household: books.household, count: mostBills });
    const earlier = earlierBill(bill, bills, against);
    return reply
      .header('cache-control', 'no-store')
      .send(await billing.changes(person.sub, books.household, bill, earlier));
  });

  app.get<{ Params: { id: string } }>(
    '/api/v1/utility-bills/:id(^[0-9a-f-]{36}$)/reconcile',
    async (request, reply) => {
      const person = await authenticate(request);
      const { id } = request.params;
      const theirs = z.uuid().safeParse(id).success ? await readCopiedBill(database, person, id) : null;
      if (theirs === null) throw new ProblemError('not-found');
      const bills = await readBills(database, person, { household: theirs.household, count: mostBills });
      return reply.header('cache-control', 'no-store').send(await billing.reconcile(person.sub, theirs, bills));
    },
  );
};
