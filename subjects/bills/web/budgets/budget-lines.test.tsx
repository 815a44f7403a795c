import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { BudgetButton, BudgetLines } from './budget-lines.tsx';
import { answerBilling, householdId, soFar } from '../testing.ts';

beforeEach(() => queryClient.clear());

async function open(given: Parameters<typeof answerBilling>[0] = {}) {
  storeSession();
  await startSession();
  answerBilling(given);
  return renderPart(
    <QueryClientProvider client={queryClient}>
      <BudgetLines soFar={soFar} />
      <BudgetButton currency="EUR" />
    </QueryClientProvider>,
  );
}

const budget = (amount: number) => ({ household_id: householdId, utility: 'electricity' as const, amount });

test('C2.16 what is spent of a budget, and that it is passed', async () => {
  await open({ budgets: [budget(40)] });
  // The open cycle's electricity has cost 19.87.
  expect(await screen.findByText('€19.87 of €40.00 (50%)')).toBeVisible();
});

test('one that is passed says so', async () => {
  await open({ budgets: [budget(15)] });
  expect(await screen.findByText('€19.87, the budget is €15.00')).toBeVisible();
});

test('a budget is set for one utility, and taken away from the other', async () => {
  const sent: unknown[] = [];
  const { user } = await open({ budgets: [{ ...budget(40), utility: 'water' }] });
  server.use(
    http.patch('*/rest/v1/budgets', () => HttpResponse.json([])),
    http.post('*/rest/v1/budgets', async ({ request }) => {
      sent.push(await request.json());
      return new HttpResponse(null, { status: 201 });
    }),
    http.delete('*/rest/v1/budgets', ({ request }) => {
      sent.push(new URL(request.url).searchParams.get('utility'));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Change the budgets' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText('Electricity'), '60,50');
  await user.clear(dialog.getByLabelText('Water'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toEqual([{ household_id: householdId, utility: 'electricity', amount: '60.5' }, 'eq.water']),
  );
});

test('what is no amount is said at its field', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Set a budget' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText('Water'), 'much');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('A number, such as 60.')).toBeVisible();
});

test('an amount that can be thousands or decimals is refused', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Set a budget' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText('Electricity'), '1,200');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText(/^Leave out thousands separators/)).toBeVisible();
  expect(dialog.getByLabelText('Electricity')).toBeInvalid();
});

test('C6.3 a member changes a budget, and the owner alone takes it away', async () => {
  const { user } = await open({ budgets: [budget(40)], role: 'member' });
  await user.click(await screen.findByRole('button', { name: 'Change the budgets' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.clear(dialog.getByLabelText('Electricity'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Only the owner of the household can remove a budget.')).toBeVisible();
});
