/** A service with the routes of imports and usage on a database of its own, spoken to over HTTP. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { tokenFor } from '#kernel/people/testing-token.ts';
import { pino } from 'pino';
import { checkAnswers } from '#apps/service/testing/check-answers.ts';
import { openSeed, type Seed } from '#apps/service/testing/seed.ts';
import { utilityOf } from '#catalogue/index.ts';
import { type Changes, createChanges } from '#kernel/changes.ts';
import { type Database, openDatabase } from '#kernel/db.ts';
import { createHttp } from '#kernel/http/http.ts';
import { createServe } from '#kernel/http/serve.ts';
import { createAuthenticate } from '#kernel/people/person.ts';
import { createTestDatabase } from '#kernel/postgres/testing.ts';
import type { LatestAnswer, UsageAnswer } from '#subjects/usage/contract/usage.ts';
import { createUsage, usageRoutes } from '#subjects/usage/service/index.ts';
import type { FileBills, ImportMapping, ImportOptions, ImportPreview, ImportReport } from '../../contract/imports.ts';
import type { OpenFile } from '../files/csv/testing.ts';
import { fileFormat } from '../files/green-button/testing-feed.ts';
import {
  createIngest,
  createIngestTokens,
  createUnread,
  type Ingest,
  ingestRoutes,
  pushRoutes,
} from '../ingest/index.ts';
import { createImports, createUploads, importRoutes, noBoard } from './index.ts';
import { createOwnLeases } from '#kernel/leases.ts';
import { type UploadLimits, usualLimits } from './uploads.ts';

interface TestPerson {
  preview(
    file: string | Uint8Array,
    name?: string,
    household?: string,
  ): Promise<{ status: number; body: ImportPreview & { code: string; detail: string } }>;
  bills(
    file: string | Uint8Array,
    household?: string,
  ): Promise<{ status: number; body: FileBills & { code: string; detail: string } }>;
  start(
    fileId: string,
    options: ImportOptions,
    dryRun?: boolean,
  ): Promise<{ status: number; body: { id: string; code: string; detail: string } }>;
  report(id: string): Promise<{ status: number; body: ImportReport }>;
  undo(id: string): Promise<{ status: number; body: { id: string; code: string } }>;
  /** Asks until the import, or its undo, has ended. */
  finish(id: string): Promise<ImportReport>;
  months(from: string, to: string): Promise<UsageAnswer>;
  usage(bucket: string, from: string, to: string, by?: string): Promise<UsageAnswer>;
  latest(): Promise<LatestAnswer>;
}

export interface TestService {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly changes: Changes;
  readonly ingest: Ingest;
  readonly seed: Seed;
  readonly now: { ms: number };
  /** What each batch waits for: to look at a run half-way. */
  gate: Promise<void>;
  /** Called before a file's bills are read, which wait for it. */
  beforeBills: () => Promise<void>;
  as(userId: string | null): Promise<TestPerson>;
  files(): Promise<string[]>;
  stop(): Promise<void>;
}

export const startTestService = async (limits: UploadLimits = usualLimits): Promise<TestService> => {
  const [testDatabase, folder] = await Promise.all([
    createTestDatabase(),
    mkdtemp(join(tmpdir(), 'wattershed-imports-')),
  ]);
  const database = openDatabase(testDatabase.serviceUrl);
  const seed = openSeed(testDatabase.ownerUrl);
  const now = { ms: Date.UTC(2026, 10, 20) };
  const changes = await createChanges(database);
  const clock = (): number => now.ms;
  const tokens = createIngestTokens(database.engine, clock);
  const inner = createIngest(database.engine, tokens, changes, clock);
  const authenticate = createAuthenticate({ secret: testDatabase.jwtSecret }, () => Date.now() / 1000);
  const app = createHttp({ TRUST_PROXY: false, PUBLIC_URL: undefined }, pino({ level: 'silent' }));
  const uploads = createUploads(folder, clock, limits);
  const faults: unknown[] = [];
  const service: TestService = {
    app,
    database,
    changes,
    ingest: inner,
    seed,
    now,
    gate: Promise.resolve(),
    beforeBills: () => Promise.resolve(),
    files: () => readdir(folder),
    as: async (userId) => {
      const sign = () => tokenFor(testDatabase.jwtSecret, userId ?? '');
      return personOf(app, userId === null ? {} : { authorization: `Bearer ${await sign()}` });
    },
    stop: async () => {
      await app.close();
      await changes.stop();
      await Promise.all([database.stop(), seed.end(), rm(folder, { recursive: true })]);
      await testDatabase.drop();
      if (faults.length > 0) throw faults[0];
      if (wrongAnswers.size > 0) throw new Error([...wrongAnswers].join('\n'));
    },
  };
  const ingest: Pick<Ingest, 'record'> = {
    record: async (recordings, person) => {
      await service.gate;
      await inner.record(recordings, person);
    },
  };
  const imports = createImports({
    leases: createOwnLeases(),
    board: noBoard,
    database,
    changes,
    uploads,
    format: {
      ...fileFormat,
      bills: async (open) => {
        await service.beforeBills();
        return fileFormat.bills(open);
      },
    },
    ingest,
    now: clock,
    onFault: (error) => faults.push(error),
  });
  const wrongAnswers = checkAnswers(app);
  ingestRoutes(createServe(app, authenticate), inner);
  pushRoutes(app, { ingest: inner, tokens, unread: createUnread(database.engine, clock), now: clock });
  importRoutes(app, { imports, uploads, authenticate });
  usageRoutes(app, {
    sql: database.engine,
    changes,
    authenticate,
    stopping: new AbortController().signal,
    usage: createUsage({ sql: database.engine, changes }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return service;
};

const personOf = (app: FastifyInstance, headers: Record<string, string>): TestPerson => {
  const { port } = app.server.address() as { port: number };
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
      ...init,
      headers: { ...headers, ...(init.headers as object) },
    });
    return { status: answer.status, body: (await answer.json()) as never };
  };
  const report = (id: string): Promise<{ status: number; body: ImportReport }> => call(`imports/${id}`);
  return {
    preview: (file, name = 'file.csv', household) =>
      call(`imports/preview?${new URLSearchParams({ name, ...(household ? { household } : {}) }).toString()}`, {
        method: 'POST',
        headers: { 'content-type': typeof file === 'string' ? 'text/csv' : 'application/gzip' },
        body: file as string,
      }),
    bills: (file, household) =>
      call(
        `imports/bills?${new URLSearchParams({ name: 'use.xml', ...(household ? { household } : {}) }).toString()}`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/xml' },
          body: file as string,
        },
      ),
    start: (fileId, options, dryRun = false) =>
      call('imports', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ fileId, options, dryRun }),
      }),
    report,
    undo: (id) => call(`imports/${id}/undo`, { method: 'POST' }),
    finish: async (id) => {
      for (;;) {
        const { body } = await report(id);
        if (body.state !== 'running' && body.state !== 'undoing') return body;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    months: async (from, to) =>
      (await call(`usage?${new URLSearchParams({ from, to, bucket: 'month', by: 'device' }).toString()}`)).body,
    usage: async (bucket, from, to, by) =>
      (await call(`usage?${new URLSearchParams({ from, to, bucket, ...(by && { by }) }).toString()}`)).body,
    latest: async () => (await call('usage/latest')).body,
  };
};

// Imports a file twice and reads back what usage says of each month.

interface ImportedMonths {
  readonly first: ImportReport;
  readonly second: ImportReport;
  /** `column month` → Wh or mL. */
  readonly months: ReadonlyMap<string, number>;
}

interface HomeFile {
  readonly open: OpenFile;
  readonly name: string;
  readonly timeZone: string;
  readonly from: string;
  readonly to: string;
  readonly columns: readonly string[];
}

const bytesOf = async (open: OpenFile): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of open()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const toNewDevice = ({ column, unit, kind }: ImportMapping): ImportMapping => ({
  column,
  unit,
  kind,
  target: { newDevice: { name: column, room: '', utility: utilityOf(unit) } },
});

export const importMonths = async (service: TestService, file: HomeFile): Promise<ImportedMonths> => {
  const home = await service.seed.home(file.timeZone);
  const person = await service.as(home.userId);
  const bytes = await bytesOf(file.open);
  const look = async () => (await person.preview(bytes, file.name)).body;
  const run = async (mappings: ImportMapping[]): Promise<ImportReport> => {
    const { fileId, suggestion } = await look();
    return person.finish((await person.start(fileId, { ...suggestion, mappings })).body.id);
  };
  const { suggestion } = await look();
  const mappings = suggestion.mappings.filter(({ column }) => file.columns.includes(column)).map(toNewDevice);
  const first = await run(mappings);
  const keyOf = new Map(first.totals.map(({ column, meter }) => [column, meter]));
  const second = await run(mappings.map((one) => ({ ...one, target: { meter: keyOf.get(one.column) ?? '' } })));

  const usage = await person.months(file.from, file.to);
  const devices = await service.seed.owner<{ id: string; name: string }[]>`
    select id, name from connected_devices where household_id = ${home.household}`;
  const nameOf = new Map(devices.map(({ id, name }) => [id, name]));
  const months = new Map(
    usage.rows.map(({ start, deviceId, used }) => [`${nameOf.get(deviceId ?? '')} ${start.slice(0, 7)}`, used]),
  );
  return { first, second, months };
};
