import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart, untilLoaded } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { BillingPage } from './billing-page.tsx';
import { PricesPage } from './prices-page.tsx';
import { answerBilling, bill, householdId, soFar, tariff } from './testing.ts';

// jsdom draws nothing: the library's place is taken by one that is asked to draw.
vi.mock('#shell/ui/chart/echarts.ts', () => ({
  init: () => ({ isDisposed: () => true, dispose: () => undefined, dispatchAction: () => undefined }),
}));
beforeEach(() => queryClient.clear());

const page = (
  <QueryClientProvider client={queryClient}>
    <Routes>
      <Route path="/billing/prices" element={<PricesPage />} />
      <Route path="*" element={<BillingPage />} />
    </Routes>
  </QueryClientProvider>
);

const bills = [
  bill('2026-10-01', '2026-11-01', 61.4, { corrected_at: '2026-11-03T10:00:00Z', version: 2 }),
  bill('2026-09-01', '2026-10-01', 58),
  ...[8, 7, 6, 5, 4, 3].map((month) => bill(`2026-0${month}-01`, `2026-0${month + 1}-01`, 50 + month)),
];

async function open(given: Parameters<typeof answerBilling>[0] = {}) {
  storeSession();
  await startSession();
  answerBilling({ bills, tariffs: [tariff('2026-01-01')], ...given });
  const opened = await renderPart(page);
  await untilLoaded();
  return opened;
}

test('C2.16 C2.1 a visitor is asked to sign in, on this page', async () => {
  await startSession();
  await renderPart(page);
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(screen.getByText('Sign in to see your bills')).toBeVisible();
});

test('C6.3 the page waits for no payments: its cards are there, and theirs keeps its place', async () => {
  storeSession();
  await startSession();
  answerBilling({ bills, tariffs: [tariff('2026-01-01')], soFar: { ...soFar, hasPayments: true } });
  let answer = (): void => undefined;
  const later = new Promise<void>((resolve) => (answer = resolve));
  server.use(
    http.get('*/api/v1/payments', async () => {
      await later;
      return HttpResponse.json({ household: householdId, today: soFar.today, accounts: [] });
    }),
  );
  await renderPart(page);
  const card = await screen.findByRole('region', { name: 'Paid and billed' });
  expect(screen.getByRole('region', { name: 'This bill' })).toHaveTextContent('€31.87');
  expect(card.querySelector('[aria-busy]')).not.toBeNull();
  answer();
  await waitFor(() => expect(card).not.toBeInTheDocument());
});

describe('C2.16 the open cycle', () => {
  test('leads with its cost so far, then what is likely, and what it is made of', async () => {
    await open();
    const card = within(await screen.findByRole('region', { name: 'This bill' }));
    expect(card.getByText('€31.87')).toBeVisible();
    expect(card.getByText(/day 16 of 30/)).toBeVisible();
    expect(
      card.getByText(
        'Heading for €61 (€58–€64), from 46 days of readings. The bill ends in this range about 8 times in 10.',
      ),
    ).toBeVisible();
    for (const text of [
      '€19.87',
      '100 kWh · heading for 201 kWh',
      'usage €15.00 + standing charges €3.20 + tax €1.67',
      '€12.00',
      '6,000 L',
    ])
      expect(card.getByText(text)).toBeVisible();
    expect(card.getByText(/98.4% of the time covered/)).toBeVisible();
  });

  test('is compared over as many days; where there is no year ago, it says so', async () => {
    await open();
    expect(await screen.findByText('€5.00 more than the first 15 days of the previous bill (+20%).')).toBeVisible();
    expect(screen.getByText('No readings from a year ago to compare with.')).toBeVisible();
  });

  test('electricity is one amount, with its standing charges and its tax, wherever it is said', async () => {
    const { user } = await open({ budgets: [{ household_id: soFar.household, utility: 'electricity', amount: 40 }] });
    const own = soFar.cost?.lines.filter(({ utility }) => utility === 'electricity') ?? [];
    const total = own.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0) / 100;
    const written = `€${total.toFixed(2)}`;
    const card = within(await screen.findByRole('region', { name: 'This bill' }));
    const tile = card
      .getAllByText('Electricity')
      .find((one) => one.closest('dt'))
      ?.closest('div');
    const budget = await waitFor(() => {
      const found = document.querySelector('[data-budget="electricity"]');
      expect(found).not.toBeNull();
      return found;
    });
    await user.click(card.getByRole('button', { name: 'How it adds up' }));
    const heading = within(screen.getByRole('dialog')).getByRole('heading', { name: /Electricity/ });
    const said = [tile, budget, heading].map((one) => /€\d+[.]\d{2}/.exec(one?.textContent ?? '')?.[0]);
    expect(said).toEqual([written, written, written]);
  });

  test('whoever may only look sees the budgets and cannot change them', async () => {
    await open({
      budgets: [{ household_id: soFar.household, utility: 'electricity', amount: 40 }],
      role: 'viewer',
    });
    expect(await screen.findByText(/of €40.00/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'How it adds up' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change the budgets' })).toBeNull();
  });

  test('a home without water hears nothing of it', async () => {
    const cost = soFar.cost && {
      ...soFar.cost,
      total: '19.87',
      lines: soFar.cost.lines.filter(({ utility }) => utility === 'electricity'),
    };
    const water = { used: 0, estimated: 0, cost: '0.00' };
    const dry = bills.map((one) => ({ ...one, amounts: { ...one.amounts, water }, lines: cost?.lines ?? [] }));
    await open({ soFar: { ...soFar, cost, amounts: { ...soFar.amounts, water } }, bills: dry });
    const card = within(await screen.findByRole('region', { name: 'This bill' }));
    expect(card.queryByText('Water')).not.toBeInTheDocument();
    const list = within(screen.getByRole('region', { name: 'Bills' }));
    expect(list.queryByText('€0.00')).not.toBeInTheDocument();
    expect(list.queryByText(/^0.L/)).not.toBeInTheDocument();
  });

  test('shows on demand how it adds up, line by line', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'How it adds up' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/100.kWh at €0.15 per kWh/)).toBeVisible();
    expect(dialog.getByText('16 days of €6.00 a month')).toBeVisible();
    expect(dialog.getByText('9.2% of €18.20')).toBeVisible();
    expect(dialog.getByText('€31.87')).toBeVisible();
  });

  test('without prices leads to them, and says what was used', async () => {
    const { user } = await open({
      bills: [],
      tariffs: [],
      soFar: { ...soFar, cost: null, currency: null, likely: null, compared: null },
    });
    expect(await screen.findByText(/So far in this billing period: 100.kWh and 6,000.L/)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Enter your prices' }));
    expect(await screen.findByRole('dialog', { name: 'Enter prices' })).toBeVisible();
    expect(screen.getByLabelText('In force since')).toHaveValue('2026-11-01');
  });

  test.each([
    ['coverage-low', /too many readings are missing from the last 28 days/],
    ['history-short', /follows after seven whole days of readings/],
    ['price-missing', /follows once no price is missing/],
  ] as const)('without a forecast (%s) says why', async (likelyMissing, said) => {
    await open({ soFar: { ...soFar, likely: null, likelyMissing } });
    expect(await screen.findByText(said)).toBeVisible();
  });

  const range = { from: '0', above: '12', upTo: null } as const;
  const block = { charge: 'water', ...range, left: '3.2', unit: 'm3', rate: '1.36', nextRate: '2.58' } as const;

  test('says when the next block of a tariff begins, and what that costs', async () => {
    const use = soFar.likely?.use.electricity;
    const nextBlocks = [
      { ...block, jump: '0', day: '2026-11-26' },
      { ...block, above: '20', jump: '4.50', day: '2026-11-28' },
      { ...block, above: '30', jump: '0', day: null },
    ];
    const likely = soFar.likely && use ? { ...soFar.likely, use: { water: { ...use, nextBlocks } } } : null;
    await open({ soFar: { ...soFar, likely } });
    expect(
      await screen.findByText(
        'Water: around 26 Nov you pass 12 m³; then it costs €2.58 per m³ instead of €1.36 per m³.',
      ),
    ).toBeVisible();
    expect(screen.getByText(/you pass 20 m³, which alone adds €4.50/)).toBeVisible();
    expect(screen.queryByText(/30 m³/)).not.toBeInTheDocument();
  });

  test('says the prices of a next block in their own currency', async () => {
    const use = soFar.likely?.use.electricity;
    const nextBlocks = [{ ...block, currency: 'GBP', jump: '4.50', day: '2026-11-26' }];
    const likely = soFar.likely && use ? { ...soFar.likely, use: { water: { ...use, nextBlocks } } } : null;
    await open({ soFar: { ...soFar, likely } });
    expect(await screen.findByText(/you pass 12 m³, which alone adds £4.50.*£2.58 per m³/)).toBeVisible();
  });

  test('names a rate that is yet to come, and the meter whose price has ended', async () => {
    const fault = { utility: 'electricity', charge: 'energy', from: '2026-11-14', used: 24_000 } as const;
    const faults = [
      { ...fault, code: 'rate-expected', of: 'eur-pln', to: '2026-11-17' },
      { ...fault, code: 'day-unpriced', of: 'car', name: 'Car', to: '2026-11-15' },
    ] as const;
    await open({ soFar: { ...soFar, cost: soFar.cost && { ...soFar.cost, faults: [...faults] } } });
    const notes = within(await screen.findByRole('list', { name: 'What is missing' }));
    expect(notes.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
      '3 days are priced at the last known rate of “eur-pln”, as their own are not published yet. The bill takes their own.',
      '“Car”: 24.0 kWh of 1 day is not included, as the tariff has no price for it that day. Check the dates of its charges.',
    ]);
  });

  test('says what is not in the amount, and which bills wait for prices', async () => {
    const fault = { utility: 'electricity', charge: 'energy', of: 'esios-1001-peninsula', used: 24_000 } as const;
    const october = { ...fault, code: 'price-missing', from: '2026-10-29', to: '2026-11-01' } as const;
    const november = { ...october, from: '2026-11-01', to: '2026-11-02' };
    const cost = soFar.cost && { ...soFar.cost, faults: [november, { ...november, charge: 'losses' }] };
    await open({
      soFar: { ...soFar, cost, waiting: [{ start: '2026-10-01', end: '2026-11-01', faults: [october] }] },
    });
    const notes = within(await screen.findByRole('list', { name: 'What is missing' }));
    expect(notes.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
      '24.0 kWh of 1 day is not included: prices of “esios-1001-peninsula” are missing. It is added once they are imported.',
      'The bill of October 2026 waits for prices of “esios-1001-peninsula”: 3 days are missing.',
    ]);
  });

  test('use without a price is not free, and a year of waiting bills is summed up', async () => {
    const fault = { utility: 'water', code: 'price-missing', charge: 'water', of: 'city', used: 6_000_000 } as const;
    const faults = [{ ...fault, from: '2026-11-01', to: '2026-11-17' }];
    const lines = (soFar.cost?.lines ?? []).filter(({ utility }) => utility === 'electricity');
    const cost = soFar.cost && { ...soFar.cost, lines, faults };
    const waiting = [6, 7, 8, 9].map((month) => ({ start: `2026-0${month}-01`, end: `2026-0${month}-28`, faults }));
    await open({ soFar: { ...soFar, cost, compared: null, waiting } });
    expect(await screen.findByText('no price yet')).toBeVisible();
    expect(screen.getByText('2 earlier bills wait too.')).toBeVisible();
    expect(screen.getByText('Comparisons need a price for every day of this billing period.')).toBeVisible();
  });

  test('without readings leads to the meters', async () => {
    await open({ bills: [], soFar: { ...soFar, origin: 'none', coverage: null } });
    expect(await screen.findByRole('link', { name: 'Connect a meter' })).toHaveAttribute('href', '/devices/connect');
  });
});

describe('C9.3 the history', () => {
  test('C7.10 shows the last six bills, and all on demand', async () => {
    const { user } = await open();
    const card = within(await screen.findByRole('region', { name: 'Bills' }));
    expect(card.getAllByRole('button', { name: /^Bill of/ })).toHaveLength(6);
    expect(card.getByRole('button', { name: /Bill of 1\s*–\s*31 Oct 2026: €61.40/ })).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Show all 8' }));
    expect(card.getAllByRole('button', { name: /^Bill of/ })).toHaveLength(8);
  });

  test('five years of bills are shown page by page', async () => {
    const monthOf = (i: number) => `${2026 - Math.floor(i / 12)}-${String(12 - (i % 12)).padStart(2, '0')}`;
    const many = Array.from({ length: 60 }, (_, i) => bill(`${monthOf(i + 1)}-01`, `${monthOf(i)}-01`, 50));
    const { user } = await open({ bills: many });
    const card = within(await screen.findByRole('region', { name: 'Bills' }));
    const count = () => card.getAllByRole('button', { name: /^Bill of/ }).length;
    expect(card.queryByRole('button', { name: 'Earlier bills' })).not.toBeInTheDocument();
    await user.click(card.getByRole('button', { name: 'Show all 24' }));
    await user.click(card.getByRole('button', { name: 'Earlier bills' }));
    await waitFor(() => expect(count()).toBe(48));
    await user.click(card.getByRole('button', { name: 'Earlier bills' }));
    await waitFor(() => expect(count()).toBe(60));
    expect(card.queryByRole('button', { name: 'Earlier bills' })).not.toBeInTheDocument();
  });

  test('the first prices propose the day of the first reading', async () => {
    const old = { ...soFar, firstDay: '2024-02-10' };
    const { user } = await open({
      bills: [],
      tariffs: [],
      soFar: { ...old, cost: null, currency: null, likely: null },
    });
    await user.click(await screen.findByRole('link', { name: 'Enter your prices' }));
    expect(await screen.findByLabelText('In force since')).toHaveValue('2024-02-10');
  });

  test('a bill opens with its lines, and with what it said before it was corrected', async () => {
    const { user } = await open();
    server.use(
      http.get('*/rest/v1/billing_record_versions', () =>
        HttpResponse.json([
          { bill_id: bills[0]?.id, version: 1, total_amount: 60.1, replaced_at: '2026-11-03T10:00:00Z', reason: 'use' },
        ]),
      ),
    );
    await user.click(await screen.findByRole('button', { name: /Bill of 1\s*–\s*31 Oct 2026/ }));
    const dialog = within(screen.getByRole('dialog', { name: /Bill of/ }));
    expect(dialog.getByText(/200.kWh at €0.15 per kWh/)).toBeVisible();
    expect(dialog.getByText('Corrected on 3 Nov 2026')).toBeVisible();
    expect(await dialog.findByText(/Readings came in late/)).toBeVisible();
    expect(dialog.getByText('€60.10')).toBeVisible();
  });

  test('C2.16 the trend says what the latest bill is against the one before', async () => {
    await open();
    expect((await screen.findAllByText(/came to €61.40: 6% more than the one before/))[0]).toBeVisible();
  });

  test('the open bill stands at the end of the trend, with what is likely still to come', async () => {
    await open();
    const trend = within(await screen.findByRole('region', { name: 'Cost over time' }));
    const table = within(await trend.findByRole('table'));
    expect(table.getByRole('columnheader', { name: /Likely still to come/ })).toBeVisible();
    const last = table.getAllByRole('row').at(-1);
    expect(last?.textContent).toMatch(/€19.87€12.00€29 \(€61 in all\)$/);
  });

  test('prices and papers are one press away, and back', async () => {
    const { user } = await open();
    const pages = within(await screen.findByRole('navigation', { name: 'Billing pages' }));
    expect(pages.getByRole('link', { name: 'Bill' })).toHaveAttribute('aria-current', 'page');
    await user.click(pages.getByRole('link', { name: 'Prices and papers' }));
    expect(await screen.findByRole('region', { name: 'Prices' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'This bill' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Bill' }));
    expect(await screen.findByRole('region', { name: 'This bill' })).toBeVisible();
  });

  test('C8.4 when loading fails it is logged, the page says so, and tries again when asked', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    storeSession();
    await startSession();
    answerBilling({ bills, tariffs: [tariff('2026-01-01')] });
    let isBroken = true;
    server.use(
      http.get('*/rest/v1/billing_records', () =>
        isBroken ? HttpResponse.json({ code: '42501', message: 'permission denied' }, { status: 403 }) : undefined,
      ),
    );
    queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
    const { user } = await renderPart(page);
    expect(await screen.findByText('This could not be loaded')).toBeVisible();
    expect(logged.mock.calls.flat().join(' ')).toContain('permission denied');
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('€31.87')).toBeVisible();
  });
});
