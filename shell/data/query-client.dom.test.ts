import { QueryObserver } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
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

/** A question whose answers are given by hand, each in the order in which it was asked. */
function heldQuestion() {
  const answers: ((value: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  return { query: { queryKey: ['held'], queryFn, staleTime: 60_000 }, answers };
}

test('C1.1 what changes while it is first asked for is shown, and asked again', async () => {
  const client = createQueryClient();
  const { query, answers } = heldQuestion();
  const shown: unknown[] = [];
  const end = new QueryObserver(client, query).subscribe(({ data }) => shown.push(data));
  const changed = client.invalidateQueries({ queryKey: ['held'] });
  answers[0]?.('before the change');
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(shown).toContain('before the change');
  answers[1]?.('after it');
  await changed;
  expect(client.getQueryData(['held'])).toBe('after it');
  end();
});

test('what nobody shows while it changes and is asked for is asked again by whoever shows it next', async () => {
  const client = createQueryClient();
  client.setQueryData(['held'], 'of old');
  const { query, answers } = heldQuestion();
  const asked = client.fetchQuery({ ...query, staleTime: 0 });
  const changed = client.invalidateQueries({ queryKey: ['held'] });
  answers[0]?.('before the change');
  await Promise.all([asked, changed]);
  const end = new QueryObserver(client, query).subscribe(() => undefined);
  expect(answers).toHaveLength(2);
  end();
});
