import type { TariffPlanRow } from '#supabase/tables/json-columns.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { pricedUntil } from '../../domain/tariff/priced-until.ts';
import { useBillFormat } from '../use-bill-format.ts';
import { describePlan, EndedPrices } from './describe-plan.tsx';

const plan = (...charges: TariffPlanRow['charges']): TariffPlanRow => ({
  name: 'A',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  charges,
});
const energy = (from: string, until?: string) => ({
  id: 'energy',
  kind: 'use' as const,
  from,
  ...(until && { until }),
});
const tax = { id: 'tax', kind: 'tax' as const, until: '2020-01-01' };

test.each([
  [
    'of charges for use the last one counts',
    plan(energy('2021-01-01', '2022-01-01'), energy('2022-01-01', '2023-01-01')),
    '2023-01-01',
  ],
  ['one that goes on', plan(energy('2021-01-01', '2022-01-01'), energy('2022-01-01')), null],
  ['a tax that is over', plan(energy('2021-01-01'), tax), null],
  ['nothing for use', plan(tax), null],
])('prices end: %s', (_, given, until) => {
  expect(pricedUntil(given)).toBe(until);
});

test('prices that are over are said with their last day; others are not', async () => {
  await renderPart(
    <QueryClientProvider client={queryClient}>
      <EndedPrices until="2023-01-01" day="2026-11-22" />
      <EndedPrices until="2026-11-23" day="2026-11-22" />
      <EndedPrices until={null} day="2026-11-22" />
    </QueryClientProvider>,
  );
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([
    'Its prices ended on 31 Dec 2022. Days after that have no price.',
  ]);
});

function Described({ of }: { of: TariffPlanRow }) {
  const { t } = useTranslation('billing');
  return <p>{describePlan(of, '2026-11-22', t, useBillFormat())}</p>;
}

test.each([
  [{ heater: { name: 'Heater' } }, 'one price · Heater at a price of its own'],
  [{ heater: { name: 'Heater' }, car: { name: 'Car' } }, 'one price · Heater and Car at prices of their own'],
])('meters with prices of their own, one or many: %o', async (meters, words) => {
  const uses = ['day', 'night'].map((id) => ({ id, kind: 'use' as const, rate: '0.3' }));
  await renderPart(
    <QueryClientProvider client={queryClient}>
      <Described of={{ ...plan(...uses), meters } as TariffPlanRow} />
    </QueryClientProvider>,
  );
  expect(screen.getByText(words)).toBeVisible();
});
