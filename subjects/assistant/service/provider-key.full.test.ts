import { afterAll, expect, test } from 'vitest';
import { durableService, isBuilt } from '#apps/service/testing/durable-service.ts';

const key = 'sk-test-0123456789abcdef';
const address = 'http://127.0.0.1:9/v1';
const service = durableService({ OPENAI_API_KEY: key, OPENAI_BASE_URL: address, OPENAI_MODEL: 'model-of-ours' });
afterAll(() => service.end(), 60_000);

const open = [
  '/',
  '/profile',
  '/healthz',
  '/readyz',
  '/api/v1/web-config',
  '/api/v1/assistant',
  '/api/v1/openapi.json',
];

test.runIf(isBuilt)('C7.17 the provider’s key and address are in no page and in no answer', async () => {
  await service.start();
  for (const path of open) {
    const answer = await fetch(`${service.origin}${path}`, { headers: { accept: '*/*, text/html' } });
    const text = await answer.text();
    expect([path, answer.status]).toEqual([path, 200]);
    for (const secret of [key, address, 'model-of-ours']) expect(text).not.toContain(secret);
  }
});
