import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { server } from '#apps/web/testing/server.ts';
import { answerAs, showPart } from '../testing.tsx';
import { type Absence, AwayCard } from './away-card.tsx';

/** The card of a home with these absences; each write is heard, and kept as the table would. */
async function show(
  given: Absence[],
  { role = 'owner', language = 'en' }: { role?: 'owner' | 'viewer'; language?: 'en' | 'hi' } = {},
) {
  answerAs({ role });
  let rows = given;
  const writes: unknown[] = [];
  const idOf = (url: string) => new URL(url).searchParams.get('id')?.replace('eq.', '');
  server.use(
    http.get('*/rest/v1/home_absences', () => HttpResponse.json(rows)),
    http.post('*/rest/v1/home_absences', async ({ request }) => {
      const { id, starts, ends } = (await request.json()) as Partial<Absence> & Omit<Absence, 'id'>;
      writes.push(['added', starts, ends]);
      rows = [{ id: id ?? 'new', starts, ends }, ...rows];
      return new HttpResponse(null, { status: 201 });
    }),
    http.patch('*/rest/v1/home_absences', async ({ request }) => {
      const change = (await request.json()) as Pick<Absence, 'ends'>;
      writes.push(['changed', change]);
      rows = rows.map((one) => (one.id === idOf(request.url) ? { ...one, ...change } : one));
      return HttpResponse.json([]);
    }),
    http.delete('*/rest/v1/home_absences', ({ request }) => {
      writes.push(['removed', idOf(request.url)]);
      rows = rows.filter(({ id }) => id !== idOf(request.url));
      return HttpResponse.json([]);
    }),
  );
  return { writes, ...(await showPart(<AwayCard />, language)) };
}

const rowsShown = () => screen.findAllByRole('listitem');

test('an absence is said with its days; who does not know when they are back leaves it open', async () => {
  const { user, writes } = await show([]);
  expect(await screen.findByText('No absence is written down.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'You are away' }));
  const form = within(screen.getByRole('dialog'));
  const [from, to] = [form.getByLabelText('You leave on'), form.getByLabelText('You are back on')];
  await user.clear(from);
  await user.type(from, '2026-08-07');
  await user.type(to, '2026-08-01');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('That is before you leave.')).toBeVisible();
  await user.clear(to);
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Your absence is written down')).toBeVisible();
  expect(writes).toEqual([['added', '2026-08-07', null]]);
});

test('one that lasts is ended by who is back, and one that was removed comes back', async () => {
  const { user, writes } = await show([{ id: 'a', starts: '2026-01-05', ends: null }]);
  const [row] = await rowsShown();
  expect(row).toHaveTextContent(/^Since Mon, 5 Jan,? 2026now/);
  await user.click(within(row as HTMLElement).getByRole('button', { name: 'You are back' }));
  expect(await screen.findByText('The absence ends today')).toBeVisible();
  expect(writes).toEqual([['changed', { ends: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }]]);
  await user.click(screen.getByRole('button', { name: /^Remove the absence from Mon/ }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await rowsShown()).toHaveLength(1);
  expect(writes.slice(1)).toEqual([
    ['removed', 'a'],
    ['added', '2026-01-05', expect.any(String)],
  ]);
});

test('those that are over are few, the rest is counted; who may only look changes nothing', async () => {
  const over = Array.from({ length: 5 }, (_, i) => ({
    id: String(i),
    starts: `2025-0${5 - i}-01`,
    ends: `2025-0${5 - i}-08`,
  }));
  await show(over, { role: 'viewer' });
  expect(await rowsShown()).toHaveLength(3);
  expect(screen.getByText('2 earlier absences')).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
