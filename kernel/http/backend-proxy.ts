/** Passes `/auth/v1` and `/rest/v1` to the embedded backend, which runs in this process. */
import { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance } from 'fastify';
import { clientAddress } from './client-address.ts';
import { ProblemError } from './problem.ts';

export type BackendFetch = (request: Request, from: { address: string }) => Promise<Response>;

const bodyLimit = 1024 * 1024;
const withoutBody = new Set(['GET', 'HEAD']);
/** Of the answer these are ours to say. */
const ownHeaders = new Set(['content-length', 'transfer-encoding', 'connection', 'cache-control']);

/** In the shape that its client reads. */
const refusal = (path: string, status: number, code: string, words: string): Record<string, unknown> =>
  path.startsWith('/auth/')
    ? { code: status, error_code: code, msg: words }
    : { code, message: words, details: null, hint: null };

export const proxyBackend = (app: FastifyInstance, backend: BackendFetch, origin: () => string): void => {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.setErrorHandler<FastifyError>(async (error, request, reply) => {
      if (error instanceof ProblemError && error.code === 'query-invalid')
        return reply.code(400).send(refusal(request.url, 400, 'validation_failed', error.message));
      if (error.statusCode !== 413) throw error;
      return reply.code(413).send(refusal(request.url, 413, 'request_too_large', 'The request is too large.'));
    });
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
    for (const prefix of ['/auth/v1/*', '/rest/v1/*']) {
      scope.all(prefix, async (request, reply) => {
        // No request of the backend's kind may have it.
        if (request.method === 'TRACE')
          return reply.code(405).send(refusal(request.url, 405, 'method_not_allowed', 'This method is not offered.'));
        const headers = new Headers();
        for (const [name, value] of Object.entries(request.headers)) {
          if (typeof value === 'string' && name !== 'host' && name !== 'connection' && name !== 'content-length')
            headers.set(name, value);
        }
        const body = withoutBody.has(request.method)
          ? null
          : ((request.body as Uint8Array<ArrayBuffer> | undefined) ?? null);
        const answer = await backend(
          new Request(new URL(request.url, origin()), { method: request.method, headers, body }),
          { address: clientAddress(request) },
        );
        reply.code(answer.status);
        answer.headers.forEach((value, name) => {
          if (!ownHeaders.has(name)) reply.header(name, value);
        });
        if (!answer.body) return reply.send();
        return reply.send(Readable.fromWeb(answer.body));
      });
    }
  });
};
