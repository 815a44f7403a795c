import { type ErrorCode, errorCodes, type Problem, problem } from '#catalogue/error-codes.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttp } from './http.ts';
import { ProblemError } from './problem.ts';

const logged: Record<string, unknown>[] = [];
const app = createHttp(
  { TRUST_PROXY: false, PUBLIC_URL: 'https://home.example.org' },
  pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) }),
);
let thrown: unknown;
beforeAll(() => {
  const fail = async () => {
    throw thrown;
  };
  app.post('/', fail);
  app.get('/part/:id', fail);
});
afterAll(() => app.close());

const answerTo = async (error: unknown, payload: object | string = {}, type = 'application/json') => {
  thrown = error;
  const answer = await app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': type } });
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  return { status: answer.statusCode, body: problem.parse(answer.json<Problem>()), headers: answer.headers };
};

const wrong = (fields: object): Error => Object.assign(new Error('internals that nobody should see'), fields);

describe('errors as the outside sees them', () => {
  test.each(Object.keys(errorCodes) as ErrorCode[])('%s has a status, its words and the request’s id', async (code) => {
    const { status, body } = await answerTo(new ProblemError(code));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).toMatchObject({ code, detail: errorCodes[code] });
    expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('C8.2 not-authenticated says it to the letter', async () => {
    expect(await answerTo(new ProblemError('not-authenticated'))).toMatchObject({
      status: 401,
      body: { detail: 'Not authenticated' },
    });
  });

  test('what is ours to say in detail is said', async () => {
    const { body } = await answerTo(new ProblemError('query-invalid', 'to: must be after from'));
    expect(body.detail).toBe('to: must be after from');
  });

  test.each<[string, unknown, number, ErrorCode]>([
    ['a refused connection', wrong({ code: 'ECONNREFUSED' }), 503, 'database-unavailable'],
    ['a database that shuts down', wrong({ code: '57P01' }), 503, 'database-unavailable'],
    ['a database whose disk is full', wrong({ code: '53100' }), 503, 'database-unavailable'],
    ['no more connections', wrong({ code: '53300' }), 503, 'database-unavailable'],
    ['two who waited for each other', wrong({ code: '40P01' }), 503, 'database-unavailable'],
    ['a broken constraint', wrong({ code: '23505' }), 500, 'internal'],
    ['a text that cannot be kept', wrong({ code: '22021' }), 400, 'body-malformed'],
    ['a number out of range', wrong({ code: '22003' }), 400, 'body-malformed'],
    ['too much of it', wrong({ code: '54001' }), 400, 'body-malformed'],
    ['a body too large', wrong({ statusCode: 413 }), 413, 'body-too-large'],
    ['too many requests', wrong({ statusCode: 429 }), 429, 'rate-limited'],
    ['anything else', wrong({}), 500, 'internal'],
  ])('%s is mapped, and nothing of its inside is told', async (_title, error, status, code) => {
    const answer = await answerTo(error);
    expect(answer).toMatchObject({ status, body: { code, detail: errorCodes[code] } });
    expect(answer.headers['retry-after']).toBe({ 503: '1', 429: '5' }[status]);
  });

  test('what we did wrong is logged with the request’s id, what they did wrong is not', async () => {
    logged.length = 0;
    await answerTo(new ProblemError('forbidden'));
    const { body } = await answerTo(wrong({}));
    expect(logged.map((line) => [line['reqId'], (line['err'] as { message: string }).message])).toEqual([
      [body.requestId, 'internals that nobody should see'],
    ]);
  });

  test('a body that is not JSON is malformed', async () => {
    expect(await answerTo(null, '{"a":')).toMatchObject({ status: 400, body: { code: 'body-malformed' } });
    expect(await answerTo(null, '<a/>', 'text/xml')).toMatchObject({ status: 400, body: { code: 'body-malformed' } });
  });

  test('a body or an address that holds what cannot be kept is refused before anybody reads it', async () => {
    thrown = new ProblemError('forbidden');
    for (const body of ['{"a":"\\u0000"}', '{"a":["\\ud800"]}', '['.repeat(9000) + ']'.repeat(9000)])
      expect(await answerTo(thrown, body)).toMatchObject({ status: 400, body: { code: 'body-malformed' } });
    const answer = await app.inject('/api/v1/a%00b?c=%00');
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'query-invalid']);
  });

  test('an address that no route can be looked for by is refused like any other', async () => {
    for (const url of ['/part/%zz', `/part/${'x'.repeat(300)}`]) {
      const { statusCode, headers, ...answer } = await app.inject(url);
      expect([statusCode, problem.parse(answer.json()).code]).toEqual([400, 'query-invalid']);
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    }
  });

  test('of what is read, the address is at fault; of what is sent, the body', async () => {
    thrown = wrong({ code: '22003' });
    expect((await app.inject('/part/1')).json()).toMatchObject({ code: 'query-invalid' });
    expect((await answerTo(wrong({ code: '22003' }))).body.code).toBe('body-malformed');
  });

  test.each([
    [undefined, '5'],
    [17, '17'],
  ])('whoever is sent away for now is told until when: %s', async (known, told) => {
    expect((await answerTo(new ProblemError('rate-limited', undefined, known))).headers['retry-after']).toBe(told);
  });

  test('every answer forbids guessing its type, and https stays https', async () => {
    const { headers } = await answerTo(new ProblemError('forbidden'));
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
    expect(headers['strict-transport-security']).toMatch(/^max-age=/);
  });

  test('no answer stands in the frame of another page', async () => {
    const { headers } = await answerTo(new ProblemError('forbidden'));
    expect(headers['content-security-policy']).toBe("frame-ancestors 'none'");
  });

  test('no answer may be kept, unless it says so itself', async () => {
    expect((await answerTo(new ProblemError('forbidden'))).headers['cache-control']).toBe('no-store');
  });

  test('TRACE is not answered, and no method is told back', async () => {
    const answer = await app.inject({
      method: 'TRACE' as 'GET',
      url: '/api/v1/thrown',
      headers: { 'x-secret': 'told' },
    });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain('told');
  });
});
