import { QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import type { BillChanges } from '../../contract/billing.ts';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { BillDialog } from '../bills/bill-dialog.tsx';
import { answerCosts, changes, none } from '../costs/testing-costs.ts';
import { answerBilling, bill } from '../testing.ts';

const defaults = queryClient.getDefaultOptions();
beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } });
});

const october = bill('2026-10-01', '2026-11-01', 91.46);
const lastYear = bill('2025-10-01', '2025-11-01', 44.56, { coverage: 0.49 });

async function open(given: Parameters<typeof answerCosts>[0] = {}) {
  storeSession();
  await startSession();
  answerBilling({ bills: [october, lastYear], role: 'viewer' });
  answerCosts(given);
  return renderOpen();
}

const renderOpen = () =>
  renderPart(
    <QueryClientProvider client={queryClient}>
      <BillDialog bill={october} onClose={() => undefined} />
    </QueryClientProvider>,
  );

const section = () => screen.findByRole('region', { name: 'Why it changed' });
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ') ?? '';
const partsOf = (region: HTMLElement) =>
  within(region)
    .getAllByRole('listitem')
    .map(({ textContent }) => plain(textContent));

const held = (difference: string, parts: BillChanges['utilities'][number]['parts']): BillChanges => ({
  against: { id: 'bill-of-2026-08-01', start: '2026-08-01', end: '2026-09-01', total: '90.00' },
  difference,
  utilities: [{ utility: 'electricity', difference, parts }],
  weather: 'missing',
});

test('C2.16 says by how much, than which bill, and why: the largest first, and all of it is the difference', async () => {
  await open();
  const region = await section();
  expect(await within(region).findByText('€12.22 more than 1–30 Sept (€79.24)')).toBeVisible();
  expect(partsOf(region)).toEqual([
    'Water: Bath: 3,369 L more.+€5.40',
    'Water: More of it fell into a dearer block.+€1.91',
    'Electricity: Mains (unmetered): 8.93 kWh more.+€1.56',
    'Electricity: Oven and hob: 7.10 kWh more.+€1.24',
    'Electricity: The billing period is 1 day longer.+€0.99',
    'Water: Kitchen tap: 489 L more.+€0.78',
    'Water: The billing period is 1 day longer, and its usage falls into the block above 9 m³.+€0.54',
    'Electricity: Water heater: 2.50 kWh more.+€0.43',
    'Water: Hose: 242 L less.-€0.39',
    'Water: Other usage: 208 L more.+€0.33',
    'Electricity: More of it was used at cheaper hours.-€0.29',
    'Electricity: Other usage: 1.59 kWh less.-€0.28',
  ]);
  // What is written sums to what is written below it, in cents.
  const cents = partsOf(region).map((text) => Number(/[+-]€[\d.]+$/.exec(text)?.[0].replace('€', '')) * 100);
  expect(Math.round(cents.reduce((sum, one) => sum + one, 0))).toBe(1222);
  expect(region.querySelector('[data-difference]')).toHaveTextContent('+€12.22');
  // There is no bill of a year before: nothing to choose.
  expect(within(region).queryByRole('radio')).not.toBeInTheDocument();
});

test('where there is one, the bill of a year before is a press away; of little of its time it says so', async () => {
  const year: BillChanges = {
    against: { id: lastYear.id, start: '2025-10-01', end: '2025-11-01', total: '44.56' },
    difference: '46.90',
    utilities: [{ utility: 'electricity', difference: '46.90', parts: [{ kind: 'price', amount: '46.90' }] }],
    weather: 'missing',
  };
  const { user } = await open({ year });
  const region = await section();
  await user.click(await within(region).findByRole('radio', { name: 'A year before' }));
  expect(within(region).getByText('€46.90 more than 1–31 Oct 2025 (€44.56)')).toBeVisible();
  expect(partsOf(region)).toEqual(['Electricity: The tariff is dearer.+€46.90']);
  expect(await within(region).findByText(/cover only 49% of the earlier bill/)).toBeVisible();
});

test('less than before, with the sign of each part', async () => {
  await open({
    before: held('-3.10', [
      { kind: 'days', amount: '-0.20' },
      { kind: 'price', amount: '-2.00' },
      { kind: 'hours', amount: '0.10' },
      { kind: 'always-on', used: -4000, amount: '-1.00' },
    ]),
  });
  const region = await section();
  expect(await within(region).findByText('€3.10 less than 1–31 Aug (€90.00)')).toBeVisible();
  expect(partsOf(region)).toEqual([
    'Electricity: The tariff is cheaper.-€2.00',
    'Electricity: Always on: 4.00 kWh less.-€1.00',
    'Electricity: As many days, but different ones: weekdays, weekends and seasons can differ in price.-€0.20',
    'Electricity: More of it was used at dearer hours.+€0.10',
  ]);
  expect(region.querySelector('[data-difference]')).toHaveTextContent('-€3.10');
});

test('the same amount is said so, and a device that was removed has no name', async () => {
  await open({
    before: held('0.00', [
      { kind: 'device', device: 'unknown', used: 1000, amount: '0.20' },
      { kind: 'other', used: -1000, amount: '-0.20' },
    ]),
  });
  const region = await section();
  expect(await within(region).findByText('As much as 1–31 Aug (€90.00)')).toBeVisible();
  expect(partsOf(region)[0]).toBe('Electricity: A device that was removed: 1.00 kWh more.+€0.20');
  expect(region.querySelector('[data-difference]')?.textContent).toBe('€0.00');
});

test('a utility that only one bill has a tariff for is a part', async () => {
  await open({ before: { ...changes, utilities: changes.utilities.slice(0, 1) } });
  const region = await section();
  expect((await within(region).findAllByRole('listitem'))[0]?.textContent).toBe(
    'A utility that only one of the two bills has a tariff for.+€8.57',
  );
});

test('with nothing to compare with it says so', async () => {
  await open({ before: none });
  expect(
    await within(await section()).findByText('No earlier bill in the same currency to compare with.'),
  ).toBeVisible();
});

test('C8.4 when it cannot be loaded it says so, tries again, and the bill stands', async () => {
  storeSession();
  await startSession();
  answerBilling({ bills: [october] });
  answerCosts();
  let isBroken = true;
  server.use(
    http.get('*/api/v1/bills/:id/changes', ({ request }) =>
      isBroken
        ? HttpResponse.json({ code: 'internal', detail: '', requestId: '' }, { status: 500 })
        : HttpResponse.json(request.url.endsWith('year') ? none : changes),
    ),
  );
  const { user } = await renderOpen();
  const region = await section();
  expect(await within(region).findByText('This could not be loaded')).toBeVisible();
  expect(screen.getByText('€91.46')).toBeVisible();
  isBroken = false;
  await user.click(within(region).getByRole('button', { name: 'Try again' }));
  expect(await within(region).findByText('€12.22 more than 1–30 Sept (€79.24)')).toBeVisible();
});
