/** `/healthz`: the process is alive. `/readyz`: what it depends on answers too. `/api/v1/health`: figures, for administrators. */
import type { HealthDetails, PartState } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from './db.ts';
import type { Authenticate } from './person.ts';
import { ProblemError } from './problem.ts';

/** Whether it works; `off`: this installation has not set it up, which is no fault. */
type Check = () => Promise<boolean | 'off'> | boolean | 'off';
export type Parts = Record<string, Check>;

const patienceMs = 2_000;

const stateOf = async (check: Check): Promise<PartState> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  try {
    const answer = await Promise.race([Promise.resolve().then(check), late]);
    if (answer === 'off') return 'off';
    return answer ? 'up' : 'down';
  } catch {
    return 'down';
  } finally {
    clearTimeout(timer);
  }
};

export const healthRoutes = (app: FastifyInstance, parts: Parts): void => {
  app.get('/healthz', async () => ({ status: 'up' }));
  app.get('/readyz', async (_request, reply) => {
    const states = await Promise.all(
      Object.entries(parts).map(async ([name, check]) => [name, await stateOf(check)] as const),
    );
    const ready = states.every(([, state]) => state !== 'down');
    const body = { status: ready ? 'ready' : 'not-ready', parts: Object.fromEntries(states) };
    return reply.code(ready ? 200 : 503).send(body);
  });
};

export interface HealthDetailsDeps {
  readonly database: Pick<Database, 'asUser' | 'engine'>;
  readonly authenticate: Authenticate;
  readonly details: () => Omit<HealthDetails, 'databaseMs'>;
}

/** The database says who an administrator is. */
export const healthDetailsRoute = (
  app: FastifyInstance,
  { database, authenticate, details }: HealthDetailsDeps,
): void => {
  app.get('/api/v1/health', async (request): Promise<HealthDetails> => {
    const person = await authenticate(request);
    const [row] = await database.asUser(
      person,
      (sql) => sql<{ may: boolean }[]>`select private.is_administrator() as may`,
    );
    if (!row?.may) throw new ProblemError('forbidden');
    const asked = performance.now();
    await database.engine`select 1`;
    return { ...details(), databaseMs: Math.round(performance.now() - asked) };
  });
};
