import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { server } from '#apps/web/testing/server.ts';
import { billHistory, currentBill, fetchBills } from './billing-queries.ts';
import { bill, householdId } from './testing.ts';

const household = householdId;
const latest = bill('2026-10-01', '2026-11-01', 61.4);

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
  const asked = answerBills(200, [latest]);
  expect(await currentBill(household)).toEqual(latest);
  expect(await billHistory(household)).toEqual([latest]);
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
  await expect(fetchBills(household, { limit: 1 })).rejects.toThrow('permission denied');
  expect(logged).toHaveBeenCalledTimes(3);
  expect(logged.mock.calls[0]?.join(' ')).toContain('permission denied');
});
