/** The HTTP server: limits, headers and words that hold for every route. */
import { randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config.ts';
import { useBasePath } from './base-path.ts';
import { believes } from './client-address.ts';
import type { Bodiless } from './answers.ts';
import { ProblemError, sendProblem, useProblems } from './problem.ts';
import { addressFault, bodyFault, maySayFault } from './sayable.ts';

/** Where an endpoint says nothing else. */
export const bodyLimit = 1024 * 1024;

const unreadable: Record<string, Bodiless> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** To what is no HTTP. Without a body: a HEAD, which it may have been, would take one for the next answer. */
const answerUnreadable = ({ code = '' }: { code?: string }, socket: Duplex): void => {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  const status = unreadable[code] ?? 400;
  if (!socket.writable) return void socket.destroy();
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
};

/** Who is refused in the middle of a body hears so, and may finish a short one; more than this is not read. */
const linger = { bytes: 32 * 1024 * 1024, ms: 30_000, everyMs: 25 };

const cutOff = ({ raw }: FastifyRequest): void => {
  const { socket } = raw;
  // In tests without a network there is no socket.
  if (raw.complete || !(socket instanceof Socket)) return;
  const end = { bytes: socket.bytesRead + linger.bytes, at: Date.now() + linger.ms };
  const timer = setInterval(() => {
    const isOver = socket.bytesRead > end.bytes || Date.now() > end.at;
    if (isOver && !raw.complete) socket.destroy();
    if (isOver || raw.complete || socket.destroyed) clearInterval(timer);
  }, linger.everyMs);
};

/** Every answer that has been given, to who measures them. */
export const answered = channel('wattershed.answered');
export interface Answered {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const sayableId = /^[\w.:-]{8,128}$/;

/** The id that a proxy of ours gave a request goes on, so that its log and ours are read together. */
const requestIdOf =
  (believesCallers: boolean) =>
  ({ headers }: IncomingMessage): string => {
    const given = headers['x-request-id'];
    return believesCallers && typeof given === 'string' && sayableId.test(given) ? given : randomUUID();
  };

export const createHttp = (
  config: Pick<Config, 'TRUST_PROXY' | 'PUBLIC_URL'> & Partial<Pick<Config, 'TRUST_INGRESS'>>,
  log: Logger,
): FastifyInstance => {
  const headersOfAll = {
    'x-content-type-options': 'nosniff',
    // What all may keep says so itself.
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    // Whatever may stand in a frame says so itself; a page has a policy of its own.
    'content-security-policy': "frame-ancestors 'none'",
    ...(config.PUBLIC_URL?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
  const app = fastify({
    loggerInstance: log,
    genReqId: requestIdOf(config.TRUST_PROXY !== false),
    bodyLimit,
    trustProxy: believes(config.TRUST_PROXY),
    forceCloseConnections: true,
    requestTimeout: 600_000,
    clientErrorHandler: answerUnreadable,
    // An address that no route could be looked for by.
    frameworkErrors: (_error, _request, reply) =>
      void sendProblem(reply.headers(headersOfAll), 'query-invalid', 'A part of the address is too long, or no text.'),
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
  // On every answer, so without a promise each.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOfAll).header('x-request-id', request.id);
    const fault = addressFault(request.url);
    done(fault === null ? undefined : new ProblemError('query-invalid', fault));
  });
  useBasePath(app, config.TRUST_INGRESS);
  app.addHook('onResponse', (request, reply, done) => {
    cutOff(request);
    if (answered.hasSubscribers) answered.publish({ request, reply } satisfies Answered);
    done();
  });
  return app;
};

// The log: what is secret in a request never comes into it.

/** Keys that some senders put into the address, what a provider of identity sends back, what the link of a mail proves. */
const secretName = /key|token|code|state|secret|password|hash|proof|verifier|signature/i;
/** The tokens of invitations stand in the path. */
const secretPart = /(\/invitations\/)[^/?]+/gi;

const nameOf = (pair: string): string => {
  const [name = ''] = pair.split('=', 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

const sayable = (url: string): string => {
  const [path = '', ...query] = url.split('?');
  const pairs = query.join('?').split('&');
  const told = pairs.map((pair) => (secretName.test(nameOf(pair)) ? `${nameOf(pair)}=…` : pair));
  return [path.replace(secretPart, '$1…'), ...(query.length > 0 ? [told.join('&')] : [])].join('?');
};

export const createLog = (level: string, to?: DestinationStream): Logger =>
  pino(
    {
      level,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: {
        req: ({ method, url, id }: { method: string; url: string; id: string }) => ({
          id,
          method,
          url: sayable(url),
        }),
      },
    },
    ...(to ? [to] : []),
  );
