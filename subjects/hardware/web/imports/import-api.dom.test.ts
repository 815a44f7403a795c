import { QueryClient } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { server } from '#apps/web/testing/server.ts';
import { importsQuery } from './import-api.ts';
import { householdId } from '../testing.ts';

test('the history of imports is asked for without the bills that they told', async () => {
  storeSession();
  await startSession();
  const asked: URLSearchParams[] = [];
  server.use(
    http.get('*/rest/v1/imports', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json([]);
    }),
  );
  expect(await new QueryClient().fetchQuery(importsQuery(householdId))).toEqual([]);
  const columns = asked[0]?.get('select')?.split(',');
  expect(columns).toEqual(expect.arrayContaining(['id', 'file_name', 'accepted', 'costs']));
  expect(columns).not.toContain('bills');
  expect(columns).not.toContain('*');
});
