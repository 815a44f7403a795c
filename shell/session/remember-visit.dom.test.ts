import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { server } from '#apps/web/testing/server.ts';
import { rememberVisit } from './remember-visit.ts';
import { startSession } from './arrival.ts';

test('the visit of somebody signed in is told; of somebody who has left meanwhile, nothing is asked', async () => {
  const told: (string | null)[] = [];
  server.use(
    http.post('*/api/v1/account/seen', ({ request }) => {
      told.push(request.headers.get('authorization'));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await startSession();
  rememberVisit();
  storeSession();
  await startSession();
  rememberVisit();
  await vi.waitFor(() => expect(told).toContain('Bearer token-1'));
  expect(told).toEqual(['Bearer token-1']);
});
