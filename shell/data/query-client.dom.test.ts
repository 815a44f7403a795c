import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { server } from '#apps/web/testing/server.ts';
import { signOut } from '../session/auth.ts';
import { membershipsQuery } from '../household/household.ts';
import { createQueryClient, queryClient } from './query-client.ts';
import { ServiceError } from './service-error.ts';
import { startSession } from '../session/arrival.ts';

test('C9.8 an unused result is collected after 5 minutes; a query is tried again 3 times, unless that is pointless', () => {
  const { queries } = createQueryClient().getDefaultOptions();
  expect(queries?.gcTime).toBe(300_000);
  const retry = queries?.retry;
  if (typeof retry !== 'function') throw new Error('expected a rule');
  const network = new ServiceError('network', 0, '');
  expect([0, 1, 2, 3].map((failures) => retry(failures, network))).toEqual([true, true, true, false]);
  expect(retry(0, new ServiceError('forbidden', 403, ''))).toBe(false);
});

test('C6.2 without a signed-in user there are no households, and nothing is asked', async () => {
  expect(await createQueryClient().fetchQuery(membershipsQuery(undefined))).toBeNull();
});

test('C1.1 what was fetched for one person is gone when they sign out', async () => {
  server.use(http.post('*/auth/v1/logout', () => new HttpResponse(null, { status: 204 })));
  storeSession();
  await startSession();
  queryClient.setQueryData(['usage'], 'theirs');
  await signOut('local');
  expect(queryClient.getQueryData(['usage'])).toBeUndefined();
});
