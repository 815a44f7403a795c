import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { server } from '#apps/web/testing/server.ts';
import { noticeStore } from '#shell/ui/notices/notice.ts';
import { householdId, tariff, toldBill } from '../testing.ts';
import { billDialog, openUtilityBills, utilityBill } from './testing-utility-bills.tsx';

vi.mock('#shell/ui/chart/echarts.ts', () => ({
  init: () => ({ isDisposed: () => true, dispose: () => undefined, dispatchAction: () => undefined }),
}));
beforeEach(() => queryClient.clear());

type Stage = NonNullable<Parameters<typeof openUtilityBills>[0]>;
const lines = [
  { part: 'use' as const, note: 'Energy', amount: 7_000_000 },
  { part: 'fixed' as const, note: 'Service', amount: 2_045_000 },
  { part: 'tax' as const, note: 'Tax', amount: 905_000 },
];
const imports: NonNullable<Stage['imports']> = [{ file_name: 'october.xml', bills: [toldBill({ lines })] }];

async function openFromFile(stage: Stage = {}) {
  const opened = await openUtilityBills({ imports, ...stage });
  await opened.user.click(opened.card.getByRole('button', { name: 'Fill in from a file' }));
  return opened;
}
const list = async (name = 'Billing periods from your imports') =>
  within(await billDialog().findByRole('list', { name }));
const answerFile = (answer: Parameters<typeof http.post>[1]) => server.use(http.post('*/api/v1/imports/bills', answer));
const choose = (user: Awaited<ReturnType<typeof openFromFile>>['user'], name = 'use.xml') =>
  user.upload(billDialog().getByLabelText('Choose a Green Button file'), new File(['<feed/>'], name));

describe('a bill that an import told', () => {
  test('fills in the form by one press, is looked over, changed and saved', async () => {
    const { user, sent } = await openFromFile();
    const row = await list();
    expect(row.getByRole('listitem')).toHaveTextContent(/1–31 Oct 2026Electricity · Homeoctober\.xml€99\.50Fill in$/);
    await user.click(row.getByRole('button', { name: 'Fill in: Electricity, 1–31 Oct 2026' }));
    const filled = billDialog().getByText(/^Filled in from october\.xml/);
    expect(filled).toHaveFocus();
    expect(billDialog().getByRole('row', { name: 'Service fixed €20.45' })).toBeVisible();
    expect(billDialog().getByLabelText('First day')).toHaveValue('2026-10-01');
    expect(billDialog().getByLabelText('Usage, before tax')).toHaveValue('70.00');
    expect(sent).toEqual([]);
    const fixed = billDialog().getByLabelText('Fixed, before tax');
    await user.clear(fixed);
    await user.type(fixed, '20,40');
    await user.click(billDialog().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(noticeStore.read().map(({ title }) => title)).toContain('Bill saved'));
    expect(sent[0]?.body).toEqual({
      household_id: householdId,
      utility: 'electricity',
      supplier: null,
      period_start: '2026-10-01',
      period_end: '2026-11-01',
      currency: 'EUR',
      total: 99.5,
      used: 450,
      is_estimated: false,
      use_amount: 70,
      fixed_amount: 20.4,
      tax_amount: 9.05,
      document: null,
      note: 'From october.xml',
    });
  });

  test('is taken back: what was typed before stands again', async () => {
    const { card, user } = await openUtilityBills({ imports });
    await user.click(card.getByRole('button', { name: 'Enter a bill' }));
    await user.type(billDialog().getByLabelText('Total in EUR'), '12');
    await user.click(billDialog().getByRole('button', { name: 'Fill in from a file' }));
    await user.click((await list()).getByRole('button', { name: /^Fill in/ }));
    expect(billDialog().getByLabelText('Total in EUR')).toHaveValue('99.50');
    await user.click(billDialog().getByRole('button', { name: 'Undo' }));
    expect(billDialog().getByLabelText('Total in EUR')).toHaveValue('12');
    expect(billDialog().getByLabelText('Note')).toHaveValue('');
    expect(billDialog().getByRole('button', { name: 'Fill in from a file' })).toHaveFocus();
  });

  test('names the file that filled it in last, and what was entered since stays when it is taken back', async () => {
    const september = { start: '2026-09-01T04:00:00Z', end: '2026-10-01T04:00:00Z' };
    const { user } = await openFromFile({
      imports: [...imports, { file_name: 'september.xml', bills: [toldBill(september)] }],
      documents: ['october.pdf'],
    });
    const note = () => billDialog().getByLabelText('Note');
    await user.click((await list()).getByRole('button', { name: /1–31 Oct 2026$/ }));
    await user.click(billDialog().getByRole('button', { name: 'Fill in from a file' }));
    await user.click((await list()).getByRole('button', { name: /1–30 Sept? 2026$/ }));
    expect(note()).toHaveValue('From september.xml');
    await user.selectOptions(await billDialog().findByLabelText('Scan or PDF'), 'october.pdf');
    await user.click(billDialog().getByRole('button', { name: 'Undo' }));
    expect(billDialog().getByLabelText('Scan or PDF')).toHaveValue('october.pdf');
    expect(billDialog().getByLabelText('First day')).toHaveValue('');
    expect(note()).toHaveValue('');
  });

  test('leaves a note alone that was typed after it', async () => {
    const { user } = await openFromFile();
    await user.click((await list()).getByRole('button', { name: /^Fill in/ }));
    await user.type(billDialog().getByLabelText('Note'), ', meter 7');
    await user.click(billDialog().getByRole('button', { name: 'Undo' }));
    expect(billDialog().getByLabelText('Note')).toHaveValue('From october.xml, meter 7');
  });

  test('that is entered already is marked so, and cannot be entered twice', async () => {
    await openFromFile({ bills: [utilityBill('2026-10-01', { period_end: '2026-11-01' })] });
    const row = await list();
    expect(await row.findByText('Entered')).toBeVisible();
    expect(row.queryByRole('button')).not.toBeInTheDocument();
  });

  test('in another currency, or not over yet, says why and fills in nothing', async () => {
    const bills = [
      toldBill({ currency: 'USD' }),
      toldBill({ start: '2026-11-01T00:00:00Z', end: '2026-12-01T00:00:00Z' }),
    ];
    await openFromFile({ imports: [{ file_name: 'use.xml', bills }] });
    const row = await list();
    expect(
      row.getByText(/^It is in USD, your prices of those days are in EUR: they cannot be compared\./),
    ).toBeVisible();
    expect(row.getByText('Not over yet: it runs until 30 Nov 2026. Enter it once it is billed.')).toBeVisible();
    expect(row.queryByRole('button')).not.toBeInTheDocument();
  });

  test('of a utility without prices, that shares days with another, says both beside the form', async () => {
    const bills = [toldBill({ utility: 'water', used: 5_000_000, currency: null })];
    const { user } = await openFromFile({
      imports: [{ file_name: 'water.xml', bills }],
      bills: [utilityBill('2026-09-15', { utility: 'water', period_end: '2026-10-15' })],
      tariffs: [tariff('2026-01-01')],
    });
    await user.click((await list()).getByRole('button', { name: /^Fill in: Water/ }));
    expect(billDialog().getByText(/^You have no prices for those days \(Water\)/)).toBeVisible();
    expect(billDialog().getByText(/EUR is assumed: check it\.$/)).toBeVisible();
    expect(
      billDialog().getByText(/^Some of these days are already in a bill .*: Water, 15 Sept? – 14 Oct 2026/),
    ).toBeVisible();
    expect(billDialog().getByLabelText('Usage in m³')).toHaveValue('5');
  });

  test('is not offered for a bill that is edited', async () => {
    const { card, user } = await openUtilityBills({ bills: [utilityBill('2026-10-01')], imports });
    await user.click(card.getByRole('button', { name: /^Actions/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    expect(billDialog().queryByRole('button', { name: 'Fill in from a file' })).not.toBeInTheDocument();
  });
});

describe('a file that is chosen in the dialog', () => {
  test('is only looked at: its periods are listed, and one of them fills in the form', async () => {
    const asked: string[] = [];
    const { user } = await openFromFile({ imports: [] });
    answerFile(({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ format: 'green-button', bills: [toldBill()] });
    });
    expect(await billDialog().findByText('None of your imports contains a bill yet.')).toBeVisible();
    await choose(user);
    await user.click((await list('Billing periods in this file')).getByRole('button', { name: /^Fill in/ }));
    expect(billDialog().getByText(/^Filled in from use\.xml/)).toBeVisible();
    expect(asked).toEqual([`?name=use.xml&household=${householdId}`]);
  });

  test.each([
    [{ format: 'csv', bills: [] }, 200, /^This is not a Green Button file/],
    [{ format: 'green-button', bills: [] }, 200, /^This file has no electricity or water bill/],
    [{ code: 'import-failed', detail: 'xml-malformed: x', requestId: '' }, 422, /^The file is incomplete or damaged/],
    [
      { code: 'import-failed', detail: 'compression-damaged: x', requestId: '' },
      422,
      /^The compressed file is incomplete or damaged/,
    ],
    [{ code: 'body-too-large', detail: '', requestId: '' }, 413, /^This file is too large/],
    [{ code: 'forbidden', detail: '', requestId: '' }, 403, /./],
  ])('that tells nothing says why: %j', async (body, status, words) => {
    if (status !== 200) vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user } = await openFromFile();
    answerFile(() => HttpResponse.json(body, { status }));
    await choose(user);
    expect(await billDialog().findByRole('alert')).toHaveTextContent(words);
    expect(billDialog().getByLabelText('Choose a Green Button file')).toBeInvalid();
    expect(billDialog().queryByRole('list', { name: 'Billing periods in this file' })).not.toBeInTheDocument();
  });
});
