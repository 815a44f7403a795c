import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import type { BillCosts } from '../../contract/bill-costs.ts';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { Notices } from '#shell/ui/notices/notices.tsx';
import { CostsCard } from './costs-card.tsx';
import { answerCosts, costs, sharedCosts } from './testing-costs.ts';
import { answerBilling, householdId } from '../testing.ts';

const defaults = queryClient.getDefaultOptions();
beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } });
});

const asked: Record<string, string>[] = [];
const written: [method: string, body: unknown][] = [];

/** The household keeps `kept` until another is written; a draft is answered as `draft`. */
function answerPolicy(kept: BillCosts, draft: BillCosts = sharedCosts, isKept = false): void {
  asked.length = 0;
  written.length = 0;
  let answer = kept;
  const write = (isThere: boolean) => async (given: { request: Request }) => {
    const body = await given.request.json();
    written.push([given.request.method, body]);
    if (!isThere) return HttpResponse.json([]);
    answer = answer === kept ? draft : kept;
    return HttpResponse.json([{ household_id: householdId }]);
  };
  server.use(
    http.get('*/api/v1/bills/costs', ({ request }) => {
      const { household: _, ...query } = Object.fromEntries(new URL(request.url).searchParams);
      if (Object.keys(query).length > 0) asked.push(query);
      return HttpResponse.json(Object.keys(query).length > 0 && query['fixed'] !== kept.policy.fixed ? draft : answer);
    }),
    http.patch('*/rest/v1/cost_policies', write(isKept)),
    http.post('*/rest/v1/cost_policies', write(true)),
  );
}

async function openRooms(given: { costs?: BillCosts; role?: 'owner' | 'viewer' } = {}, language: 'en' | 'hi' = 'en') {
  storeSession();
  await startSession();
  answerBilling(given);
  answerCosts(given);
  const page = await renderPart(
    <QueryClientProvider client={queryClient}>
      <CostsCard soFarTotal="31.87" />
      <Notices closeLabel="Close" label="Notices" />
    </QueryClientProvider>,
    language,
  );
  const rooms = await screen.findByRole('radio', { name: language === 'en' ? 'Rooms' : 'कमरे' });
  await waitFor(() => expect(document.querySelector('[data-costs-total]')).not.toBeNull());
  await page.user.click(rooms);
  return { ...page, region: rooms.closest('section') as HTMLElement };
}

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');
const rowsOf = (part: HTMLElement) => [...part.querySelectorAll('li')].map(({ textContent }) => plain(textContent));

test('C2.16 each room with its shares told apart, what is common with what it gave, and the policy in words', async () => {
  const { region } = await openRooms({ costs: sharedCosts });
  expect(rowsOf(region)).toEqual([
    'Bathroom 18.0 kWh · 4,500 L€26.36own usage €10.50 · common areas €14.02 · fixed charges €1.84',
    'Garden 700 L€3.14own usage €1.20 · common areas €0.11 · fixed charges €1.83',
    'Sauna 300 L€2.37own usage €0.50 · common areas €0.04 · fixed charges €1.83',
    'Kitchen 50.0 kWh · 500 L€0.00€9.97, shared among the other rooms',
    'Unmetered 32.0 kWh€0.00€4.20, shared among the other rooms',
  ]);
  expect(region).toHaveTextContent(
    'Fixed charges are shared evenly. Common, shared by the cost of each room’s usage: Hall, Kitchen and unmetered usage.',
  );
  expect(region).not.toHaveTextContent('not shared');
  expect(region.querySelector('[data-costs-total]')).toHaveAttribute('data-costs-total', '31.87');
});

test('by device the policy is not there, and fixed charges stand apart as before', async () => {
  const { user, region } = await openRooms({ costs: sharedCosts });
  await user.click(within(region).getByRole('radio', { name: 'Devices' }));
  expect(region).not.toHaveTextContent('shared evenly');
  expect(region.querySelector('[data-fixed]')).toHaveAttribute('data-fixed', '5.5');
});

test('where nothing is shared it says so', async () => {
  await openRooms();
  expect(await screen.findByText(/^Fixed charges are not shared. Common, not shared: unmetered usage.$/)).toBeVisible();
});

test('what no room can bear is named and stays apart', async () => {
  const utilities = costs.utilities.map((one) => ({ ...one, unborne: ['fixed' as const] }));
  const policy = { fixed: 'by-use', common: 'apart', commonRooms: [] } as const;
  const { region } = await openRooms({ costs: { ...costs, utilities, policy: { ...policy, commonRooms: [] } } });
  expect(region).toHaveTextContent(
    'Not shared, because no room can pay it yet: fixed charges (Electricity) and fixed charges (Water).',
  );
  expect(region.querySelector('[data-fixed]')).toHaveAttribute('data-fixed', '5.5');
});

test('credits are named: of what is shared, and of what stands apart', async () => {
  const rooms = sharedCosts.rooms.map((one) =>
    one.room === 'garden'
      ? {
          ...one,
          utilities: [
            { utility: 'water' as const, used: 1, own: '3.00', common: '-1.00', fixed: '-0.50', total: '1.50' },
          ],
        }
      : one,
  );
  const utilities = costs.utilities.map((one) => ({ ...one, apart: '-1.00' }));
  const { region } = await openRooms({ costs: { ...sharedCosts, rooms, utilities } });
  expect(plain(region.textContent)).toContain(
    'own usage €3.00 · credit from common areas -€1.00 · credit from fixed charges -€0.50',
  );
  expect(region).toHaveTextContent('Credits above the standing charges, not shared out');
});

test('a viewer reads the policy, in Hindi, and has no control', async () => {
  const { region } = await openRooms({ costs: sharedCosts, role: 'viewer' }, 'hi');
  expect(region).toHaveTextContent('स्थायी शुल्क बराबर बँटते हैं।');
  expect(within(region).queryByRole('button', { name: 'बँटवारा बदलें' })).not.toBeInTheDocument();
});

const openDialog = async ({ user }: Pick<Awaited<ReturnType<typeof openRooms>>, 'user'>) => {
  await user.click(await screen.findByRole('button', { name: 'Change how costs are shared' }));
  return screen.getByRole('dialog', { name: 'Share costs among rooms' });
};

test('a choice is seen at once in each room, kept, and taken back', async () => {
  const page = await openRooms();
  answerPolicy(costs);
  const dialog = await openDialog(page);
  const inside = within(dialog);
  expect(rowsOf(dialog)).toEqual([
    'Bathroom€10.50',
    'Garden€1.20',
    'Hall€0.00',
    'Kitchen€9.97',
    'Sauna€0.50',
    'Unmetered€4.20',
    'Fixed charges, not shared€5.50',
  ]);
  const [fixed, common] = inside.getAllByRole('group');
  await page.user.click(within(common as HTMLElement).getByRole('radio', { name: 'By usage' }));
  await page.user.click(within(fixed as HTMLElement).getByRole('radio', { name: 'Evenly' }));
  await page.user.click(inside.getByRole('checkbox', { name: 'Kitchen' }));
  await page.user.click(inside.getByRole('checkbox', { name: 'Hall' }));
  const policy = { fixed: 'evenly', common: 'by-use' };
  await waitFor(() => expect(asked.at(-1)).toEqual({ ...policy, commonRooms: '["kitchen","hall"]' }));
  await waitFor(() => expect(rowsOf(dialog)[0]).toBe('Bathroom€26.36'));
  expect(rowsOf(dialog).slice(3)).toEqual([
    'Kitchen€0.00',
    'Sauna€2.37',
    'Unmetered€0.00',
    'Fixed charges, not shared€0.00',
  ]);
  await page.user.click(inside.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const row = { ...policy, common_rooms: ['kitchen', 'hall'] };
  expect(written).toEqual([
    ['PATCH', row],
    ['POST', { household_id: householdId, ...row }],
  ]);
  expect(page.region).toHaveTextContent('Fixed charges are shared evenly.');
  answerPolicy(sharedCosts, costs, true);
  await page.user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(page.region).toHaveTextContent('Fixed charges are not shared.'));
  expect(written).toEqual([['PATCH', { fixed: 'apart', common: 'apart', common_rooms: [] }]]);
});

test('what is not saved says so and stays; what is cancelled changes nothing', async () => {
  const page = await openRooms();
  answerPolicy(costs);
  server.use(http.patch('*/rest/v1/cost_policies', () => HttpResponse.json({ message: 'no' }, { status: 500 })));
  const dialog = within(await openDialog(page));
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Not saved');
  await page.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(written).toEqual([]);
  expect(within(await openDialog(page)).queryByRole('alert')).not.toBeInTheDocument();
});

test('C8.4 what rooms would bear and cannot be worked out can be asked again', async () => {
  const page = await openRooms();
  answerPolicy(costs);
  let isBroken = true;
  server.use(
    http.get('*/api/v1/bills/costs', () =>
      isBroken
        ? HttpResponse.json({ code: 'internal', detail: '', requestId: '' }, { status: 500 })
        : HttpResponse.json(sharedCosts),
    ),
  );
  const dialog = await openDialog(page);
  expect(await within(dialog).findByText('The rooms’ shares could not be calculated.')).toBeVisible();
  isBroken = false;
  await page.user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(rowsOf(dialog)[0]).toBe('Bathroom€26.36'));
});
