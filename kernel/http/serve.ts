/** Serves an endpoint of a contract: who asks, what they say, and how it is answered follow from its value; a subject adds what it does. */
import { channel } from 'node:diagnostics_channel';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AnswerOf, Bytes, Endpoint, EventName, Events, ParamsOf, Who } from '#catalogue/endpoint.ts';
import { type Authenticate, bearer, ingestToken, type Person } from '../people/person.ts';
import { ProblemError } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route serves; the description of the interface is made from these. */
    endpoint?: Endpoint;
  }
}

interface Call<E extends Endpoint> {
  readonly person: E['who'] extends 'person' | 'administrator'
    ? Person
    : E['who'] extends 'visitor'
      ? Person | null
      : null;
  /** Of hardware, of a screen or of a provider: the subject says whose it is. */
  readonly token: E['who'] extends `${string} token` ? string : undefined;
  readonly params: ParamsOf<E>;
  readonly query: E extends { query: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
  readonly body: E extends { body: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : E extends { body: { kind: 'stream' } }
      ? Readable
      : Buffer;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A text is JSON that was made already; a reply, one that the subject has sent itself. */
type Answered<E extends Endpoint> = AnswerOf<E> | string | FastifyReply;

export type Serve = <const E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Answered<E> | Promise<Answered<E> | void> | void,
) => void;

/** A part of a request as its contract has it, or a problem that names what is wrong with it first, and where. */
const parse = (contract: z.ZodType, given: unknown, code: 'body-malformed' | 'query-invalid'): unknown => {
  const parsed = contract.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ProblemError(code, `${issue?.path.join('.') || 'value'}: ${issue?.message}`);
};

const isSchema = (schema: z.ZodType | Bytes | Events | undefined): schema is z.ZodType => schema instanceof z.ZodType;

/** A part that something else follows is an id; the router would take all of it else. */
const urlOf = (path: string): string =>
  path.replaceAll(/\{(\w+)\}([.]?)/g, (_, name: string, dot: string) =>
    dot === '' ? `:${name}` : `:${name}(^[0-9a-f-]{36}$).`,
  );

const bodyOf = ({ body }: Endpoint, request: FastifyRequest): unknown => {
  if (isSchema(body)) return parse(body, request.body === undefined ? {} : request.body, 'body-malformed');
  return request.body ?? (body?.kind === 'bytes' ? Buffer.alloc(0) : undefined);
};

const tokenOf: Partial<Record<Who, (request: FastifyRequest) => string>> = {
  'ingest token': ingestToken,
  'wall token': ingestToken,
  "provider's token": ({ headers }) => bearer(headers.authorization),
};

export const createServe = (app: FastifyInstance, authenticate: Authenticate): Serve => {
  const personOf = (who: Who, request: FastifyRequest): Promise<Person> | null => {
    const isAsked = who === 'visitor' ? request.headers.authorization : who === 'person' || who === 'administrator';
    return isAsked ? authenticate(request) : null;
  };

  return (endpoint, handle) => {
    const { method, path, who, isSensitive, params, query, body, answer, cache, status, maxBytes }: Endpoint = endpoint;
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const call = {
        person: await personOf(who, request),
        token: tokenOf[who]?.(request),
        params: params ? parse(params, request.params, 'query-invalid') : request.params,
        query: query && parse(query, request.query, 'query-invalid'),
        body: bodyOf(endpoint, request),
        request,
        reply,
      } as Call<typeof endpoint>;
      // Whatever is told of this request from here on names its person.
      if (call.person) request.log = request.log.child({ person: call.person.sub });
      if (isSensitive && call.person && (await authenticate.isFresh?.(call.person)) === false)
        throw new ProblemError('reauthentication-needed');
      const answered: unknown = await handle(call);
      // A file that broke off was begun, and has no end that could be answered.
      if (answered === reply || reply.sent || reply.raw.headersSent) return reply;
      if (cache) reply.header('cache-control', cache);
      if (answered === undefined) return reply.code(204).send();
      if (status) reply.code(status);
      return (typeof answered === 'string' && isSchema(answer) ? reply.type('application/json') : reply).send(answered);
    };
    const route = {
      method,
      url: urlOf(path),
      config: { endpoint },
      handler,
      // Events have no end: whoever asks for their head alone would hold a line that nobody reads.
      exposeHeadRoute: !(answer && 'kind' in answer && answer.kind === 'events'),
      ...(maxBytes && { bodyLimit: maxBytes }),
    };
    if (body === undefined || isSchema(body)) return void app.route(route);
    // As bytes whatever they are called; a stream is not read before it is known who sends it.
    void app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      if (body.kind === 'stream') scope.addContentTypeParser('*', (_request, sent, done) => done(null, sent));
      else scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, sent, done) => done(null, sent));
      scope.route(route);
    });
  };
};

// Server-sent events: the head of the answer, and words in between so that nobody on the way takes the line for dead.

const heartbeatMs = 25_000;
/** 1 when a stream opens, -1 when it closes, to who counts them. */
export const streams = channel('wattershed.streams');

interface EventStream<Name extends string> {
  /** `data` is JSON text. */
  readonly send: (event: Name, data: string) => void;
  /** Bytes that the other side has not taken yet. */
  readonly waitingBytes: () => number;
  readonly end: () => void;
}

/** `closed` is called once, whoever ends it. */
export const openEventStream = <const E extends Endpoint>(
  _endpoint: E,
  reply: FastifyReply,
  closed: () => void,
  everyMs = heartbeatMs,
): EventStream<EventName<E>> => {
  reply.hijack();
  const { raw } = reply;
  // What every answer carries goes along, though the framework does not send this one.
  const headers = reply.getHeaders() as OutgoingHttpHeaders;
  raw.writeHead(200, { ...headers, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), everyMs);
  let isOpen = true;
  streams.publish(1);
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    streams.publish(-1);
    clearInterval(heartbeat);
    closed();
  };
  raw.on('close', close);
  raw.on('error', close);
  return {
    send: (event, data) => void (isOpen && raw.write(`event: ${event}\ndata: ${data}\n\n`)),
    waitingBytes: () => raw.writableLength,
    end: () => {
      raw.end();
      close();
    },
  };
};
