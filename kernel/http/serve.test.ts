import { bytes, endpoint, events, file } from '#catalogue/endpoint.ts';
import type { FastifyReply } from 'fastify';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkAnswers } from '#apps/service/testing/check-answers.ts';
import { createHttp } from './http.ts';
import type { Person } from '../people/person.ts';
import { ProblemError } from './problem.ts';
import { createServe, openEventStream } from './serve.ts';

const asha: Person = { sub: 'asha', role: 'authenticated', expiresAt: 0, session: null };
const app = () => {
  const http = createHttp({ TRUST_PROXY: false, PUBLIC_URL: undefined }, pino({ level: 'silent' }));
  const wrong = checkAnswers(http);
  const serve = createServe(http, async ({ headers }) => {
    if (headers.authorization !== 'Bearer asha') throw new ProblemError('not-authenticated');
    return asha;
  });
  closing.push(() => http.close());
  return { http, wrong, serve };
};
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const headers = { authorization: 'Bearer asha' };
const id = '0b2f7c3e-6f0a-4f0e-9d55-0f6a2b1c3d4e';

const writePart = endpoint({
  method: 'POST',
  path: '/api/v1/parts/{id}',
  who: 'person',
  summary: 'Write a part',
  params: z.object({ id: z.coerce.number().int() }),
  query: z.object({ loud: z.enum(['yes', 'no']).default('no') }),
  body: z.object({ name: z.string() }),
  answer: z.object({ said: z.string() }),
  status: 201,
  problems: ['not-found'],
});

describe('an endpoint', () => {
  test('says who asks, and what they say, as its contract has it', async () => {
    const { http, serve } = app();
    serve(writePart, ({ person, params, query, body }) => ({
      said: [person.sub, params.id + 1, query.loud, body.name].join(' '),
    }));
    const answer = await http.inject({ method: 'POST', url: '/api/v1/parts/41', headers, body: { name: 'x' } });
    expect([answer.statusCode, answer.json(), answer.headers['cache-control']]).toEqual([
      201,
      { said: 'asha 42 no x' },
      'no-store',
    ]);
  });

  test.each([
    ['/api/v1/parts/41', {}, { name: 'x' }, 401, 'not-authenticated', ''],
    ['/api/v1/parts/x', headers, { name: 'x' }, 400, 'query-invalid', 'id'],
    ['/api/v1/parts/41?loud=very', headers, { name: 'x' }, 400, 'query-invalid', 'loud'],
    ['/api/v1/parts/41?loud=yes&loud=no', headers, { name: 'x' }, 400, 'query-invalid', 'loud'],
    ['/api/v1/parts/41', headers, {}, 400, 'body-malformed', 'name'],
    ['/api/v1/parts/41', headers, undefined, 400, 'body-malformed', 'name'],
    ['/api/v1/parts/41', headers, 'null', 400, 'body-malformed', 'expected object'],
  ])('%s of %j with %j is refused: %i %s', async (url, given, body, status, code, detail) => {
    const { http, serve } = app();
    serve(writePart, () => ({ said: 'done' }));
    const answer = await http.inject({
      method: 'POST',
      url,
      headers: { ...given, 'content-type': 'application/json' },
      ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { code }]);
    expect(answer.json<{ detail: string }>().detail).toContain(detail);
  });

  test('takes the fields that its contract names and no other, and no prototype', async () => {
    const { http, serve } = app();
    const seen: unknown[] = [];
    serve(writePart, ({ body }) => {
      seen.push(body, ({} as Record<string, unknown>)['isAdmin']);
      return { said: 'done' };
    });
    const body =
      '{"name":"x","isAdmin":true,"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}';
    const asked = { method: 'POST' as const, url: '/api/v1/parts/41', body };
    const answer = await http.inject({ ...asked, headers: { ...headers, 'content-type': 'application/json' } });
    expect([answer.statusCode, seen]).toEqual([201, [{ name: 'x' }, undefined]]);
  });

  test('C8.5 that could do without a body takes an empty one, and none that says nothing: null', async () => {
    const { http, serve } = app();
    const end = endpoint({
      method: 'POST',
      path: '/api/v1/end',
      who: 'person',
      summary: 'End',
      body: z.object({ heirs: z.array(z.string()).default([]) }),
    });
    let ended = 0;
    serve(end, () => void (ended += 1));
    const post = async (body?: string) =>
      (
        await http.inject({
          method: 'POST',
          url: '/api/v1/end',
          headers: { ...headers, 'content-type': 'application/json' },
          ...(body && { body }),
        })
      ).statusCode;
    expect([await post('null'), await post('false'), await post('0'), ended]).toEqual([400, 400, 400, 0]);
    expect([await post('{}'), await post(), ended]).toEqual([204, 204, 2]);
  });

  test('of a visitor tells who is signed in, and answers nothing with 204', async () => {
    const { http, serve } = app();
    const seen: unknown[] = [];
    const look = endpoint({ method: 'GET', path: '/api/v1/look', who: 'visitor', summary: 'Look' });
    serve(look, ({ person }) => void seen.push(person));
    expect((await http.inject('/api/v1/look')).statusCode).toBe(204);
    await http.inject({ url: '/api/v1/look', headers });
    expect((await http.inject({ url: '/api/v1/look', headers: { authorization: 'Bearer x' } })).statusCode).toBe(401);
    expect(seen).toEqual([null, asha]);
  });

  test('that takes bytes gets them whatever they are called, and no more than it takes', async () => {
    const { http, serve } = app();
    const send = endpoint({
      method: 'PUT',
      path: '/api/v1/files/{id}.csv',
      who: 'ingest token',
      summary: 'Send',
      body: bytes('text/csv'),
      maxBytes: 4,
      answer: z.object({ bytes: z.int(), token: z.string(), id: z.string() }),
    });
    serve(send, ({ body, token, params }) => ({ bytes: body.length, token, id: params.id }));
    const put = (body: string, type: string) =>
      http.inject({
        method: 'PUT',
        url: `/api/v1/files/${id}.csv`,
        headers: { ...headers, 'content-type': type },
        body,
      });
    expect((await put('{"a"', 'application/json')).json()).toEqual({ bytes: 4, token: 'asha', id });
    expect((await put('12345', 'text/csv')).json()).toMatchObject({ code: 'body-too-large' });
  });
});

const hearParts = endpoint({
  method: 'GET',
  path: '/api/v1/parts/stream',
  who: 'anyone',
  summary: 'Hear of parts',
  answer: events({ part: z.object({ id: z.int() }) }),
});

describe('in tests', () => {
  test.each([
    [{ said: 1 }, 'said'],
    [{ said: 'x', more: 1 }, 'more than its contract'],
  ])('%j is noticed where its contract says something else', async (said, fault) => {
    const { http, wrong, serve } = app();
    serve(writePart, ({ reply }) => reply.code(201).send(said));
    await http.inject({ method: 'POST', url: '/api/v1/parts/1', headers, body: { name: 'x' } });
    expect([...wrong].join('')).toContain(fault);
  });

  test('a problem is noticed that the contract does not name', async () => {
    const { http, wrong, serve } = app();
    serve(writePart, ({ body }) => {
      throw new ProblemError(body.name === 'gone' ? 'not-found' : 'tariff-taken');
    });
    const ask = (name: string) => http.inject({ method: 'POST', url: '/api/v1/parts/1', headers, body: { name } });
    await ask('gone');
    expect([...wrong]).toEqual([]);
    await ask('there');
    expect([...wrong].join('')).toContain('(409): this status is not described');
  });

  test('a problem of a status that it names for another reason is noticed', async () => {
    const { http, wrong, serve } = app();
    const look = endpoint({
      method: 'GET',
      path: '/api/v1/look',
      who: 'anyone',
      summary: 'Look',
      problems: ['not-found'],
    });
    serve(look, () => {
      throw new ProblemError('bills-none');
    });
    await http.inject('/api/v1/look');
    expect([...wrong].join('')).toContain('bills-none is no problem of it');
  });

  test.each([
    ['another status', (reply: FastifyReply) => reply.code(202).send('a'), '(202): this status is not described'],
    [
      'another type',
      (reply: FastifyReply) =>
        reply.type('text/html').header('content-disposition', 'attachment; filename="t"').send('a'),
      'text/html is not described',
    ],
    ['no name', (reply: FastifyReply) => reply.type('text/csv').send('a'), 'it has no Content-Disposition'],
  ])('a file with %s is noticed', async (_, send, fault) => {
    const { http, wrong, serve } = app();
    const table = endpoint({
      method: 'GET',
      path: '/api/v1/t.csv',
      who: 'anyone',
      summary: 'x',
      answer: file('text/csv'),
    });
    serve(table, ({ reply }) => send(reply));
    await http.inject('/api/v1/t.csv');
    expect([...wrong].join('')).toContain(fault);
  });

  test('what is answered beside is described by its status', async () => {
    const { http, wrong, serve } = app();
    const part = endpoint({
      method: 'GET',
      path: '/api/v1/part',
      who: 'anyone',
      summary: 'A part',
      answer: z.object({ isUp: z.literal(true) }),
      also: { 204: null, 503: z.object({ isUp: z.literal(false) }) },
    });
    const statuses = [200, 204, 503, 200];
    serve(part, async ({ reply }) => {
      const status = statuses.shift();
      if (status === 503) return reply.code(503).send({ isUp: false });
      return status === 204 ? undefined : { isUp: true as const };
    });
    for (const status of statuses.slice()) expect((await http.inject('/api/v1/part')).statusCode).toBe(status);
    expect([...wrong]).toEqual([]);
  });

  test.each([
    ['told', '{"n":1}', ''],
    ['told', '{"n":"1"}', 'event told:'],
    ['told', '{"n":1,"m":2}', 'more than its contract'],
    ['other', '{}', 'event other: it is not described'],
  ])('of the event %s with %s is noticed: %s', async (name, data, fault) => {
    const { http, wrong, serve } = app();
    const follow = endpoint({
      method: 'GET',
      path: '/api/v1/follow',
      who: 'anyone',
      summary: 'Follow',
      answer: events({ told: z.object({ n: z.int() }) }),
    });
    serve(follow, ({ reply }) => {
      const stream = openEventStream(follow, reply, () => {});
      stream.send(name as 'told', data);
      stream.end();
    });
    const { body } = await http.inject('/api/v1/follow');
    expect(body).toBe(`event: ${name}\ndata: ${data}\n\n`);
    expect(wrong.size).toBe(fault === '' ? 0 : 1);
    expect([...wrong].join('')).toContain(fault);
  });
});

test('a stream of events carries what every answer carries', async () => {
  const http = createHttp({ TRUST_PROXY: false, PUBLIC_URL: 'https://home.example.org' }, pino({ enabled: false }));
  http.get('/events', async (_request, reply) => openEventStream(hearParts, reply, () => undefined).end());
  expect((await http.inject('/events')).headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'content-security-policy': "frame-ancestors 'none'",
    'referrer-policy': 'same-origin',
    'strict-transport-security': expect.stringMatching(/^max-age=/),
    'x-content-type-options': 'nosniff',
  });
  await http.close();
});

test('what is refused is logged at `info`, with its code and the account’s id', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as never) });
  const http = createHttp({ TRUST_PROXY: false, PUBLIC_URL: undefined }, log);
  const sub = '5b1e6f0a-0000-4000-8000-000000000001';
  const serve = createServe(http, async () => ({ sub, session: null }) as never);
  const shut = endpoint({
    method: 'POST',
    path: '/api/v1/shut',
    who: 'person',
    summary: 'Nobody may',
    problems: ['forbidden'],
  });
  serve(shut, () => {
    throw new ProblemError('forbidden');
  });
  expect((await http.inject({ method: 'POST', url: shut.path })).statusCode).toBe(403);
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 30, event: 'access-refused', code: 'forbidden', person: sub }),
  );
  await http.close();
});
