/** `POST /api/v1/readings`. */
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../platform/problem.ts';
import { tokenOf } from './ingest-tokens.ts';
import { parseReadings } from './parse-readings.ts';
import type { Ingest } from './take-readings.ts';

const bodyLimit = 5 * 1024 * 1024;

export const ingestRoutes = (app: FastifyInstance, ingest: Ingest): void => {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post('/api/v1/readings', { bodyLimit }, async (request, reply) => {
      const token = tokenOf(request);
      if (!Buffer.isBuffer(request.body)) throw new ProblemError('body-malformed', 'The body is empty');
      const answer = await ingest.take(token, parseReadings(request.body));
      return reply.send(answer);
    });
  });
};
