import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { asha } from '#apps/web/testing/auth-answers.ts';
import { server } from '#apps/web/testing/server.ts';
import { end, householdId, input, log, openAsMember, text } from './testing.tsx';

beforeEach(() => queryClient.clear());

const minute = 60_000;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
const action = {
  id: 'act',
  device: { id: 'd', name: 'Lamp', room: '', commands: true },
  on: true,
  until: fromNow(minute),
};
const earlier = [
  { id: '2', role: 'assistant', content: 'Shall I?', created_at: '2026-11-21T10:00:01Z', extras: { action } },
  { id: '1', role: 'user', content: 'lamp on', created_at: '2026-11-21T10:00:00Z', extras: {} },
];
const outcome = { id: 'act', result: null, settled_at: null, until: fromNow(minute) };

test('C4.6 what was said before is there; Clear deletes it in this household and keeps only the greeting', async () => {
  const { user, kept } = await openAsMember(earlier);
  expect(await log().findByText('lamp on')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(log().queryByText('lamp on')).not.toBeInTheDocument());
  expect(log().getAllByRole('listitem')).toHaveLength(1);
  expect(log().getByText(/^Hello\./)).toBeVisible();
  expect(kept.deleted).toEqual([`?household_id=eq.${householdId}&user_id=eq.${asha.id}`]);
  expect(screen.getByText('The conversation is deleted.')).toBeInTheDocument();
});

test.each([
  ['Lamp was switched on.', { result: 'done', settled_at: fromNow(-minute) }],
  [/^Lamp was noted as on\. The device itself gets no command/, { result: 'noted', settled_at: fromNow(-minute) }],
  ['Lamp did not answer and stayed as it was.', { result: 'no-answer', settled_at: fromNow(-minute) }],
  ['Nothing was switched.', { result: 'declined', settled_at: fromNow(-minute) }],
  ['This question is over. Ask again to switch it.', { settled_at: fromNow(-minute) }],
  ['This question is over. Ask again to switch it.', { until: fromNow(-minute) }],
])('of what was proposed before it says: %s', async (said, part) => {
  await openAsMember(earlier, [{ ...outcome, ...part }]);
  expect(await log().findByText(said)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Switch on' })).not.toBeInTheDocument();
});

test('what was proposed before and still waits can be pressed', async () => {
  const { user } = await openAsMember(earlier, [outcome]);
  server.use(http.post('*/api/v1/assistant/actions/act', () => HttpResponse.json({ result: 'done' })));
  await user.click(await log().findByRole('button', { name: 'Switch on' }));
  expect(await log().findByText('Lamp is now on.')).toBeVisible();
});

test('rows that were on their way when the conversation was deleted do not come back', async () => {
  let answer: () => void = () => undefined;
  const late = new Promise<void>((resolve) => (answer = resolve));
  let hasAnswered = false;
  const { user } = await openAsMember([], [], async () => {
    await late;
    hasAnswered = true;
    return HttpResponse.json(earlier);
  });
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await screen.findByText('The conversation is deleted.');
  answer();
  await waitFor(() => expect(hasAnswered).toBe(true));
  await user.type(input(), 'and now{Enter}');
  expect(await log().findByText('and now')).toBeVisible();
  expect(log().queryByText('lamp on')).not.toBeInTheDocument();
});

test('C4.6 when the history cannot be deleted it says so and everything stays', async () => {
  const { user } = await openAsMember(earlier);
  await log().findByText('lamp on');
  server.use(
    http.delete('*/rest/v1/assistant_messages', () =>
      HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 }),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The conversation could not be deleted. You cannot do this here.',
  );
  expect(log().getByText('lamp on')).toBeVisible();
});

const names = { question: '0d3a40c2-0000-4000-8000-000000000001', answer: '0d3a40c2-0000-4000-8000-000000000002' };

async function failOnce() {
  const opened = await openAsMember();
  await opened.user.type(input(), 'why{Enter}');
  await waitFor(() => expect(opened.assistant.asked).toHaveLength(1));
  act(() => opened.assistant.say({ event: 'begin', data: names }, text('Half of'), failure, end('')));
  return opened;
}
const failure = { event: 'error', data: { code: 'provider-broken', message: '' } } as const;

test('what is asked again is deleted before it is asked: it neither comes back nor goes along', async () => {
  const { user, assistant, kept } = await failOnce();
  await user.click(await log().findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(assistant.asked).toHaveLength(2));
  expect(kept.deleted).toEqual([`?id=in.%28${names.question}%2C${names.answer}%29`]);
  expect(log().getAllByText('why')).toHaveLength(1);
  expect(log().queryByText('Half of')).not.toBeInTheDocument();
});

test('what could not be deleted stays on the screen as it stays stored, and is asked again all the same', async () => {
  const { user, assistant } = await failOnce();
  server.use(http.delete('*/rest/v1/assistant_messages', () => HttpResponse.json({ message: 'no' }, { status: 403 })));
  await user.click(await log().findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(assistant.asked).toHaveLength(2));
  expect(log().getAllByText('why')).toHaveLength(2);
});
