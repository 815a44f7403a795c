import { onlineManager } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { server } from '#apps/web/testing/server.ts';
import type { ToldAdvice } from '../../contract/worth-doing.ts';
import type { HomeChange, HomeChanges } from '../../contract/changes.ts';
import { answerAs, showPart } from '../testing.tsx';
import { ChangesPage } from './changes-page.tsx';

beforeEach(() => history.replaceState(null, '', '/changes'));
afterEach(() => onlineManager.setOnline(true));

const dayMs = 86_400_000;
let count = 0;
const change = (name: string, rest: Partial<HomeChange> = {}): HomeChange => ({
  id: `5b1e6f0a-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`,
  name,
  utility: 'electricity',
  meterId: null,
  device: null,
  day: '2026-10-05',
  advice: null,
  state: 'too-early',
  weeks: 2,
  result: null,
  ...rest,
});

/** 28 days, a fifth below what was expected. */
const result = (sign: 1 | -1): NonNullable<HomeChange['result']> => {
  const [low, high] = [30_000, 50_000].map((value) => sign * value).sort((a, b) => a - b) as [number, number];
  return {
    perMonth: { low, expected: sign * 40_000, high },
    share: { low: 0, expected: 0, high: 0 },
    money: { low: low / 5000, expected: sign * 8, high: high / 5000, currency: 'EUR' },
    days: Array.from({ length: 28 }, (_, i) => ({
      day: new Date(Date.parse('2026-10-05') + i * dayMs).toISOString().slice(0, 10),
      used: 8000,
      expected: 10_000,
    })),
    daysBefore: 84,
    daysAway: 3,
    followsWeather: false,
    tellable: 0.25,
  };
};

const alwaysOn: ToldAdvice = {
  key: 'always-on',
  advice: 'always-on',
  utility: 'electricity',
  meterId: null,
  device: null,
  money: { perMonth: '12.50', currency: 'EUR' },
  effort: 'minutes',
  figures: { watts: 300, published: 164 },
  told: { title: '300 W is always on', why: 'It is above the mean.', name: 'Less always on' },
};

interface Row {
  id?: string;
  name: string;
  advice?: string | null;
  state?: string;
}

/** The page of a home that changed what is given; what is written is heard, and told when it is asked again. */
type Far = HomeChanges & { advice: ToldAdvice[] };

async function show(given: Partial<Far> = {}, role: 'owner' | 'viewer' = 'owner') {
  answerAs({ role });
  const home = '5b1e6f0a-0000-4000-8000-0000000000aa';
  const far: Far = { household: home, today: '2026-11-20', changes: [], advice: [], declined: [], ...given };
  const written: unknown[] = [];
  server.use(
    http.get('*/api/v1/changes', () => HttpResponse.json(far)),
    http.get('*/api/v1/advice', () => HttpResponse.json({ household: home, advice: far.advice })),
    http.post('*/rest/v1/home_changes', async ({ request }) => {
      const row = (await request.json()) as Row;
      written.push(['added', row]);
      const { advice = null } = row;
      far.advice = far.advice.filter(({ key }) => key !== advice);
      if (row.state === 'declined')
        far.declined = [...far.declined, { id: row.id ?? '', name: row.name, advice: advice ?? '' }];
      else far.changes = [...far.changes, change(row.name, { ...(row.id !== undefined && { id: row.id }), advice })];
      return new HttpResponse(null, { status: 201 });
    }),
    http.delete('*/rest/v1/home_changes', ({ request }) => {
      const id = new URL(request.url).searchParams.get('id')?.replace('eq.', '');
      written.push(['removed', id]);
      far.changes = far.changes.filter((one) => one.id !== id);
      if (far.declined.some((one) => one.id === id)) far.advice = [alwaysOn];
      far.declined = far.declined.filter((one) => one.id !== id);
      return new HttpResponse(null, { status: 204 });
    }),
    http.patch('*/rest/v1/home_changes', async ({ request }) => {
      written.push(['changed', await request.json()]);
      return HttpResponse.json([{ id: far.changes[0]?.id }]);
    }),
  );
  return { far, written, ...(await showPart(<ChangesPage />)) };
}

const card = async (name: string) => within(await screen.findByRole('region', { name }));

test('each state is said in its own words', async () => {
  await show({
    changes: [
      change('Early', { weeks: 1 }),
      change('No past', { state: 'no-past', weeks: null }),
      change('Waiting for it', { state: 'cannot-tell', weeks: 3, result: result(1) }),
      change('Too restless', { state: 'cannot-tell', weeks: null, result: result(1) }),
      change('Saved', { state: 'saved', weeks: null, result: result(1) }),
      change('Uses more now', { state: 'more', weeks: null, result: result(-1) }),
    ],
  });
  expect((await card('Early')).getByText('Too early: about 1 more week.')).toBeVisible();
  expect((await card('No past')).getByText(/^Cannot tell: fewer than six weeks/)).toBeVisible();
  expect((await card('Waiting for it')).getByText(/^Cannot tell yet: about 3 more weeks/)).toBeVisible();
  expect((await card('Too restless')).getByText(/^Cannot tell: your usual ups and downs/)).toBeVisible();
  expect((await card('Too restless')).getByText(/less than about 25%/)).toBeVisible();
  const saved = await card('Saved');
  expect(saved.getByText('Saved €8.00 a month.')).toBeVisible();
  expect(saved.getByText('Probably between €6.00 and €10.00 a month.')).toBeVisible();
  expect(saved.getByText(/^In use: 40/)).toBeVisible();
  expect(saved.getByText('28 days count. 3 days away do not. Without outdoor temperatures.')).toBeVisible();
  const more = await card('Uses more now');
  expect(more.getByText('€8.00 a month more than expected.')).toBeVisible();
  expect(more.getByText('Probably between €6.00 and €10.00 a month.')).toBeVisible();
});

test('without a price it is told in use alone, beside the mean day of each week', async () => {
  const { money: _, ...rest } = result(1);
  await show({ changes: [change('Saved', { state: 'saved', weeks: null, result: { ...rest, money: null } })] });
  const saved = await card('Saved');
  expect(saved.getByText(/^Saved 40.* kWh a month\.$/)).toBeVisible();
  expect(saved.queryByText(/^In use/)).not.toBeInTheDocument();
});

test('one that is removed comes back as it was', async () => {
  const boiler = change('Boiler', { meterId: '3', advice: 'always-on' });
  const { user, written } = await show({ changes: [boiler] });
  await user.click((await card('Boiler')).getByRole('button', { name: 'Remove: Boiler' }));
  expect(await screen.findByText('No changes yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('region', { name: 'Boiler' })).toBeVisible();
  const { id } = boiler;
  expect(written).toEqual([
    ['removed', id],
    ['added', expect.objectContaining({ id, name: 'Boiler', meter_id: '3', day: '2026-10-05', advice: 'always-on' })],
  ]);
});

test('one is written down with its day and place, not without a name; a correction keeps its place', async () => {
  const { user, written } = await show();
  await user.click(await screen.findByRole('button', { name: 'Add a change' }));
  const form = within(await screen.findByRole('dialog'));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(form.getByText('Give it a name.')).toBeVisible();
  await user.type(form.getByLabelText('What did you change?'), 'New flapper');
  await user.selectOptions(form.getByLabelText('Where does it show?'), 'Kitchen tap (water)');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await user.click((await card('New flapper')).getByRole('button', { name: 'Change: New flapper' }));
  const again = within(await screen.findByRole('dialog'));
  await user.type(again.getByLabelText('What did you change?'), '!');
  await user.click(again.getByRole('button', { name: 'Save' }));
  expect(await screen.findAllByText('Saved')).not.toHaveLength(0);
  expect(written).toEqual([
    ['added', expect.objectContaining({ name: 'New flapper', utility: 'water', meter_id: '0', day: '2026-11-20' })],
    ['changed', { name: 'New flapper!', utility: 'electricity', meter_id: null, day: '2026-10-05' }],
  ]);
});

test('advice is done, or declined and asked for again', async () => {
  const { user, written } = await show({ advice: [alwaysOn] });
  expect(await screen.findByText('300 W is always on')).toBeVisible();
  expect(screen.getByText('€12.50/month')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Not for us/ }));
  expect(await screen.findByText('Not for us: Less always on')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await user.click(await screen.findByRole('button', { name: /^Doing it/ }));
  expect(await screen.findByRole('region', { name: 'Less always on' })).toBeVisible();
  expect(written).toEqual([
    ['added', expect.objectContaining({ advice: 'always-on', state: 'declined' })],
    ['removed', expect.any(String)],
    ['added', expect.objectContaining({ advice: 'always-on', state: 'made', day: '2026-11-20', meter_id: null })],
  ]);
});

test('who may only look has no buttons', async () => {
  await show({ changes: [change('Early')], advice: [alwaysOn] }, 'viewer');
  expect(await screen.findByRole('region', { name: 'Early' })).toBeVisible();
  const names = screen.getAllByRole('button').map((button) => button.textContent);
  expect(names).toEqual(['Save as CSV']);
});

test('what cannot be removed stays, and that is said', async () => {
  const { user, far } = await show({ changes: [change('Early')] });
  server.use(
    http.delete('*/rest/v1/home_changes', () => HttpResponse.json({ message: 'full' }, { status: 507 }), {
      once: true,
    }),
  );
  await user.click((await card('Early')).getByRole('button', { name: 'Remove: Early' }));
  expect(await screen.findByText('That could not be saved.')).toBeVisible();
  expect(far.changes).toHaveLength(1);
  expect(screen.getByRole('region', { name: 'Early' })).toBeVisible();
});

test('without a network a removal is not kept waiting in silence', async () => {
  const { user } = await show({ changes: [change('Early')] });
  const early = await card('Early');
  server.use(http.delete('*/rest/v1/home_changes', () => HttpResponse.error()));
  onlineManager.setOnline(false);
  await user.click(early.getByRole('button', { name: 'Remove: Early' }));
  expect(await screen.findByText('That could not be saved.')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Early' })).toBeVisible();
});

test('an answer that fails is told and asked for again', async () => {
  answerAs();
  let asked = 0;
  server.use(
    http.get('*/api/v1/changes', () => {
      asked += 1;
      return HttpResponse.json({ code: 'internal', detail: '', requestId: '' }, { status: 500 });
    }),
    http.get('*/api/v1/advice', () => HttpResponse.json({ household: crypto.randomUUID(), advice: [] })),
  );
  const { user } = await showPart(<ChangesPage />);
  const before = await screen.findByRole('button', { name: 'Try again' }, { timeout: 10_000 }).then(() => asked);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => asked).toBeGreaterThan(before);
});
