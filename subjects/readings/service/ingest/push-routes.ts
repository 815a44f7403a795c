/** Where programs send what they read, each in a format of its own: whatever the sources declare. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#catalogue/endpoint.ts';
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { ingestToken } from '#kernel/people/person.ts';
import {
  PushFault,
  type PushRequest,
  type Source,
  sources,
  type Unread as UnreadItem,
} from '#subjects/hardware/sources/index.ts';
import { maxReadings } from '../../contract/readings.ts';
import type { IngestTokens } from './ingest-tokens.ts';
import type { Ingest } from './record-readings.ts';

interface PushDeps {
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
    const sent = await requestOf(request, push.endpoint, Math.floor(now() / 1000));
    const key = push.key?.(sent) ?? ingestToken(request);
    const { household, meters, utilities } = await tokens.find(key);
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
    const all = read.readings.map((one, index) => ({ ...one, index, spanS: null }));
    // Heat under the name of a meter of electricity is not its use.
    const isOther = ({ meter, utility }: (typeof all)[number]) =>
      utility !== undefined && (utilities.get(meter) ?? utility) !== utility;
    const answer = await ingest.take(key, {
      sent: all.filter((one) => !isOther(one)),
      rejected: all.filter(isOther).map(({ index }) => ({ index, code: 'unknown-meter' })),
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

const requestOf = async (request: FastifyRequest, endpoint: Endpoint, now: number): Promise<PushRequest> => ({
  id: request.id,
  path: request.url.split('?', 1)[0] ?? '',
  query: Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  ),
  body: await bodyOf(request, endpoint),
  now,
});

const bodyOf = async ({ body, headers }: FastifyRequest, { mayBeGzip }: Endpoint): Promise<Buffer> => {
  if (!Buffer.isBuffer(body)) return Buffer.alloc(0);
  if (!mayBeGzip || headers['content-encoding'] !== 'gzip') return body;
  try {
    return await unpack(body, { maxOutputLength: unpackedLimit });
  } catch (error) {
    const isLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    throw isLarge ? new ProblemError('body-too-large') : new ProblemError('body-malformed', 'The body is not gzip');
  }
};

// What was heard and not understood: kept for the household to see, the latest of each place, and seldom written.

interface UnreadMessage extends UnreadItem {
  /** How it came in: the source, or what several of them share. */
  readonly door: string;
}

export interface Unread {
  /** Resolves when it is kept, or is so already. Never fails: what was not understood is no reason to refuse what was. */
  note(household: string, messages: readonly UnreadMessage[]): Promise<void>;
}

const everyMs = 10 * 60_000;
const maxRemembered = 10_000;
const maxPayload = 4000;
const maxPlace = 200;
/** What neither a database nor a page can hold: NUL and halves of characters. */
const unsound = /[\0\p{Cs}]/gu;
const sound = (text: string, max: number): string => text.replace(unsound, '').slice(0, max);

export const createUnread = (sql: Sql, now: () => number, warn: (error: unknown) => void = () => {}): Unread => {
  /** By household and place: when it was written last, and how often it was heard since. */
  const seen = new Map<string, { at: number; times: number }>();

  const isDue = (key: string): number | null => {
    const last = seen.get(key);
    if (last && now() - last.at < everyMs) {
      last.times += 1;
      return null;
    }
    if (seen.size >= maxRemembered) seen.delete(seen.keys().next().value as string);
    seen.delete(key);
    seen.set(key, { at: now(), times: 0 });
    return (last?.times ?? 0) + 1;
  };

  return {
    note: async (household, messages) => {
      const notes = messages.flatMap(({ door, place, reason, payload }) => {
        const times = isDue(JSON.stringify([household, door, place, reason]));
        const at = sound(place, maxPlace).trim() || '?';
        return times === null ? [] : [{ door, place: at, reason, payload: sound(payload, maxPayload), times }];
      });
      // Of two at one place in one statement the last stays.
      const single = [...new Map(notes.map((one) => [one.door + one.place, one])).values()];
      if (single.length === 0) return;
      await sql`select private.note_unread(${household}, ${sql.json(single)})`.catch(warn);
    },
  };
};
