import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { server } from '#apps/web/testing/server.ts';
import { noticeStore } from '#shell/ui/notices/notice.ts';
import { householdId, tariff } from '../testing.ts';
import { billDialog, openUtilityBills, reconciled, utilityBill } from './testing-utility-bills.tsx';

vi.mock('#shell/ui/chart/echarts.ts', () => ({
  init: () => ({ isDisposed: () => true, dispose: () => undefined, dispatchAction: () => undefined }),
}));
beforeEach(() => queryClient.clear());

const titles = () => noticeStore.read().map(({ title }) => title);

describe('the bills of utilities', () => {
  test('stand with their days, total, paper, and what they are dearer by', async () => {
    const { card } = await openUtilityBills({ bills: [utilityBill('2026-10-01', { document: 'october.pdf' })] });
    const row = card.getByRole('button', { name: /^1 Oct/ });
    expect(await card.findByText('€17.16 more than calculated')).toBeVisible();
    expect(row).toHaveTextContent(
      /^1 Oct – 2 Nov 2026ElectricityEstimated readingoctober\.pdf€99\.00€17\.16 more than calculated$/,
    );
  });

  test('say why one would enter any, while there is none', async () => {
    const { card } = await openUtilityBills();
    expect(card.getByText(/^None yet\. Enter one to check its days/)).toBeVisible();
    expect(card.getByRole('button', { name: 'Enter a bill' })).toBeVisible();
  });

  test('C6.3 are only looked at by a viewer', async () => {
    const { card, user } = await openUtilityBills({ role: 'viewer', bills: [utilityBill('2026-10-01')] });
    expect(card.queryByRole('button', { name: /Enter|Actions/ })).not.toBeInTheDocument();
    await user.click(card.getByRole('button', { name: /^1 Oct/ }));
    expect(await billDialog().findByRole('heading', { name: 'Theirs is €17.16 more than calculated' })).toBeVisible();
  });

  test('that nothing can be held against say so', async () => {
    const nothing = { ours: null, coverage: null, currency: null, unit: null, difference: null, parts: [] };
    const { card, user } = await openUtilityBills({ bills: [utilityBill('2026-10-01')], answer: nothing });
    await user.click(await card.findByRole('button', { name: /nothing to compare/ }));
    expect(await billDialog().findByText(/Nothing to compare it with/)).toBeVisible();
    expect(billDialog().queryByLabelText('A letter to your utility')).not.toBeInTheDocument();
  });

  test('in another currency than the tariff are not compared', async () => {
    const { card, user } = await openUtilityBills({
      bills: [utilityBill('2026-10-01')],
      answer: { ...reconciled, currency: 'INR' },
    });
    await user.click(await card.findByRole('button', { name: /nothing to compare/ }));
    expect(await billDialog().findByText(/This bill is in EUR, the tariff of those days in INR/)).toBeVisible();
  });

  test('that the service does not answer about say why in words', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { card, user } = await openUtilityBills({ bills: [utilityBill('2026-10-01')] });
    server.use(
      http.get('*/api/v1/utility-bills/:id/reconcile', () =>
        HttpResponse.json({ code: 'not-found', detail: '', requestId: '' }, { status: 404 }),
      ),
    );
    queryClient.removeQueries({ queryKey: ['billing', 'reconciled'] });
    await user.click(card.getByRole('button', { name: /^1 Oct/ }));
    expect(await billDialog().findByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('are deleted after a question, and the focus goes on', async () => {
    const { card, user, sent } = await openUtilityBills({ bills: [utilityBill('2026-10-01')] });
    await user.click(card.getByRole('button', { name: /^Actions for Electricity, 1 Oct/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(billDialog().getByText(/Electricity · 1 Oct – 2 Nov 2026 · €99\.00/)).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(billDialog().getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(titles()).toEqual(['Bill deleted']));
    expect(sent).toMatchObject([{ method: 'DELETE', query: expect.stringContaining(`id=eq.${utilityBill('').id}`) }]);
    await waitFor(() => expect(card.getByRole('button', { name: 'Enter a bill' })).toHaveFocus());
  });
});

describe('a bill by the form', () => {
  const least = {
    household_id: householdId,
    utility: 'electricity',
    supplier: null,
    period_start: '2026-10-01',
    period_end: '2026-11-03',
    currency: 'EUR',
    total: 99.5,
    used: null,
    is_estimated: false,
    use_amount: null,
    fixed_amount: null,
    tax_amount: null,
    document: null,
    note: '',
  };

  test('needs its days and its total, and says in words what is wrong with them', async () => {
    const { card, user, sent } = await openUtilityBills();
    await user.click(card.getByRole('button', { name: 'Enter a bill' }));
    const save = billDialog().getByRole('button', { name: 'Save' });
    await user.click(save);
    expect(await billDialog().findAllByText('Choose a day after the year 2000.')).toHaveLength(2);
    expect(billDialog().getByText('Enter the total.')).toBeVisible();
    const [first, last] = [billDialog().getByLabelText('First day'), billDialog().getByLabelText('Last day')];
    await waitFor(() => expect(first).toHaveFocus());
    await user.type(first, '2026-11-20');
    await user.type(last, '2026-11-02');
    const total = billDialog().getByLabelText('Total in EUR');
    await user.type(total, '1.234,50');
    await user.click(save);
    expect(await billDialog().findByText('This day is still to come.')).toBeVisible();
    expect(billDialog().getByText('The last day is before the first.')).toBeVisible();
    expect(billDialog().getByText('A number without thousands separators, such as 74.20.')).toBeVisible();
    await user.clear(total);
    await user.type(total, '1,234');
    await user.click(save);
    expect(await billDialog().findByText(/^Too many decimals for EUR/)).toBeVisible();
    expect(sent).toEqual([]);
    await user.clear(first);
    await user.type(first, '2026-10-01');
    await user.clear(total);
    await user.type(total, '99,5');
    await user.click(save);
    await waitFor(() => expect(titles()).toContain('Bill saved'));
    expect(sent).toMatchObject([{ method: 'POST', body: least }]);
    expect(sent[0]?.body).toEqual(least);
  });

  test('takes all that the paper says, in the unit of the tariff in force, with one of the documents', async () => {
    const { card, user, sent } = await openUtilityBills({ documents: ['october.pdf', 'other.pdf'] });
    await user.click(card.getByRole('button', { name: 'Enter a bill' }));
    const enter = async (label: string, value: string) => user.type(billDialog().getByLabelText(label), value);
    await user.click(billDialog().getByText('Water', { exact: true }));
    expect(billDialog().getByLabelText('Usage in m³')).toBeVisible();
    await user.click(billDialog().getByText('Electricity', { exact: true }));
    await enter('First day', '2026-10-01');
    await enter('Last day', '2026-11-02');
    await enter('Total in EUR', '99.50');
    await enter('Usage in kWh', '450,25');
    await user.click(billDialog().getByLabelText('Its reading is estimated'));
    await enter('Usage, before tax', '70');
    await enter('Fixed, before tax', '-1.5');
    await enter('Tax', '9,05');
    await user.selectOptions(await billDialog().findByLabelText('Scan or PDF'), 'october.pdf');
    await enter('Note', ' by post ');
    await user.click(billDialog().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(titles()).toContain('Bill saved'));
    expect(sent[0]?.body).toEqual({
      ...least,
      used: 450.25,
      is_estimated: true,
      use_amount: 70,
      fixed_amount: -1.5,
      tax_amount: 9.05,
      document: 'october.pdf',
      note: 'by post',
    });
  });

  test('is changed as it was entered, and keeps what was begun', async () => {
    const { card, user, sent } = await openUtilityBills({ bills: [utilityBill('2026-10-01')] });
    const edit = async () => {
      await user.click(card.getByRole('button', { name: /^Actions/ }));
      await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    };
    await edit();
    const total = billDialog().getByLabelText('Total in EUR');
    expect(billDialog().getByLabelText('Last day')).toHaveValue('2026-11-02');
    await user.clear(total);
    await user.type(total, '98');
    await user.click(billDialog().getByRole('button', { name: 'Close' }));
    await edit();
    expect(billDialog().getByLabelText('Total in EUR')).toHaveValue('98');
    await user.click(billDialog().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(titles()).toContain('Bill saved'));
    expect(sent).toMatchObject([{ method: 'PATCH', body: { total: 98, used: 450, is_estimated: true } }]);
  });

  test('that is refused says why, and stays', async () => {
    const { card, user } = await openUtilityBills({ bills: [utilityBill('2026-10-01')] });
    server.use(
      http.patch('*/rest/v1/utility_bills', () =>
        HttpResponse.json({ code: '42501', message: 'row-level security' }, { status: 403 }),
      ),
    );
    await user.click(card.getByRole('button', { name: /^Actions/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    await user.click(billDialog().getByRole('button', { name: 'Save' }));
    expect(await billDialog().findByText(/^The bill was not saved\. ./)).toBeVisible();
    expect(billDialog().getByLabelText('Total in EUR')).toHaveValue('99');
  });

  test('is in the currency of the tariff of its days', async () => {
    const inRupees = tariff('2026-06-01', { currency: 'INR' });
    const { card, user } = await openUtilityBills({ tariffs: [inRupees, tariff('2026-01-01')] });
    await user.click(card.getByRole('button', { name: 'Enter a bill' }));
    expect(billDialog().getByLabelText('Total in INR')).toBeVisible();
    await user.type(billDialog().getByLabelText('Last day'), '2026-05-31');
    expect(billDialog().getByLabelText('Total in EUR')).toBeVisible();
  });
});
