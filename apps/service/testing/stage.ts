/** A database, the ingest on it, and HTTP routes with real sessions: what the tests of the modules stand on. */
import { tokenFor } from '#kernel/people/testing-token.ts';
import type { ReadingsAnswer } from '#subjects/readings/contract/readings.ts';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createTestDatabase, type TestDatabase } from '#kernel/postgres/testing.ts';
import { createIngest, createIngestTokens, type Ingest } from '#subjects/readings/service/ingest/index.ts';
import { createUsage, type Usage } from '#subjects/usage/service/index.ts';
import { type Changes, createChanges } from '#kernel/changes.ts';
import { type Database, openDatabase, type Sql } from '#kernel/db.ts';
import { createHttp } from '#kernel/http/http.ts';
import { type Authenticate, createAuthenticate } from '#kernel/people/person.ts';
import { createServe, type Serve } from '#kernel/http/serve.ts';
import { checkAnswers } from './check-answers.ts';
import { openSeed, type Seed, type SeededHome } from './seed.ts';

interface RouteDeps {
  readonly sql: Sql;
  readonly changes: Changes;
  readonly authenticate: Authenticate;
  readonly stopping: AbortSignal;
  readonly forgetTokens: () => void;
  /** Each application's own, as of another process. */
  readonly usage: Usage;
  readonly serve: Serve;
}

export interface Stage extends Omit<RouteDeps, 'stopping' | 'usage' | 'serve'> {
  readonly testDatabase: TestDatabase;
  readonly database: Database;
  readonly seed: Seed;
  readonly ingest: Ingest;
  readonly stopping: AbortController;
  /** Takes readings as the body of a request would bring them. */
  send(home: Pick<SeededHome, 'token'>, readings: readonly SentByHand[]): Promise<ReadingsAnswer>;
  http(routes: (app: FastifyInstance, deps: RouteDeps) => void): FastifyInstance;
  /** The header of a signed-in person. */
  session(userId: string, lifetimeS?: number): Promise<{ authorization: string }>;
  end(): Promise<void>;
}

/** A reading with its instant in seconds. */
export interface SentByHand {
  readonly meter: string;
  readonly at: number;
  readonly value: number;
  readonly spanS?: number;
}

export const openStage = async (now: () => number = Date.now, given?: TestDatabase): Promise<Stage> => {
  const testDatabase = given ?? (await createTestDatabase());
  const database = openDatabase(testDatabase.serviceUrl);
  const seed = openSeed(testDatabase.ownerUrl);
  const sql = database.engine;
  await sql`select private.configure_backend(false)`;
  const changes = await createChanges(database);
  const tokens = createIngestTokens(sql, Date.now);
  const ingest = createIngest(sql, tokens, changes, now);
  const stopping = new AbortController();
  const opened: FastifyInstance[] = [];
  const wrongAnswers: ReadonlySet<string>[] = [];
  const deps = {
    sql,
    changes,
    authenticate: createAuthenticate({ secret: testDatabase.jwtSecret }, () => Date.now() / 1000),
    forgetTokens: () => tokens.forget(),
  };
  return {
    ...deps,
    testDatabase,
    database,
    seed,
    ingest,
    stopping,
    send: (home, readings) =>
      ingest.take(home.token, {
        sent: readings.map(({ spanS = null, ...one }, index) => ({ index, ...one, spanS })),
        rejected: [],
        count: readings.length,
      }),
    http: (routes) => {
      const app = createHttp({ TRUST_PROXY: false, PUBLIC_URL: undefined }, pino({ level: 'silent' }));
      wrongAnswers.push(checkAnswers(app));
      const serve = createServe(app, deps.authenticate);
      routes(app, { ...deps, serve, stopping: stopping.signal, usage: createUsage(deps) });
      opened.push(app);
      return app;
    },
    session: async (userId, lifetimeS = 3600) => {
      return { authorization: `Bearer ${await tokenFor(testDatabase.jwtSecret, userId, { lifetimeS })}` };
    },
    end: async () => {
      stopping.abort();
      await Promise.all(opened.map((app) => app.close()));
      await changes.stop();
      await Promise.all([database.stop(), seed.end()]);
      if (!given) await testDatabase.drop();
      const wrong = wrongAnswers.flatMap((answers) => [...answers]);
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
    },
  };
};
