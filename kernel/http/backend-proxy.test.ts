import fastify from 'fastify';
import { expect, test } from 'vitest';
import { proxyBackend } from './backend-proxy.ts';

/** The backend behind the proxy, and what it was asked. */
const openProxy = () => {
  const app = fastify();
  const asked: string[] = [];
  proxyBackend(
    app,
    async (request) => {
      asked.push(request.url);
      return new Response(null, { status: 204 });
    },
    () => 'http://localhost',
  );
  return { app, asked };
};

test.each([
  ['/auth/v1/signup', { code: 413, error_code: 'request_too_large', msg: expect.any(String) }],
  ['/rest/v1/budgets', { code: 'request_too_large', message: expect.any(String), details: null, hint: null }],
])('%s: a body that is too large never reaches the backend, and is refused in its shape', async (url, said) => {
  const { app, asked } = openProxy();
  const headers = { 'content-type': 'application/json' };
  const answer = await app.inject({ method: 'POST', url, headers, payload: ' '.repeat(1024 * 1024 + 1) });
  expect([answer.statusCode, answer.json()]).toEqual([413, said]);
  expect(asked).toEqual([]);
  await app.close();
});

test.each([
  ['/auth/v1/user', { code: 405, error_code: 'method_not_allowed', msg: expect.any(String) }],
  ['/rest/v1/budgets', { code: 'method_not_allowed', message: expect.any(String), details: null, hint: null }],
])('%s: a method that no request can have here is refused in its shape', async (url, said) => {
  const { app, asked } = openProxy();
  const answer = await app.inject({ method: 'TRACE' as 'GET', url });
  expect([answer.statusCode, answer.json()]).toEqual([405, said]);
  expect(asked).toEqual([]);
  await app.close();
});
