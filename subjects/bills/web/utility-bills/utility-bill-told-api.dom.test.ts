import { QueryClient } from '@tanstack/react-query';
import type { ImportRow } from '#supabase/tables/index.ts';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { server } from '#apps/web/testing/server.ts';
import { toldBill } from '../testing.ts';
import { toldBillsQuery } from './utility-bill-told-list.tsx';

type Told = Pick<ImportRow, 'file_name' | 'bills'>;

/** As the table API answers: without those that tell none where that is asked for, and no more than is asked for. */
const answered = (rows: readonly Told[], { searchParams }: URL): Told[] =>
  rows
    .filter(({ bills }) => searchParams.get('bills') !== 'neq.[]' || bills.length > 0)
    .slice(0, Number(searchParams.get('limit')));

test('many imports that tell no bills do not hide an earlier one that does', async () => {
  storeSession();
  await startSession();
  const tables = Array.from({ length: 60 }, (_, i): Told => ({ file_name: `use-${i}.csv`, bills: [] }));
  const rows = [...tables, { file_name: 'october.xml', bills: [toldBill()] }];
  server.use(http.get('*/rest/v1/imports', ({ request }) => HttpResponse.json(answered(rows, new URL(request.url)))));
  const told = await new QueryClient().fetchQuery(toldBillsQuery('9d2a3c64-0000-4000-8000-000000000001'));
  expect(told).toMatchObject([{ fileName: 'october.xml' }]);
});
