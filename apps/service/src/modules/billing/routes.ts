/** What the open cycle costs, why a bill changed, a utility's bill held against ours, and the files of bills. */
import { readBillChanges, readBillCosts, readBillSoFar, reconcileBill } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { TakeAllowance } from '../../platform/allowance.ts';
import type { Claims, Database } from '../../platform/db.ts';
import type { Authenticate } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
import { createServe } from '../../platform/serve.ts';
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
  const serve = createServe(app, authenticate);

  serve(readBillSoFar, ({ person, query }) => billing.soFar(person.sub, query.household));

  serve(readBillCosts, ({ person, query: { household, ...draft } }) => billing.costs(person.sub, household, draft));

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

  billFileRoutes(serve, { billing, database, now, oneBill, takeFile });

  serve(readBillChanges, async ({ person, params, query: { against } }) => {
    const { bill, books } = await oneBill(person, params.id);
    const bills = await readBills(database, person, { household: books.household, count: mostBills });
    return billing.changes(person.sub, books.household, bill, earlierBill(bill, bills, against));
  });

  serve(reconcileBill, async ({ person, params: { id } }) => {
    const theirs = z.uuid().safeParse(id).success ? await readCopiedBill(database, person, id) : null;
    if (theirs === null) throw new ProblemError('not-found');
    const bills = await readBills(database, person, { household: theirs.household, count: mostBills });
    return billing.reconcile(person.sub, theirs, bills);
  });
};
