import type { BillingRecord } from '@wattershed/database';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { startSession } from '../../platform/session.ts';
import { asha, storeSession } from '../../testing/auth-answers.ts';
import { server } from '../../testing/server.ts';
import { billHistory, currentBill } from './bills.ts';

const household = '5b1e6f0a-0000-4000-8000-0000000000aa';
const bill: BillingRecord = {
  household_id: household,
  id: 'b1',
  user_id: asha.id,
  period_start: '2026-10-01',
  period_end: '2026-11-01',
  currency: 'EUR',
  total_amount: 61.4,
  water_cost: 21.4,
  electricity_cost: 40,
  created_at: '2026-11-01T00:00:00Z',
};

function answerBills(status: number, body: object): URL[] {
  const asked: URL[] = [];
  server.use(
    http.get('*/rest/v1/billing_records', ({ request }) => {
      asked.push(new URL(request.url));
      return HttpResponse.json(body, { status });
    }),
  );
  return asked;
}

test('C7.10 C9.3 the current bill is the newest of one, history the newest six', async () => {
  storeSession();
  await startSession();
  const asked = answerBills(200, [bill]);
  expect(await currentBill(household)).toEqual(bill);
  expect(await billHistory(household)).toEqual([bill]);
  expect(asked.map((url) => url.searchParams.get('limit'))).toEqual(['1', '6']);
  expect(asked[0]?.searchParams.get('order')).toBe('period_start.desc');
  expect(asked[0]?.searchParams.get('household_id')).toBe(`eq.${household}`);
});

test('C6.2 without an id nothing is asked and nothing is there', async () => {
  expect(await currentBill(undefined)).toBeNull();
  expect(await billHistory(undefined)).toEqual([]);
});

test('C8.4 a failure is logged, and null or empty returned', async () => {
  storeSession();
  await startSession();
  answerBills(403, { code: '42501', message: 'permission denied for table billing_records' });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await currentBill(household)).toBeNull();
  expect(await billHistory(household)).toEqual([]);
  expect(logged).toHaveBeenCalledTimes(2);
  expect(logged.mock.calls[0]?.join(' ')).toContain('permission denied');
});
