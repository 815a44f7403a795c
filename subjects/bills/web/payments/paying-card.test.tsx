import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { server } from '#apps/web/testing/server.ts';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import type { PaymentAccount, PayingWay } from '../../contract/payments.ts';
import { answerBilling, householdId } from '../testing.ts';
import { PayingCard } from './paying-card.tsx';

beforeEach(() => queryClient.clear());

const way: PayingWay = {
  id: '5b1e6f0a-0000-4000-8000-0000000000e0',
  validFrom: '2026-01-01',
  kind: 'instalments',
  currency: 'EUR',
  instalment: {
    amount: '80',
    everyMonths: 3,
    dueDay: 31,
    firstDue: '2026-02-28',
    isAutomatic: false,
    yearStart: '2026-03-01',
  },
  recovery: null,
  emergencyCredit: null,
};
const account = (currency = 'EUR'): PaymentAccount => ({
  utility: 'electricity',
  currency,
  way,
  ways: [way],
  start: '2026-01-01',
  balance: '10.00',
  debt: '0.00',
  total: '10.00',
  owedSince: null,
  soFar: null,
  gaps: [],
  lines: [{ day: '2026-02-01', from: '2026-01-01', kind: 'bill', amount: '-61.20' }],
  settlement: null,
  ends: null,
  unknown: null,
  debtEnds: null,
});

async function open(
  accounts: PaymentAccount[],
  answer: () => Response = () => new HttpResponse(null, { status: 204 }),
) {
  storeSession();
  await startSession();
  answerBilling({ accounts });
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/v1/payments/ways', async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  const rights = { mayWrite: true, mayDelete: true };
  const { user } = await renderPart(
    <QueryClientProvider client={queryClient}>
      <PayingCard tariffs={[]} currency="EUR" today="2026-11-16" rights={rights} />
    </QueryClientProvider>,
  );
  return { user, sent };
}

test('a change begins with how it is paid until now, and only what is new is typed', async () => {
  const { user, sent } = await open([account()]);
  await user.click(await screen.findByRole('button', { name: 'Add a change' }));
  const dialog = within(screen.getByRole('dialog'));
  const amount = dialog.getByLabelText('Instalment in EUR');
  expect(amount).toHaveValue('80');
  await user.clear(amount);
  await user.type(amount, '95,50');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const instalment = { ...way.instalment, amount: '95.5' };
  const { id: _id, ...rest } = way;
  await waitFor(() =>
    expect(sent).toEqual([
      { household: householdId, utility: 'electricity', way: { ...rest, validFrom: '2026-11-16', instalment } },
    ]),
  );
});

test('amounts in another currency than the account’s are asked anew', async () => {
  const { user } = await open([account('GBP')]);
  expect(await screen.findByText('Electricity: €80.00 every 3 months')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: /^Change how Electricity is paid/ }));
  expect(within(screen.getByRole('dialog')).getByLabelText('Instalment in GBP')).toHaveValue('');
});

test.each([
  ['paying-taken', 'From', 'Not saved. Another way of paying already starts on this day: edit that one.'],
  ['opening-taken', 'On the account that day, in EUR (optional)', 'Not saved. There is already an opening balance.'],
])('what is taken is told at its field: %s', async (code, label, text) => {
  const { user } = await open([], () => HttpResponse.json({ code, detail: '', requestId: 'r' }, { status: 409 }));
  await user.click(await screen.findByRole('button', { name: 'Keep track of payments' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText('Instalment in EUR'), '80');
  await user.type(dialog.getByLabelText('On the account that day, in EUR (optional)'), '5');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(text)).toBeVisible();
  expect(dialog.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true');
});
