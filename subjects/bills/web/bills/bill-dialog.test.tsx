import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { queryClient } from '#shell/data/query-client.ts';
import type { BillLineRow } from '#supabase/tables/json-columns.ts';
import { BillBreakdown } from './bill-dialog.tsx';

const line = (utility: 'electricity' | 'water', quantity: string, amount: string): BillLineRow => ({
  utility,
  kind: 'use',
  from: '2026-10-01',
  to: '2026-11-01',
  quantity,
  rate: '0.15',
  amount,
});

test('of water nothing is said in a home with a price of it and no meter: no £0.00', async () => {
  await renderPart(
    <QueryClientProvider client={queryClient}>
      <BillBreakdown
        lines={[line('electricity', '200000', '30.00'), line('water', '0', '0.00')]}
        currency="GBP"
        start="2026-10-01"
        amounts={{
          electricity: { used: 200_000, estimated: 0, cost: '30.00' },
          water: { used: 0, estimated: 0, cost: '0.00' },
        }}
        total="30.00"
      />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('heading', { name: /Electricity/ })).toBeVisible();
  expect(screen.queryByText('Water')).toBeNull();
  expect(document.body.textContent).not.toContain('£0.00');
});

test.each([
  [365, 'minimum of the year: £120.00 less £95.40 so far'],
  [300, 'minimum for 300 of the year’s 365 days: £120.00 less £95.40 so far'],
])(
  'a year that is settled says what it is settled at and what it came to, and of how many days: %i',
  async (days, text) => {
    const year: BillLineRow = {
      ...line('electricity', '95.40', '24.60'),
      kind: 'minimum',
      rate: '120',
      per: 'year',
      year: { from: '2025-11-01', days, of: 365 },
    };
    await renderPart(
      <QueryClientProvider client={queryClient}>
        <BillBreakdown
          lines={[line('electricity', '200000', '30.00'), year]}
          currency="GBP"
          start="2026-10-01"
          amounts={{ electricity: { used: 200_000, estimated: 0, cost: '54.60' } }}
          total="54.60"
        />
      </QueryClientProvider>,
    );
    expect(await screen.findByText(text)).toBeVisible();
  },
);
