import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import type { PaymentAccount, PayingWay } from '../../contract/payments.ts';
import { answerBilling, householdId } from '../testing.ts';
import { PaymentsCard } from './payments-card.tsx';

beforeEach(() => queryClient.clear());

const entry = '5b1e6f0a-0000-4000-8000-0000000000e1';
const way = (rest: Partial<PayingWay> = {}): PayingWay => ({
  id: '5b1e6f0a-0000-4000-8000-0000000000e0',
  validFrom: '2026-01-01',
  kind: 'prepaid',
  currency: 'EUR',
  instalment: null,
  recovery: null,
  emergencyCredit: null,
  ...rest,
});
const account = (rest: Partial<PaymentAccount> = {}): PaymentAccount => ({
  utility: 'electricity',
  currency: 'EUR',
  way: way(),
  ways: [way()],
  start: '2026-01-01',
  balance: '10.00',
  debt: '0.00',
  total: '10.00',
  owedSince: null,
  soFar: '24.00',
  gaps: [],
  lines: [{ day: '2026-11-08', kind: 'top-up', amount: '30', entry }],
  settlement: null,
  ends: null,
  unknown: null,
  debtEnds: null,
  ...rest,
});

async function open(accounts: PaymentAccount[], mayWrite = true, isSaid = true) {
  storeSession();
  await startSession();
  answerBilling({ accounts });
  const rendered = await renderPart(
    <QueryClientProvider client={queryClient}>
      <PaymentsCard isSaid={isSaid} mayWrite={mayWrite} />
      <p>below</p>
    </QueryClientProvider>,
  );
  // The card keeps its place before it knows.
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  return rendered;
}

const ends = {
  perDay: '2.40',
  early: '2026-11-20',
  expected: '2026-11-20',
  late: '2026-11-20',
  withEmergency: null,
  days: 4,
  fromLastYear: 0,
};

test('where nobody has said how anything is paid nothing is asked for and nothing shown', async () => {
  await open([account()], true, false);
  await waitFor(() => expect(queryClient.getQueryCache().getAll()).not.toEqual([]));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const answers = queryClient.getQueriesData({ queryKey: ['billing', 'payments'] });
  expect(answers.filter(([, data]) => data !== undefined)).toEqual([]);
  expect(screen.getByText('below')).toBeVisible();
  expect(screen.queryByRole('region')).toBeNull();
});

test('who pays after each bill is shown what is owed, and can enter the first payment', async () => {
  const lines: PaymentAccount['lines'] = [{ day: '2026-11-01', from: '2026-10-01', kind: 'bill', amount: '-61.20' }];
  const owed = { balance: '-61.20', total: '-61.20', owedSince: '2026-11-01', soFar: null };
  await open([account({ way: way({ kind: 'after-bill' }), lines, ...owed })]);
  const card = await screen.findByRole('region', { name: 'Paid and billed' });
  expect(card).toHaveTextContent('€61.20owed');
  expect(card).toHaveTextContent('Owed since 1 Nov 2026.');
  expect(screen.getByRole('button', { name: 'Add a payment' })).toBeVisible();
});

test('a way that begins later shows nothing yet', async () => {
  await open([account({ way: null, ways: [way({ validFrom: '2027-01-01' })], lines: [] })]);
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(screen.getByText('below')).toBeVisible();
});

test('while it comes its place is kept, and where it cannot come the card says so and asks again', async () => {
  storeSession();
  await startSession();
  answerBilling();
  let answers = 0;
  server.use(
    http.get('*/api/v1/payments', () => {
      answers += 1;
      return answers === 1
        ? HttpResponse.json({ code: 'forbidden', detail: '', requestId: 'r' }, { status: 403 })
        : HttpResponse.json({ household: householdId, today: '2026-11-16', accounts: [account()] });
    }),
  );
  const { user } = await renderPart(
    <QueryClientProvider client={queryClient}>
      <PaymentsCard isSaid mayWrite />
    </QueryClientProvider>,
  );
  const card = screen.getByRole('region', { name: 'Paid and billed' });
  expect(card.querySelector('[aria-busy]')).not.toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(card).toHaveTextContent('€10.00left'));
});

test.each<[string, Partial<PaymentAccount>, string[]]>([
  [
    'what is left and until when',
    { ends },
    ['€10.00', 'Lasts about 4 more days, until 20 Nov. A day costs about €2.40.'],
  ],
  [
    'a range, where outcomes differ, and the emergency credit',
    { ends: { ...ends, early: '2026-11-19', late: '2026-11-22', withEmergency: '2026-11-24' } },
    ['Probably between 19 Nov and 22 Nov.', 'With the emergency credit until 24 Nov.'],
  ],
  [
    'that it has run out',
    { balance: '-3.20', ends: { ...ends, expected: '2026-11-16' } },
    ['owed on the meter', 'It has run out.'],
  ],
  [
    'that the emergency credit is gone too',
    {
      balance: '-13.20',
      way: way({ emergencyCredit: '10' }),
      ends: { ...ends, expected: '2026-11-16', withEmergency: '2026-11-16' },
    },
    ['It has run out.', 'The emergency credit is used up too.'],
  ],
  [
    'an old debt and its end',
    { debt: '40.00', owedSince: '2026-11-06', debtEnds: '2027-01-05', way: way({ recovery: { percent: '25' } }) },
    ['Old debt left: €40.00, paid off around 5 Jan 2027 at your usual usage.', 'Owed since 6 Nov 2026.'],
  ],
  [
    'why nothing is foretold, and what the balance is without',
    { unknown: 'history-short', gaps: ['other-currency'] },
    ['An estimate follows after seven whole days of readings.', 'Amounts in another currency are not counted.'],
  ],
])('prepaid: %s', async (_what, rest, texts) => {
  await open([account(rest)]);
  const card = await screen.findByRole('region', { name: 'Paid and billed' });
  for (const text of texts) expect(card).toHaveTextContent(text);
});

test('instalments: what the year will leave or ask for, what would come out even, and what it rests on', async () => {
  const instalment = {
    amount: '70',
    everyMonths: 1,
    dueDay: 1,
    firstDue: '2026-01-01',
    isAutomatic: true,
    yearStart: '2026-03-01',
  };
  const settlement = {
    day: '2027-03-01',
    low: '-120.40',
    expected: '-84.20',
    high: '12.00',
    left: 4,
    even: '91.05',
    days: 105,
    fromLastYear: 0,
  };
  await open([account({ way: way({ kind: 'instalments', instalment }), settlement })]);
  const card = await screen.findByRole('region', { name: 'Paid and billed' });
  for (const text of [
    '€84to pay, estimated',
    'When the year is settled on 1 Mar 2027. Depending on your usage, between €120 to pay and €12.00 back.',
    '€91.05 for each of the 4 instalments that are left would come out even.',
    'there are no readings of these months a year ago',
  ])
    expect(card).toHaveTextContent(text);
});

test('a top-up is entered with a comma; a wrong one is not sent', async () => {
  const sent: unknown[] = [];
  const { user } = await open([account()]);
  server.use(
    http.post('*/rest/v1/payment_entries', async ({ request }) => {
      sent.push(await request.json());
      return new HttpResponse(null, { status: 201 });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Add a top-up' }));
  const dialog = within(screen.getByRole('dialog'));
  const amount = dialog.getByLabelText('Amount in EUR');
  for (const wrong of ['0', '1,250', 'ten']) {
    await user.clear(amount);
    await user.type(amount, wrong);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByRole('alert')).toBeVisible();
  }
  await user.clear(amount);
  await user.type(amount, '12,50');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        household_id: householdId,
        utility: 'electricity',
        day: '2026-11-16',
        kind: 'top-up',
        amount: '12.5',
        currency: 'EUR',
        note: null,
      },
    ]),
  );
});

test('an entry is undone by one press', async () => {
  const sent: unknown[] = [];
  const { user } = await open([account()]);
  server.use(
    http.patch('*/rest/v1/payment_entries', async ({ request }) => {
      const { searchParams } = new URL(request.url);
      sent.push([searchParams.get('id'), await request.json()]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'All payments' }));
  await user.click(screen.getByRole('button', { name: 'Undo: Top-up, 8 Nov 2026' }));
  await waitFor(() => expect(sent).toEqual([[`eq.${entry}`, { undone_at: expect.stringMatching(/^\d{4}-/) }]]));
});

test('whoever may only look sees all payments and changes none', async () => {
  const { user } = await open(
    [account({ lines: [{ day: '2026-11-08', kind: 'top-up', amount: '30', entry, isUndone: true }] })],
    false,
  );
  await user.click(await screen.findByRole('button', { name: 'All payments' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/undone, does not count/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Undo|Restore|Change|Add/ })).toBeNull();
});

test('what does not count says why', async () => {
  const top = { kind: 'top-up', amount: '30', entry } as const;
  const { user } = await open([
    account({
      start: '2026-11-05',
      lines: [
        { ...top, day: '2026-12-01' },
        { ...top, day: '2026-11-08', entry: `${entry.slice(0, -1)}2` },
        { ...top, day: '2026-11-07', entry: `${entry.slice(0, -1)}3`, currency: 'GBP' },
        { ...top, day: '2026-11-02', entry: `${entry.slice(0, -1)}4` },
      ],
    }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'All payments' }));
  const items = screen.getAllByRole('listitem').filter((one) => one.dataset['entry'] === 'top-up');
  const said = [
    /counts from this day on/,
    /^((?!count).)*$/,
    /in another currency, does not count/,
    /from before the account begins, does not count/,
  ];
  expect(items).toHaveLength(said.length);
  for (const [i, words] of said.entries()) expect(items[i]).toHaveTextContent(words);
});

test('a second opening balance is refused at the field that is to blame', async () => {
  const { user } = await open([account({ lines: [] })]);
  server.use(
    http.post('*/rest/v1/payment_entries', () =>
      HttpResponse.json(
        { code: '23505', message: 'payment_entries_one_opening', details: null, hint: null },
        { status: 409 },
      ),
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Add a top-up' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.selectOptions(dialog.getByLabelText('What is it?'), 'Opening balance: in credit');
  await user.type(dialog.getByLabelText('Amount in EUR'), '5');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Not saved. There is already an opening balance.')).toBeVisible();
  expect(dialog.getByLabelText('What is it?')).toHaveAttribute('aria-invalid', 'true');
});
