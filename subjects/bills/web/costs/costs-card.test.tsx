import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart, untilLoaded } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { BillingPage } from '../billing-page.tsx';
import { CostsCard } from './costs-card.tsx';
import { answerCosts, costs } from './testing-costs.ts';
import { answerBilling, soFar, tariff } from '../testing.ts';

vi.mock('#shell/ui/chart/echarts.ts', () => ({
  init: () => ({ isDisposed: () => true, dispose: () => undefined, dispatchAction: () => undefined }),
}));
const defaults = queryClient.getDefaultOptions();
beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } });
});

const theCard = <CostsCard soFarTotal="31.87" />;
const renderWith = (part: ReactNode, language: 'en' | 'hi' = 'en') =>
  renderPart(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>, language);

type Given = Parameters<typeof answerBilling>[0] & Parameters<typeof answerCosts>[0];

async function open(given: Given = {}, language: 'en' | 'hi' = 'en') {
  storeSession();
  await startSession();
  answerBilling({ tariffs: [tariff('2026-01-01')], ...given });
  answerCosts(given);
  return renderWith(theCard, language);
}

const card = async (name = 'Where it goes') => {
  const region = await screen.findByRole('region', { name });
  await waitFor(() => expect(region.querySelector('[data-costs-total]')).not.toBeNull());
  return region;
};
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');
const rowsOf = (region: HTMLElement) =>
  [...region.querySelectorAll('ul > li')].map(({ textContent }) => plain(textContent));

test('C2.16 by device: five dearest first, the others behind a button, and all of it is the total', async () => {
  const { user } = await open();
  const region = await card();
  expect(rowsOf(region)).toEqual([
    'Oven and hob 50.0 kWh€9.07',
    'Bath 4,500 L€8.00',
    'Mains (unmetered) 32.0 kWh€4.20',
    'Water heater 18.0 kWh€2.50',
    'Hose 700 L€1.20',
  ]);
  expect(within(region).getByText('2 others: €1.40')).toBeVisible();
  const fixed = within(region).getByText('Standing charges and contracted power, with tax: not shared out');
  expect(plain(fixed.parentElement?.textContent)).toMatch(/€5.50$/);
  expect(within(region).getByText('€31.87')).toBeVisible();
  await user.click(within(region).getByRole('button', { name: 'Show all 7' }));
  expect(rowsOf(region).at(-1)).toBe('Sauna (Water) 300 L€0.50');
  const shown = [...region.querySelectorAll('[data-cost]')].map((row) => Number(row.getAttribute('data-cost')) * 100);
  expect(Math.round(shown.reduce((sum, cents) => sum + cents, 0)) + 550).toBe(3187);
  await user.click(within(region).getByRole('button', { name: 'Show fewer' }));
  expect(rowsOf(region)).toHaveLength(5);
});

test('by room, with the keyboard: both utilities of a room together, the rest of the home apart', async () => {
  const { user } = await open();
  const region = await card();
  within(region).getByRole('radio', { name: 'Devices' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(rowsOf(region)).toEqual([
    'Bathroom 18.0 kWh · 4,500 L€10.50',
    'Kitchen 50.0 kWh · 500 L€9.97',
    'Unmetered 32.0 kWh€4.20',
    'Garden 700 L€1.20',
    'Sauna 300 L€0.50',
  ]);
  expect(within(region).queryByRole('button', { name: /Show all/ })).not.toBeInTheDocument();
  expect(within(region).getByText('€31.87')).toBeVisible();
});

test('what is always on: its power, its cost, and about what a month of it costs', async () => {
  await open();
  const region = await card();
  expect(plain(region.textContent)).toContain('Always on: 180 W, €8.10 so far, about €12 a month');
});

test('a small month of what is always on keeps its cents; where it is not known, nothing is said', async () => {
  await open({ costs: { ...costs, alwaysOn: { watts: 20, cost: '0.90', month: '1.35' } } });
  expect(plain((await card()).textContent)).toContain('Always on: 20 W, €0.90 so far, about €1.35 a month');
});

test('without what is always on the card is whole', async () => {
  await open({ costs: { ...costs, alwaysOn: null } });
  expect((await card()).textContent).not.toContain('Always on');
});

test('a viewer sees it too, in Hindi', async () => {
  await open({ role: 'viewer' }, 'hi');
  const region = await card('ख़र्च कहाँ होता है');
  expect(rowsOf(region)[2]).toContain('Mains: बाक़ी हिस्सा');
  expect(within(region).getByText('€31.87')).toBeVisible();
});

test.each([
  ['a tariff', { ...soFar, cost: null, currency: null, likely: null, compared: null }],
  ['readings', { ...soFar, origin: 'none' as const }],
])('without %s there is no such card', async (_what, answer) => {
  storeSession();
  await startSession();
  answerBilling({ tariffs: [tariff('2026-01-01')], soFar: answer });
  answerCosts();
  await renderWith(<BillingPage />);
  await untilLoaded();
  expect(screen.getByRole('region', { name: 'Bills' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Where it goes' })).not.toBeInTheDocument();
});

test('when the total beside it moves on, it is asked anew', async () => {
  let asked = 0;
  storeSession();
  await startSession();
  answerBilling({ tariffs: [tariff('2026-01-01')] });
  answerCosts();
  const older = { ...costs, utilities: costs.utilities.slice(0, 1) };
  server.use(
    http.get('*/api/v1/bills/costs', () => {
      asked += 1;
      return HttpResponse.json(asked === 1 ? older : costs);
    }),
  );
  await renderWith(theCard);
  await waitFor(async () =>
    expect((await card()).querySelector('[data-costs-total]')).toHaveAttribute('data-costs-total', '31.87'),
  );
  expect(asked).toBe(2);
});

test('C8.4 when it cannot be loaded, the card says so and tries again', async () => {
  storeSession();
  await startSession();
  answerBilling({ tariffs: [tariff('2026-01-01')] });
  answerCosts();
  let isBroken = true;
  server.use(
    http.get('*/api/v1/bills/costs', () =>
      isBroken
        ? HttpResponse.json({ code: 'internal', detail: '', requestId: '' }, { status: 500 })
        : HttpResponse.json(costs),
    ),
  );
  const { user } = await renderWith(theCard);
  const region = await screen.findByRole('region', { name: 'Where it goes' });
  expect(await within(region).findByText('This could not be loaded')).toBeVisible();
  isBroken = false;
  await user.click(within(region).getByRole('button', { name: 'Try again' }));
  expect(await within(region).findByText('€31.87')).toBeVisible();
});
