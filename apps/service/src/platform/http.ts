/** The HTTP server: limits, headers and words that hold for every route. */
import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { believes } from './client-address.ts';
import type { Config } from './config.ts';
import { ProblemError, useProblems } from './problem.ts';
import { addressFault, bodyFault, maySayFault } from './sayable.ts';

const bodyLimit = 1024 * 1024;

export const createHttp = (config: Pick<Config, 'TRUST_PROXY' | 'PUBLIC_URL'>, log: Logger): FastifyInstance => {
  const app = fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    bodyLimit,
    trustProxy: believes(config.TRUST_PROXY),
    forceCloseConnections: true,
    requestTimeout: 600_000,
    routerOptions: { maxParamLength: 200 },
  }) as unknown as FastifyInstance;
  useProblems(app);
  // Clients that always name a type send it with an empty DELETE too.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      const raw = String(body);
      const said: unknown = raw === '' ? undefined : JSON.parse(raw);
      const fault = maySayFault(raw) ? bodyFault(said) : null;
      done(fault === null ? null : new ProblemError('body-malformed', fault), said);
    } catch (error) {
      done(new ProblemError('body-malformed', `The body is not JSON: ${(error as Error).message}`));
    }
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const fault = addressFault(request.url);
    done(fault === null ? undefined : new ProblemError('query-invalid', fault));
  });
  const isSecure = config.PUBLIC_URL?.startsWith('https:');
  // On every answer, so without a promise each.
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'same-origin');
    if (isSecure) reply.header('strict-transport-security', 'max-age=31536000');
    done(null, payload);
  });
  return app;
};
