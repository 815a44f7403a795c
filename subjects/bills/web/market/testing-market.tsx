import { QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import type { BillSoFar } from '../../contract/billing.ts';
import type { PricesAnswer, SeriesList } from '../../contract/prices.ts';
import type { BillingCycleRow, HouseholdMember, TariffRow } from '#supabase/tables/index.ts';
import { http, HttpResponse, type HttpHandler } from 'msw';
import type { ReactNode } from 'react';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart, untilLoaded } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { TariffsCard } from '../tariffs/tariffs-card.tsx';
import { answerBilling, householdId, soFar, tariff } from '../testing.ts';

/** A household with a market tariff, and the far side of its prices and cycles. */

const marketPlan = {
  ...tariff('2026-01-01').plan,
  charges: [{ id: 'energy', kind: 'use', market: { series: 'spot' } }],
};
export const marketTariff = tariff('2026-01-01', { plan: marketPlan });

export const spot: SeriesList['series'][number] = {
  series: 'spot',
  kind: 'prices',
  isOwn: true,
  first: '2026-11-01T00:00:00.000Z',
  last: '2026-11-10T23:00:00.000Z',
  stepS: 3600,
  count: 240,
  tax: 'excluded',
};
export const tempo: SeriesList['series'][number] = {
  series: 'tempo',
  kind: 'colours',
  isOwn: true,
  first: '2026-11-01T00:00:00.000Z',
  last: '2026-11-16T00:00:00.000Z',
  stepS: 86_400,
  count: 16,
  tax: null,
};

export interface Asked {
  method: string;
  query: Record<string, string>;
  body: unknown;
}

async function askedOf(request: Request): Promise<Asked> {
  const text = await request.text();
  return {
    method: request.method,
    query: Object.fromEntries(new URL(request.url).searchParams),
    body: request.headers.get('content-type')?.includes('json') === true && text !== '' ? JSON.parse(text) : text,
  };
}

/** They come before those of every household, whichever were given first. */
let own: HttpHandler[] = [];

/** Answers what the card of prices asks for beyond tariffs; what is written to it is listed. */
export function answerMarket({
  series = [],
  cycle = null,
}: {
  series?: SeriesList['series'];
  cycle?: Pick<BillingCycleRow, 'kind' | 'month_days' | 'read_days'> | null;
} = {}): Asked[] {
  const asked: Asked[] = [];
  let row = cycle === null ? null : { household_id: householdId, ...cycle };
  const write = async ({ request }: { request: Request }) => {
    const one = await askedOf(request);
    asked.push(one);
    row = one.method === 'DELETE' ? null : { ...row, ...(one.body as BillingCycleRow) };
    return new HttpResponse(null, { status: one.method === 'POST' ? 201 : 204 });
  };
  const remove = async ({ request }: { request: Request }) => {
    asked.push(await askedOf(request));
    return new HttpResponse(null, { status: 204 });
  };
  own = [
    http.get('*/api/v1/prices', () => HttpResponse.json({ series })),
    http.get('*/rest/v1/billing_cycles', () => HttpResponse.json(row === null ? [] : [row])),
    http.post('*/rest/v1/billing_cycles', write),
    http.patch('*/rest/v1/billing_cycles', write),
    http.delete('*/rest/v1/billing_cycles', write),
    http.delete('*/rest/v1/price_points', remove),
    http.delete('*/rest/v1/day_colours', remove),
  ];
  return asked;
}

/** The service's word on a file, and what was sent for it. */
export function answerFiles(answer: (asked: Asked) => PricesAnswer): Asked[] {
  const sent: Asked[] = [];
  server.use(
    http.post('*/api/v1/prices', async ({ request }) => {
      const one = await askedOf(request);
      sent.push(one);
      return HttpResponse.json(answer(one));
    }),
  );
  return sent;
}

interface Given {
  tariffs?: TariffRow[];
  role?: HouseholdMember['role'];
  soFar?: BillSoFar;
}

/** A part of the page of somebody who is signed in. */
export async function openPart(part: ReactNode, given: Given = {}) {
  storeSession();
  await startSession();
  answerBilling(given);
  server.use(...own);
  return renderPart(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>);
}

/** The card of prices, as the page shows it to an owner, a member or a viewer. */
export async function openCard(given: Given = {}) {
  const { tariffs = [tariff('2026-01-01')], role = 'owner' } = given;
  const nothing = () => undefined;
  const actions = { onAdd: nothing, onEdit: nothing, onEditText: nothing, onRemove: nothing };
  const opened = await openPart(
    <TariffsCard
      tariffs={tariffs}
      today={soFar.today}
      actions={role === 'viewer' ? undefined : actions}
      isOwner={role === 'owner'}
    />,
    given,
  );
  await screen.findByLabelText('A bill begins');
  await untilLoaded();
  return { ...opened, card: within(screen.getByRole('region', { name: 'Prices' })) };
}
