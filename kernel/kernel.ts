/** What every subject stands on, and where it registers itself: its routes at `serve`, its work at `jobs`. */
import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type Changes, createChanges } from './changes.ts';
import { type Config, loadEnvFile, readConfig } from './config.ts';
import { type Database, openDatabase, type Sql } from './db.ts';
import { createTakeAllowance, type TakeAllowance } from './http/client-address.ts';
import { createDrain, type Drain } from './http/drain.ts';
import { createHttp, createLog } from './http/http.ts';
import { createServe, type Serve } from './http/serve.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { createLeases, createOwnLeases, type Leases } from './leases.ts';
import { type Mailing, openMail } from './mail/open-mail.ts';
import { awaitSchema } from './postgres/await-schema.ts';
import { openAuthentication } from './people/authentication.ts';
import type { Authenticate } from './people/person.ts';
import { openTracing } from './tracing.ts';

export interface Kernel {
  /** The project's folder. */
  readonly root: string;
  readonly version: string;
  readonly config: Config;
  readonly log: Logger;
  readonly now: () => number;
  readonly app: FastifyInstance;
  readonly serve: Serve;
  readonly authenticate: Authenticate;
  /** Sessions have ended: each is asked of the database anew. */
  readonly sessionEnded: () => void;
  readonly takeAllowance: TakeAllowance;
  /** Addresses of visitors are counted by a hash with it. All processes of an installation agree on it, and it is not in the database. */
  readonly addressSecret: string;
  readonly database: Database;
  readonly sql: Sql;
  readonly changes: Changes;
  readonly jobs: Jobs;
  /** What one process does alone. An embedded database belongs to one process anyway. */
  readonly leases: Leases;
  readonly mail: Mailing;
  /** Where people find the service; empty until that is known. */
  readonly origin: () => string;
  readonly stopping: AbortSignal;
}

/** What an embedded backend brings: a database, and the secret of its tokens. */
interface OwnBackend {
  readonly serviceUrl: string;
  readonly jwtSecret: string;
  stop(): unknown;
}

/** What has been opened so far, so that a start that fails leaves nothing running. */
export interface Opened {
  add(...stops: (() => unknown)[]): void;
  /** The last one first. */
  stop(): Promise<void>;
}

export const createOpened = (): Opened => {
  const stops: (() => unknown)[] = [];
  return {
    add: (...more) => void stops.push(...more),
    stop: async () => {
      for (const stop of stops.splice(0).reverse()) await stop();
    },
  };
};

export type Ground = Pick<Kernel, 'root' | 'config' | 'log' | 'now' | 'mail' | 'origin'>;

/** `startBackend` is asked where no hosted one is configured; `settle` is told the address that a free port made. */
export const openKernel = async <Backend extends OwnBackend>(
  root: string,
  opened: Opened,
  startBackend: (ground: Ground) => Promise<Backend>,
): Promise<{ kernel: Kernel; backend: Backend | null; settle: (address: string) => void; drain: Drain }> => {
  loadEnvFile(join(root, '.env'));
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const now = Date.now;
  let address = config.PUBLIC_URL ?? '';
  const ground = { root, config, log, now, mail: openMail(config, log, now), origin: () => address };
  const tracing = config.OTEL_EXPORTER_OTLP_ENDPOINT ? await openTracing(config, version, log) : null;
  opened.add(() => tracing?.stop());
  const app = createHttp(config, log);
  tracing?.followRequests(app);
  const backend = config.hosted ? null : await startBackend(ground);
  opened.add(() => backend?.stop());
  const database = openDatabase(backend?.serviceUrl ?? (config.DATABASE_URL as string), {
    isFar: config.hosted,
    follow: tracing?.followStatements,
  });
  opened.add(() => database.stop());
  if (config.hosted) await awaitSchema(database.engine, join(root, 'supabase/migrations'));
  const changes = await createChanges(database);
  const leases = config.hosted ? createLeases(database.engine, log) : createOwnLeases();
  const jobs = createJobs(log, leases);
  const stopping = new AbortController();
  // Each open stream waits for it.
  setMaxListeners(0, stopping.signal);
  opened.add(
    () => changes.stop(),
    () => leases.stop(),
    () => jobs.stop(),
    () => app.close(),
    () => stopping.abort(),
  );
  const drain = createDrain(app, { forMs: config.drainMs, stopping, handOver: () => jobs.stop() });
  const sql = database.engine;
  const { authenticate, sessions } = openAuthentication(config, backend?.jwtSecret, sql, now);
  await sql`select private.configure(${config.GUEST_DOMAIN}), private.configure_backend(${config.hosted})`;
  const takeAllowance = createTakeAllowance(sql);
  jobs.add({ name: 'allowances', everyMs: 600_000, run: () => sql`select private.forget_allowances()` });
  return {
    kernel: {
      ...ground,
      version,
      app,
      serve: createServe(app, authenticate),
      authenticate,
      sessionEnded: sessions.forget,
      takeAllowance,
      addressSecret: backend?.jwtSecret ?? config.DATABASE_URL ?? '',
      database,
      sql,
      changes,
      jobs,
      leases,
      stopping: stopping.signal,
    },
    backend,
    drain,
    settle: (found) => void (address ||= found),
  };
};
