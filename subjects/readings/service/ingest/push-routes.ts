/** Where programs send what they read, each in a format of its own: whatever the sources declare. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { maxReadings } from '../../contract/readings.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '#kernel/http/problem.ts';
import {
  PushFault,
  type PushRequest,
  type Source,
  sources,
  type Unread as UnreadItem,
} from '#subjects/hardware/sources/index.ts';
import { ingestToken } from '#kernel/people/person.ts';
import type { IngestTokens } from './ingest-tokens.ts';
import type { Ingest } from './take-readings.ts';
import type { Unread } from './unread.ts';

export interface PushDeps {
  readonly ingest: Pick<Ingest, 'take'>;
  readonly tokens: Pick<IngestTokens, 'find'>;
  readonly unread: Unread;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const unpackedLimit = 20 * 1024 * 1024;
const unpack = promisify(gunzip);

export const pushRoutes = (app: FastifyInstance, deps: PushDeps): void => {
  for (const source of sources) if (source.push) routeOf(app, deps, source, source.push);
};

const routeOf = (
  app: FastifyInstance,
  { ingest, tokens, unread, now }: PushDeps,
  { id: door }: Source,
  push: NonNullable<Source['push']>,
): void => {
  const receive = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const sent = await requestOf(request, Math.floor(now() / 1000));
    const key = push.key?.(sent) ?? ingestToken(request);
    const { household, meters } = await tokens.find(key);
    const note = async (items: readonly UnreadItem[] = []): Promise<void> => {
      if (household !== null && items.length > 0)
        await unread.note(
          household,
          items.map((one) => ({ door, ...one })),
        );
    };
    const read = push.read(sent, (meter) => meters.has(meter));
    await note(read.unread);
    if (read.nothing !== undefined) throw new ProblemError('nothing-read', read.nothing);
    if (read.readings.length > maxReadings) throw new ProblemError('body-too-large');
    const answer = await ingest.take(key, {
      sent: read.readings.map(({ meter, at, value }, index) => ({ index, meter, at, value, spanS: null })),
      rejected: [],
      count: read.readings.length,
    });
    const own = read.answer?.(answer.rejected);
    await note(own?.unread);
    if (own === undefined) return reply.send(answer);
    return reply.code(own.status).send(own.body);
  };

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Byte by byte, as checksums count them.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, _request, reply) => {
      const problem = error instanceof PushFault ? new ProblemError(error.code, error.message) : error;
      if (push.refusal === undefined || !(problem instanceof ProblemError)) throw problem;
      return reply.code(problem.code === 'token-invalid' ? 401 : 400).send(push.refusal(problem.message));
    });
    const { endpoint, alsoAt = [] } = push;
    const { method, path, maxBytes = 0 } = endpoint;
    scope.route({ method, url: path, bodyLimit: maxBytes, config: { endpoint }, handler: receive });
    for (const url of alsoAt)
      for (const by of ['GET', 'POST'] as const)
        if (by !== method || url !== path) scope.route({ method: by, url, bodyLimit: maxBytes, handler: receive });
  });
};

const requestOf = async (request: FastifyRequest, now: number): Promise<PushRequest> => ({
  id: request.id,
  path: request.url.split('?', 1)[0] ?? '',
  query: Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  ),
  body: await bodyOf(request),
  now,
});

const bodyOf = async ({ body, headers }: FastifyRequest): Promise<Buffer> => {
  if (!Buffer.isBuffer(body)) return Buffer.alloc(0);
  if (headers['content-encoding'] !== 'gzip') return body;
  try {
    return await unpack(body, { maxOutputLength: unpackedLimit });
  } catch (error) {
    const isLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    throw isLarge ? new ProblemError('body-too-large') : new ProblemError('body-malformed', 'The body is not gzip');
  }
};
