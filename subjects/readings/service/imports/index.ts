/** Files that are looked at, imported, and taken back. */
import type { Readable } from 'node:stream';
import { previewImport, readFileBills, readImport, startImport, undoImport } from '../../contract/imports.ts';
import type { FastifyInstance } from 'fastify';
import type { Authenticate } from '#kernel/people/person.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe } from '#kernel/http/serve.ts';
import type { Imports } from './running-imports.ts';
import type { Uploads } from './uploads.ts';

export { createImports } from './running-imports.ts';
export { createImportBoard, noBoard } from './import-board.ts';
export { createSharedUploads } from './shared-uploads.ts';
export { createUploads } from './uploads.ts';

const sweepMs = 3600 * 1000;

export interface ImportRoutesDeps {
  readonly imports: Imports;
  readonly uploads: Uploads;
  readonly authenticate: Authenticate;
}

const contentOf = (body: Readable | undefined): Readable => {
  if (body) return body;
  throw new ProblemError('body-malformed', 'The body is empty: send the file itself.');
};

export const importRoutes = (app: FastifyInstance, { imports, uploads, authenticate }: ImportRoutesDeps): void => {
  const serve = createServe(app, authenticate);

  serve(previewImport, ({ person, query, body }) =>
    imports.preview(person, query.household, query.name, contentOf(body)),
  );
  serve(readFileBills, ({ person, query, body }) =>
    imports.bills(person, query.household, query.name, contentOf(body)),
  );
  serve(startImport, async ({ person, body: { fileId, options, dryRun } }) => ({
    id: await imports.start(person, fileId, options, dryRun),
  }));
  serve(readImport, ({ person, params }) => imports.report(person, params.id));
  serve(undoImport, async ({ person, params: { id } }) => {
    await imports.undo(person, id);
    return { id };
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
