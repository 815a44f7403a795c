import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { byUtility } from '#catalogue/index.ts';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import type { BudgetRow } from '#supabase/tables/index.ts';
import { answerCosts } from '../costs/testing-costs.ts';
import { answerBilling, bill, householdId, soFar } from '../testing.ts';
import { BillCard } from './bill-card.tsx';
import { CostNow } from './cost-now.tsx';
import { RoomCostsCard } from './room-costs-card.tsx';

beforeEach(() => queryClient.clear());

const budget = (utility: 'electricity' | 'water', amount: number): BudgetRow => ({
  household_id: householdId,
  utility,
  amount,
});

async function open(part: ReactNode, given: Parameters<typeof answerBilling>[0] = {}) {
  storeSession();
  await startSession();
  answerBilling(given);
  answerCosts({});
  return renderPart(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>);
}

const text = async (name: string) => {
  const region = await waitFor(() => {
    const found = screen.getByRole('region', { name });
    expect(found.querySelector('[aria-busy]')).toBeNull();
    return found;
  });
  return region.textContent.replaceAll('\u00a0', ' ');
};

test('C2.16 the bill so far, where it is heading, its budget, and each utility with all that belongs to it', async () => {
  await open(<BillCard />, {
    bills: [bill('2026-10-01', '2026-11-01', 61)],
    budgets: [budget('electricity', 40), budget('water', 25)],
  });
  const said = await text('This bill');
  expect(said).toContain('€31.87so far');
  expect(said).toContain('Heading for €61 (€58–€64), €4 under budget');
  expect(said).toContain('15 days left');
  expect(said).toContain('budget €65');
  expect(said).toContain('last bill €61.00');
  expect(said).toContain('Electricity€19.87 100 kWh');
  expect(said).toContain('Water€12.00 6,000 L');
  expect(said).toContain('+€5.00 +20%');
  expect(screen.getByRole('link', { name: 'This bill' })).toHaveAttribute('href', '/billing');
});

test('a budget of one utility alone is none of the whole bill', async () => {
  await open(<BillCard />, { budgets: [budget('water', 25)] });
  expect(await text('This bill')).not.toContain('budget');
});

test('over its budget it says by how much; without a forecast it says why', async () => {
  await open(<BillCard />, { budgets: [budget('electricity', 30), budget('water', 15)] });
  expect(await text('This bill')).toContain('€16 over budget');
  queryClient.clear();
  await open(<BillCard />, { soFar: { ...soFar, likely: null, likelyMissing: 'history-short' } });
  await waitFor(() =>
    expect(document.body).toHaveTextContent('A forecast follows after seven whole days of readings.'),
  );
});

test('without prices usage leads, and nothing costs 0', async () => {
  await open(<BillCard />, { soFar: { ...soFar, cost: null, currency: null, likely: null } });
  const said = await text('This bill');
  expect(said).toContain('100kWh');
  expect(said).toContain('6,000 L');
  expect(said).not.toContain('€');
  expect(screen.getByRole('link', { name: 'Choose prices' })).toHaveAttribute('href', '/billing/prices#tariffs');
});

test('C7.15 a home without figures sees the bill of the sample', async () => {
  const sample = {
    today: '2026-11-15',
    timeZone: 'UTC',
    used: { ...byUtility(() => 0), electricity: 100_000, water: 5_000_000 },
  };
  await renderPart(
    <QueryClientProvider client={queryClient}>
      <BillCard sample={sample} />
    </QueryClientProvider>,
  );
  // 100 kWh at 0.22 and half of 11; 5 m³ at 1.90 and half of 6.
  expect(await text('This bill')).toContain('€40.00so far');
});

test('what flows now costs what the price of this moment says; where none is known, nothing is said', async () => {
  await open(
    <p>
      <CostNow utility="electricity" rate={1240} separator=" · " />
      <CostNow utility="water" rate={6.4} separator=" · " />
    </p>,
  );
  await waitFor(() => expect(document.querySelector('p')).toHaveTextContent('€0.24/h ·'));
  expect(document.querySelector('p')?.textContent).toBe('€0.24/h · ');
});

test('where meters have prices of their own, all that flows has none of them', async () => {
  const ofRest = { unit: 'kWh', size: 1000, rate: '0.19', isOfRest: true, blockRates: {} } as const;
  const water = { unit: 'm3', size: 1_000_000, rate: '2', blockRates: {} } as const;
  await open(
    <p>
      <CostNow utility="electricity" rate={1240} separator=" · " />
      <CostNow utility="water" rate={6.4} separator="" />
    </p>,
    { soFar: { ...soFar, priceNow: { electricity: ofRest, water } } },
  );
  await waitFor(() => expect(document.querySelector('p')?.textContent).toBe('€0.77/h'));
});

test('C2.16 rooms by money: they and the standing charges sum to the bill', async () => {
  await open(<RoomCostsCard fallback="nobody has priced it" />);
  const region = await screen.findByRole('region', { name: 'Rooms by cost' });
  await waitFor(() => expect(region.querySelector('[data-room-total]')).not.toBeNull());
  const rows = within(region).getAllByRole('listitem');
  expect(rows.map(({ dataset }) => dataset['roomCost'])).toEqual([
    'bathroom',
    'kitchen',
    'whole_home',
    'garden',
    'Sauna',
  ]);
  expect(rows[2]).toHaveTextContent('Unmetered');
  expect(region).toHaveTextContent('Bathroom and Kitchen make up €20.47 of this bill’s €31.87.');
  expect(region).toHaveTextContent('Standing charges, not shared out€5.50');
  const shown = rows.map((row) => Number(/€([\d.]+)$/.exec(row.textContent)?.[1]) * 100);
  expect(Math.round(shown.reduce((sum, cents) => sum + cents, 550))).toBe(3187);
});

test('without prices the rooms are shown as they were', async () => {
  await open(<RoomCostsCard fallback="nobody has priced it" />, { soFar: { ...soFar, cost: null, currency: null } });
  expect(await screen.findByText('nobody has priced it')).toBeVisible();
});
