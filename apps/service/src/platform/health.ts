/** `/healthz`: the process is alive. `/readyz`: what it depends on answers too. */
import type { FastifyInstance } from 'fastify';

export type Parts = Record<string, () => Promise<boolean> | boolean>;

const patienceMs = 2_000;

const isUp = async (check: Parts[string]): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  try {
    return await Promise.race([Promise.resolve().then(check), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
};

export const healthRoutes = (app: FastifyInstance, parts: Parts): void => {
  app.get('/healthz', async () => ({ status: 'up' }));
  app.get('/readyz', async (_request, reply) => {
    const states = await Promise.all(
      Object.entries(parts).map(async ([name, check]) => [name, await isUp(check)] as const),
    );
    const ready = states.every(([, up]) => up);
    const body = {
      status: ready ? 'ready' : 'not-ready',
      parts: Object.fromEntries(states.map(([name, up]) => [name, up ? 'up' : 'down'])),
    };
    return reply.code(ready ? 200 : 503).send(body);
  });
};
