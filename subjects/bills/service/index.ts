/** Bills: what the open cycle costs, why a bill changed, a utility's bill held against ours, files; tariffs, weather and documents register here too. */
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { PartState } from '#catalogue/health.ts';
import type { Claims, Database, Sql, Transaction } from '#kernel/db.ts';
import type { TakeAllowance } from '#kernel/http/client-address.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe } from '#kernel/http/serve.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import { readTemperatureFile } from '#subjects/readings/service/files/weather/index.ts';
import { readBillCosts, readUsageCosts } from '../contract/bill-costs.ts';
import { readBillChanges, readBillSoFar, reconcileBill } from '../contract/billing.ts';
import { documentLimits } from '../contract/documents.ts';
import { readPaperBill } from '../contract/paper-bill.ts';
import type { BillingSnapshot } from './billing-snapshot.ts';
import { earlierBill, readCopiedBill } from './compare-bills.ts';
import {
  createDocumentsSetUp,
  createHostedFiles,
  createOwnDocuments,
  createRemoveLeftovers,
  createStoredFiles,
  storageRoutes,
  sweepFiles,
} from './documents/index.ts';
import { choosableOf } from './home-year.ts';
import { type Billing, createBilling } from './household-bills.ts';
import { comparePaper } from './paper/compare-paper.ts';
import { createPaperDesk, type PaperDesk } from './paper/paper-thread.ts';
import { paymentRoutes } from './payments/index.ts';
import { billFileRoutes } from './pdf/file-routes.ts';
import { readPriceFile } from './prices/index.ts';
import { type FiledBill, householdOfBill, readBills } from './read-bills.ts';
import { createTariffs, keepPrices, readTariffLibrary, tariffRoutes } from './tariffs/index.ts';
import { readUrdb } from './urdb/index.ts';
import { createWeather, weatherRoutes } from './weather/index.ts';

export { type Billing, createBilling } from './household-bills.ts';
export type { PeriodCosts } from './read-period-costs.ts';
export type { CostQuestion } from './read-usage-costs.ts';
export { saveTemperatures } from './weather/index.ts';
export { leakCost, type Leaking } from './leak-cost.ts';
export { coloursNamed, type MarketFacts, pricesNamed } from './read-market.ts';
export { type FiledBill, readBills } from './read-bills.ts';
export { earlierBill } from './compare-bills.ts';
export { billLabels, lineTexts } from './pdf/bill-labels.ts';
export { finishPaper, writeHead } from './pdf/bill-pdf.ts';
export { ink, margin, openPaper } from './pdf/paper.ts';

export interface Bills {
  readonly billing: Billing;
  /** What a person may take along of the documents that they may read. */
  readonly documents: ReturnType<typeof createOwnDocuments>;
  /** Of the storage that documents need. */
  state(): PartState;
}

const minuteMs = 60_000;

/** With a hosted backend documents lie in its storage; else they are ours, on the disk. */
export const serveBills = async (kernel: Kernel): Promise<Bills> => {
  const { app, config, sql, now, log, jobs, database, root } = kernel;
  const library = await readTariffLibrary(join(root, 'tariffs'));
  const billing = createBilling({
    sql,
    now,
    library: library.tariffs.map(({ plan }) => plan),
    offers: choosableOf(library.tariffs),
    onFault: (error, household) => log.error({ err: error, household }, 'bills could not be made'),
  });
  billingRoutes(app, { ...kernel, billing });
  jobs.add({ name: 'bills', everyMs: 5 * minuteMs, run: (signal) => billing.closeDue(signal) });
  tariffRoutes(app, { ...kernel, tariffs: createTariffs({ sql, library, now, readPrices: readPriceFile, readUrdb }) });
  weatherRoutes(app, { ...kernel, weather: createWeather({ sql, now, readFile: readTemperatureFile }) });

  const documentsSetUp = createDocumentsSetUp(sql, log);
  await documentsSetUp.attempt();
  jobs.add({ name: 'documents', everyMs: minuteMs, isEverywhere: true, run: () => documentsSetUp.attempt() });
  const files = config.hosted ? null : createStoredFiles(join(config.dataDir, 'storage'));
  if (files) {
    storageRoutes(app, { ...kernel, files });
    jobs.add({
      name: 'stored-files',
      everyMs: 10 * minuteMs,
      firstMs: minuteMs / 4,
      run: () => sweepFiles(sql, files),
    });
  }
  const removeLeftovers = config.hosted ? createRemoveLeftovers(config) : null;
  if (removeLeftovers)
    jobs.add({
      name: 'storage-leftovers',
      everyMs: minuteMs,
      run: async (signal) => {
        const documents = await removeLeftovers(sql, signal);
        if (documents > 0) log.info({ documents }, 'documents of households that are gone were removed');
      },
    });
  return {
    billing,
    documents: createOwnDocuments(database, files ?? createHostedFiles(config)),
    state: () => documentsSetUp.state(),
  };
};

/** Prices as a market's own interface gives them, of instants alone; null for a household that is not the person's to change. */
export const savePriceFile = async (
  sql: Sql | Transaction,
  userId: string,
  household: string,
  text: string,
): Promise<number | 'unreadable' | null> => {
  const file = readPriceFile(text, { per: 'MWh', timeZone: 'UTC' });
  return file.ok ? keepPrices(sql, userId, household, file) : 'unreadable';
};

// The routes of bills themselves.

const papersPerHour = { kind: 'paper-bills', count: 60, seconds: 3600 };
const filesPerHour = { kind: 'bill-files', count: 120, seconds: 3600 };
/** Of thirty years by months, which is more than a household keeps. */
const maxBills = 360;

export interface BillingRoutesDeps {
  readonly billing: Billing;
  readonly database: Pick<Database, 'asUser'>;
  readonly authenticate: Authenticate;
  readonly takeAllowance: TakeAllowance;
  readonly now: () => number;
  readonly papers?: PaperDesk;
}

const bytesOf = async (body: Readable | undefined, limit: number): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  let size = 0;
  // Not destroyed: the sender of too much can finish, and hear the answer.
  for await (const piece of body?.iterator({ destroyOnReturn: false }) ?? []) {
    size += (piece as Buffer).length;
    if (size > limit) {
      body?.resume();
      throw new ProblemError('body-too-large');
    }
    pieces.push(piece as Buffer);
  }
  if (size === 0) throw new ProblemError('body-malformed', 'The body is empty: send the file itself.');
  return Buffer.concat(pieces);
};

export const billingRoutes = (
  app: FastifyInstance,
  { billing, database, authenticate, takeAllowance, now, papers = createPaperDesk() }: BillingRoutesDeps,
): void => {
  const serve = createServe(app, authenticate);

  serve(readBillSoFar, ({ person, query }) => billing.soFar(person.sub, query.household));

  serve(readBillCosts, ({ person, query: { household, ...draft } }) => billing.costs(person.sub, household, draft));

  serve(readUsageCosts, ({ person, query: { household, from, to, ...question } }) =>
    billing.costsOverTime(person.sub, household, { start: from, end: to, ...question }),
  );

  const takeFile = (person: Claims): Promise<void> => takeAllowance(filesPerHour, person.sub);

  /** One bill, brought up to date, that the person may read. */
  const oneBill = async (person: Claims, id: string): Promise<{ bill: FiledBill; snapshot: BillingSnapshot }> => {
    await takeFile(person);
    const household = z.uuid().safeParse(id).success ? await householdOfBill(database, person, id) : null;
    if (household === null) throw new ProblemError('not-found');
    const snapshot = await billing.bringUpToDate(person.sub, household);
    const [bill] = await readBills(database, person, { household, count: 1, id });
    if (!bill) throw new ProblemError('not-found');
    return { bill, snapshot };
  };

  billFileRoutes(serve, { billing, database, now, oneBill, takeFile });
  paymentRoutes(serve, { billing, database, takeFile });

  serve(readBillChanges, async ({ person, params, query: { against } }) => {
    const { bill, snapshot } = await oneBill(person, params.id);
    const bills = await readBills(database, person, { household: snapshot.household, count: maxBills });
    return billing.changes(person.sub, snapshot.household, bill, earlierBill(bill, bills, against));
  });

  serve(reconcileBill, async ({ person, params: { id } }) => {
    const theirs = z.uuid().safeParse(id).success ? await readCopiedBill(database, person, id) : null;
    if (theirs === null) throw new ProblemError('not-found');
    const bills = await readBills(database, person, { household: theirs.household, count: maxBills });
    return billing.reconcile(person.sub, theirs, bills);
  });

  serve(readPaperBill, async ({ person, query: { household, utility }, body }) => {
    const home = await billing.writableHome(person.sub, household);
    await takeAllowance(papersPerHour, person.sub);
    const bytes = await bytesOf(body, documentLimits.fileBytes);
    return papers.read(bytes, async (paper) => {
      const bills = await readBills(database, person, { household: home, count: maxBills });
      const candidates = await billing.paperCandidates(person.sub, home, paper.bill, bills, utility);
      return { bill: paper.bill, ...(await comparePaper(paper, candidates)) };
    });
  });
};
