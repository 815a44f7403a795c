import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { http, type HttpHandler, HttpResponse } from 'msw';
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart, untilLoaded } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { noticeStore } from '#shell/ui/notices/notice.ts';
import type { BillingCycleRow, HouseholdMember, TariffRow } from '#supabase/tables/index.ts';
import type { BillSoFar } from '../../contract/billing.ts';
import type { PricesAnswer, SeriesList } from '../../contract/prices.ts';
import type { CheckedTariff, SampleBill, TariffLibraryAnswer } from '../../contract/tariffs.ts';
import type { TariffPlan } from '../../domain/tariff/plan.ts';
import { PricesPage } from '../prices-page.tsx';
import { answerBilling, householdId, soFar, tariff } from '../testing.ts';
import { planOfPrices } from './prices/simple-plan.ts';
import { TariffsCard } from './tariffs-card.tsx';

/** A page of prices, and the service's side of it. */

/** Prices of water as the form makes them. */
const waterPlan = planOfPrices({ rate: '2', standing: '0', tax: '0' }, 'water', 'EUR');
const water = tariff('2026-01-01', { utility: 'water', plan: waterPlan });
const periodPlan = {
  name: { en: 'Three periods', es: 'Tres periodos', hi: 'तीन समय-खंड' },
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  schedules: { energy: { periods: [{ period: 'P1' }] } },
  charges: [
    { id: 'energy', kind: 'use', schedule: 'energy', rates: { P1: '0.1924' }, until: '2026-01-01' },
    { id: 'energy', kind: 'use', schedule: 'energy', rates: { P1: '0.1786' }, from: '2026-01-01' },
    { id: 'power', kind: 'capacity', per: 'year', rates: { P1: '27.7' } },
    { id: 'meter', kind: 'fixed', per: 'month', amount: '0.81' },
    { id: 'iva', kind: 'tax', percent: '21', of: 'all' },
  ],
} as const;
/** More than simple prices, and it has no text of its own. */
export const periods = tariff('2026-02-01', { plan: structuredClone(periodPlan) as never, is_example: true });

/** The library's: power by period, and water that goes by how many people there are. */
const spain: TariffLibraryAnswer['tariffs'][number] = {
  id: 'es-2.0td-2025',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  name: { en: 'Spain 2.0TD', es: 'España 2.0TD', hi: 'स्पेन 2.0TD' },
  asksPersons: false,
  until: null,
  asksPower: ['P1', 'P2'],
  asksMeters: [],
  asksSize: [],
  series: [],
  country: 'ES',
  source: { title: 'CNMC, tolls of 2025', url: 'https://www.boe.es/', date: '2025-01-01' },
};
export const library: TariffLibraryAnswer = {
  tariffs: [
    spain,
    {
      id: 'us-santa-monica-water-2018',
      utility: 'water',
      currency: 'USD',
      unit: 'HCF',
      name: { en: 'Santa Monica water', es: 'Agua de Santa Mónica' },
      asksPersons: true,
      until: null,
      asksPower: [],
      asksMeters: [],
      asksSize: [],
      series: ['city-index'],
      country: 'US',
      source: { title: 'City of Santa Monica, Resolution 10372', date: '2017-01' },
    },
  ],
  calendars: [{ id: 'es-2.0td', name: { en: 'Holidays of Spain', es: 'Festivos de España', hi: 'स्पेन की छुट्टियाँ' } }],
};

/** A plan as the service has read it. */
export const readPlan = structuredClone(periodPlan) as unknown as TariffPlan;

export const sample: SampleBill = {
  of: 'own',
  start: '2026-10-12',
  end: '2026-11-11',
  used: 212_000,
  currency: 'EUR',
  total: '61.40',
  lines: [
    {
      utility: 'electricity',
      kind: 'use',
      from: '2026-10-12',
      to: '2026-11-11',
      charge: 'energy',
      name: { en: 'Energy', es: 'Energía', hi: 'ऊर्जा' },
      period: 'P1',
      quantity: '212000',
      rate: '0.2896',
      amount: '61.40',
    },
  ],
  faults: [],
};

/** What the service says of a tariff that asks for nothing. */
export const sound: CheckedTariff = {
  ok: true,
  summary: { ...spain, asksPower: [] },
  sample,
  text: 'name: Spain\n',
  plan: readPlan,
};

export async function openPrices(given: Parameters<typeof answerBilling>[0] = {}) {
  storeSession();
  await startSession();
  answerBilling({ tariffs: [tariff('2026-01-01'), water], ...given });
  server.use(http.get('*/api/v1/tariffs/library', () => HttpResponse.json(library)));
  const opened = await renderPart(
    <QueryClientProvider client={queryClient}>
      <PricesPage />
    </QueryClientProvider>,
  );
  await untilLoaded();
  return { ...opened, card: within(await screen.findByRole('region', { name: 'Prices' })) };
}

interface Sent {
  method: string;
  path: string;
  body: unknown;
}

/** What is sent to the service; a tariff is taken, unless the test says otherwise. */
export function record(status = 201, answer: object = { ids: [] }): Sent[] {
  const sent: Sent[] = [];
  const take = async ({ request }: { request: Request }) => {
    sent.push({ method: request.method, path: new URL(request.url).pathname, body: await request.json() });
    return status === 201 && request.method === 'PUT'
      ? new HttpResponse(null, { status: 204 })
      : HttpResponse.json(answer, { status });
  };
  server.use(http.post('*/api/v1/tariffs', take), http.put('*/api/v1/tariffs/:id', take));
  return sent;
}

export function answerCheck(
  answer: (tariff: { text?: string; library?: string; facts?: object; plan?: TariffPlan }) => CheckedTariff,
): object[] {
  const asked: object[] = [];
  server.use(
    http.post('*/api/v1/tariffs/check', async ({ request }) => {
      const { tariff: given } = (await request.json()) as { tariff: object };
      asked.push(given);
      return HttpResponse.json(answer(given));
    }),
  );
  return asked;
}

export const saved = () =>
  waitFor(() => expect(noticeStore.read().map(({ title }) => title)).toContain('Prices saved'));
export const dialog = () => within(screen.getByRole('dialog'));

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

interface Asked {
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
    return one.method === 'PATCH' ? HttpResponse.json([row]) : new HttpResponse(null, { status: 201 });
  };
  const remove = async ({ request }: { request: Request }) => {
    asked.push(await askedOf(request));
    return new HttpResponse(null, { status: 204 });
  };
  own = [
    http.get('*/api/v1/prices', () => HttpResponse.json({ series })),
    http.get('*/rest/v1/billing_cycles', () => HttpResponse.json(row === null ? [] : [row])),
    http.post('*/rest/v1/billing_cycles', write),
    http.patch('*/rest/v1/billing_cycles', (asking) => (row === null ? HttpResponse.json([]) : write(asking))),
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
