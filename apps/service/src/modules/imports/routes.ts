/** `POST /api/v1/imports/preview`, `POST /api/v1/imports/bills`, `POST /api/v1/imports`, `GET /api/v1/imports/:id`, `POST /api/v1/imports/:id/undo`. */
import type { Readable } from 'node:stream';
import { importStart } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Authenticate } from '../../platform/person.ts';
import { parse } from '../../platform/parse.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { Imports } from './imports.ts';
import { type Uploads, usualLimits } from './uploads.ts';

const previewQuery = z.object({ name: z.string().max(200).default(''), household: z.uuid().optional() });

const idParam = z.object({ id: z.uuid() });
const sweepMs = 3600 * 1000;

export interface ImportRoutesDeps {
  readonly imports: Imports;
  readonly uploads: Uploads;
  readonly authenticate: Authenticate;
}

export const importRoutes = (app: FastifyInstance, { imports, uploads, authenticate }: ImportRoutesDeps): void => {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The file itself streams to the disk: nothing is read before the person is known.
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.post('/api/v1/imports/preview', { bodyLimit: usualLimits.fileBytes }, async (request) => {
      const person = await authenticate(request);
      const { name, household } = parse(previewQuery, request.query, 'query-invalid');
      if (!request.body) throw new ProblemError('body-malformed', 'The body is empty: send the file itself.');
      return imports.preview(person, household, name, request.body as Readable);
    });
    scope.post('/api/v1/imports/bills', { bodyLimit: usualLimits.fileBytes }, async (request) => {
      const person = await authenticate(request);
      const { name, household } = parse(previewQuery, request.query, 'query-invalid');
      if (!request.body) throw new ProblemError('body-malformed', 'The body is empty: send the file itself.');
      return imports.bills(person, household, name, request.body as Readable);
    });
  });

  app.post('/api/v1/imports', async (request, reply) => {
    const person = await authenticate(request);
    const { fileId, options, dryRun } = parse(importStart, request.body, 'body-malformed');
    return reply.code(202).send({ id: await imports.start(person, fileId, options, dryRun) });
  });

  app.get<{ Params: { id: string } }>('/api/v1/imports/:id', async (request) =>
    imports.report(await authenticate(request), request.params.id),
  );

  app.post<{ Params: { id: string } }>('/api/v1/imports/:id/undo', async (request, reply) => {
    const person = await authenticate(request);
    const { id } = parse(idParam, request.params, 'query-invalid');
    await imports.undo(person, id);
    return reply.code(202).send({ id });
  });

  const sweeping = setInterval(
    () => void uploads.sweep().catch((err) => app.log.error({ err }, 'sweeping uploads')),
    sweepMs,
  );
  sweeping.unref();
  app.addHook('onReady', () => uploads.sweep());
  app.addHook('onClose', async () => {
    clearInterval(sweeping);
    await imports.stop();
  });
};
