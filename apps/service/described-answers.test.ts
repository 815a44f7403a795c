/** Whatever is asked of whichever endpoint, over a real connection: what is answered is described. */
import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { readDescription, readDescriptionPage } from '#catalogue/description.ts';
import type { Endpoint } from '#catalogue/endpoint.ts';
import { contentOf } from '#kernel/http/answers.ts';
import { bodyLimit, createHttp } from '#kernel/http/http.ts';
import { describeRoutes } from '#kernel/http/openapi.ts';
import { ProblemError, sendProblem } from '#kernel/http/problem.ts';
import { createServe } from '#kernel/http/serve.ts';
import type { Person } from '#kernel/people/person.ts';
import { sources } from '#subjects/hardware/sources/index.ts';
import { pushRoutes } from '#subjects/readings/service/ingest/index.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints, nameOf } from './testing/all-endpoints.ts';
import { type Answered, type Described, type Description, openDescription } from './testing/description.ts';

const asha: Person = { sub: 'asha', role: 'authenticated', expiresAt: 0, session: null };
const id = '0b2f7c3e-6f0a-4f0e-9d55-0f6a2b1c3d4e';

/** Every endpoint with what stands before its subject: nobody's request gets further. */
const app = createHttp({ TRUST_PROXY: false, PUBLIC_URL: undefined }, pino({ level: 'silent' }));
const authenticate = Object.assign(
  async ({ headers }: { headers: { authorization?: string | undefined } }): Promise<Person> => {
    if (headers.authorization === 'Bearer away') throw new ProblemError('identity-unavailable');
    if (headers.authorization !== 'Bearer asha') throw new ProblemError('not-authenticated');
    return asha;
  },
  { isFresh: async () => false },
);
const serve = createServe(app, authenticate);
describeRoutes(app, serve);
pushRoutes(app, {
  ingest: { take: async () => ({ accepted: 0, duplicate: 0, rejected: [] }) },
  tokens: {
    find: async (token) => {
      if (token !== 'asha') throw new ProblemError('token-invalid');
      return { id: 1, household: id, scope: 'household', maySwitch: false, meters: new Map(), utilities: new Map() };
    },
  },
  unread: { note: async () => {} },
  now: Date.now,
});
const served = new Set<Endpoint>([
  readDescription,
  readDescriptionPage,
  ...sources.flatMap(({ push }) => push?.endpoint ?? []),
]);
const behind = allEndpoints.filter((endpoint) => !served.has(endpoint));
for (const endpoint of behind)
  serve(endpoint, ({ request: { headers } }) => {
    throw headers['x-fault'] === 'database' ? Object.assign(new Error('away'), { code: '57P01' }) : new Error('ours');
  });

app.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not-found'));

let described: Described;
let port = 0;
beforeAll(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
  const answer = await fetch(`http://127.0.0.1:${port}${readDescription.path}`);
  described = openDescription((await answer.json()) as Description);
});
afterAll(() => app.close());

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const ask = ({ method, path, headers = {}, body }: Asked): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const sized = body !== undefined && !('content-length' in headers) ? { 'content-length': String(body.length) } : {};
    const asked = request({ port, host: '127.0.0.1', method, path, agent: false, headers: { ...sized, ...headers } });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      void text(answer).then((told) => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: told });
        asked.destroy();
      }, reject);
    });
    // Who says that more is coming hears that it is too much before it is sent.
    if (body !== undefined) asked.write(body);
    if (Number(headers['content-length'] ?? 0) <= (body?.length ?? 0)) asked.end();
  });

const signed = { authorization: 'Bearer asha' };
const json = { ...signed, 'content-type': 'application/json' };

/** What somebody could say that no endpoint takes. */
const wrongRequests = ({ method, path, maxBytes }: Endpoint): Asked[] => {
  const url = path.replaceAll(/\{\w+\}/g, id);
  const of = (more: Omit<Asked, 'method' | 'path'> & { path?: string }): Asked => ({ method, path: url, ...more });
  const size = String((maxBytes ?? bodyLimit) + 1);
  const withBody =
    method === 'GET'
      ? []
      : [
          of({ headers: json, body: '{"a' }),
          of({ headers: json, body: '"\\u0000"' }),
          of({ headers: json, body: 'null' }),
          of({ headers: json, body: '{"no":"such"}' }),
          of({ headers: { ...signed, 'content-type': 'text/xml' }, body: '<a/>' }),
          of({ headers: { ...signed, 'content-type': 'application/json; charset=utf-7' }, body: 'x' }),
          of({ headers: { ...json, 'content-encoding': 'gzip' }, body: 'no gzip' }),
          of({ headers: { ...json, 'content-length': size }, body: ' ' }),
        ];
  return [
    of({}),
    of({ headers: { authorization: 'Bearer no-such' } }),
    of({ headers: { authorization: 'Token no-such' } }),
    of({ headers: { authorization: 'Bearer away' } }),
    of({ headers: signed }),
    of({ headers: { ...signed, 'x-fault': 'database' } }),
    of({ headers: { ...signed, accept: 'image/png' } }),
    of({ headers: { ...signed, 'if-none-match': '*', range: 'bytes=0-1' } }),
    of({ headers: { ...signed, expect: 'tea' } }),
    of({ headers: { ...signed, 'x-long': 'x'.repeat(20_000) } }),
    of({ headers: signed, path: `${url}?long=${'x'.repeat(20_000)}` }),
    of({ headers: signed, path: `${url}?a=%00` }),
    of({ headers: signed, path: `${url}?household=x&from=x&to=x&limit=x&language=x&by=x` }),
    of({ headers: signed, path: path.replaceAll(/\{\w+\}/g, 'no-such') }),
    of({ headers: signed, path: path.replaceAll(/\{\w+\}/g, '%zz') }),
    of({ headers: signed, path: path.replaceAll(/\{\w+\}/g, 'x'.repeat(300)) }),
    ...withBody,
  ];
};

describe('what is answered is described', () => {
  test.each(allEndpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('C8.5 %s', async (_, endpoint) => {
    const asked = wrongRequests(endpoint).filter(({ path }) => described.operationOf(endpoint.method, path));
    const answers = await Promise.all(asked.map(async (one) => [one, await ask(one)] as const));
    const faults = answers.flatMap(([{ method, path, headers, body }, answered]) => {
      // By whom nothing is served here, nothing is answered well.
      const isOurs = answered.status === 200 || answered.status === 204;
      const fault = isOurs && !served.has(endpoint) ? null : described.faultOf(method, path, answered);
      return fault === null
        ? []
        : [`${path.slice(0, 80)} ${JSON.stringify(headers)?.slice(0, 80)} ${body ?? ''}: ${fault}`];
    });
    expect(faults).toEqual([]);
    expect(answers.map(([, { status }]) => status)).toEqual(expect.arrayContaining([400, 417, 431]));
  });

  test('C8.5 what is no HTTP, or does not come in time, is answered without a body', async () => {
    const say = (words: string): Promise<string> => {
      const socket = connect({ host: '127.0.0.1', port });
      socket.write(words);
      return text(socket);
    };
    expect(await say('BREW /healthz HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 .*\r\ncontent-length: 0\r\n/,
    );
    app.server.once('connection', (socket) => {
      app.server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    });
    expect(await say('GET /healthz HTTP/1.1\r\n')).toMatch(/^HTTP\/1.1 408 .*\r\ncontent-length: 0\r\n/);
  });

  test('the head alone is answered like it all, but no stream is opened for it', async () => {
    const { status, headers } = await ask({ method: 'HEAD', path: '/healthz' });
    expect([status, headers['content-type']]).toEqual([500, 'application/problem+json; charset=utf-8']);
    const streams = allEndpoints.filter(
      (one) => one.method === 'GET' && one.answer && contentOf(one.answer).kind === 'events',
    );
    const asked = streams.map(({ path }) => ask({ method: 'HEAD', path, headers: signed }));
    expect((await Promise.all(asked)).map((one) => one.status)).toEqual([404, 404]);
  });
});

test('an answer that the description does not tell of is seen', () => {
  const answered = { status: 401, headers: { 'content-type': 'application/problem+json' }, body: '{}' };
  const fault = (more: Partial<Answered>, path = '/api/v1/assistant', method = 'POST') =>
    described.faultOf(method, path, { ...answered, ...more });
  const body = JSON.stringify({ code: 'not-authenticated', detail: 'x', requestId: 'y' });
  expect(fault({ body })).toBeNull();
  expect(fault({ status: 418 })).toContain('the status 418');
  expect(fault({ body: body.replace('not-authenticated', 'tariff-taken') })).toContain('must be equal to one of');
  expect(fault({ headers: { 'content-type': 'application/json' } })).toContain('401 as application/json');
  const limited = JSON.stringify({ code: 'rate-limited', detail: 'x', requestId: 'y' });
  expect(fault({ status: 429, body: limited })).toContain('429 without Retry-After');
  const stream = { status: 200, headers: { 'content-type': 'text/event-stream' } };
  expect(fault({ ...stream, body: 'event: text\ndata: {"delta":"x"}\n\n' })).toBeNull();
  expect(fault({ ...stream, body: 'event: text\ndata: {"delta":1}\n\n' })).toContain('the event text');
  expect(fault({ ...stream, body: 'event: other\ndata: {}\n\n' })).toContain('the event other');
});
