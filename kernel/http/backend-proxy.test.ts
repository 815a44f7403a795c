import fastify from 'fastify';
import { expect, test } from 'vitest';
import { proxyBackend } from './backend-proxy.ts';

test.each([
  ['/auth/v1/signup', { code: 413, error_code: 'request_too_large', msg: expect.any(String) }],
  ['/rest/v1/budgets', { code: 'request_too_large', message: expect.any(String), details: null, hint: null }],
])('%s: a body that is too large never reaches the backend, and is refused in its shape', async (url, said) => {
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
  const headers = { 'content-type': 'application/json' };
  const answer = await app.inject({ method: 'POST', url, headers, payload: ' '.repeat(1024 * 1024 + 1) });
  expect([answer.statusCode, answer.json()]).toEqual([413, said]);
  expect(asked).toEqual([]);
  await app.close();
});
