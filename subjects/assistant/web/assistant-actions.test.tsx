import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { server } from '#apps/web/testing/server.ts';
import { end, input, log, openAsMember } from './testing.tsx';

beforeEach(() => queryClient.clear());

const lamp = { id: 'd', name: 'Bedroom lamp', room: 'bedroom', commands: false };
const soon = () => new Date(Date.now() + 60_000).toISOString();

async function propose(until = soon()) {
  const opened = await openAsMember();
  const pressed: unknown[] = [];
  server.use(
    http.post('*/api/v1/assistant/actions/:id', async ({ request, params }) => {
      pressed.push([params['id'], await request.json()]);
      return HttpResponse.json({ result: 'noted' });
    }),
  );
  await opened.user.type(input(), 'off{Enter}');
  await waitFor(() => expect(opened.assistant.asked).toHaveLength(1));
  act(() =>
    opened.assistant.say(
      { event: 'action', data: { id: 'act', device: lamp, on: false, until } },
      end('I can do that.'),
    ),
  );
  expect(await log().findByText('Note Bedroom lamp as off?')).toBeVisible();
  return { ...opened, pressed };
}

test('an action waits for the press; then it says what came of it, and the devices are asked for anew', async () => {
  const { user, pressed } = await propose();
  const anew = vi.spyOn(queryClient, 'invalidateQueries');
  expect(pressed).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Note as off' }));
  expect(await log().findByText(/Bedroom lamp is noted as off\. Nothing here commands this device/)).toBeVisible();
  expect(pressed).toEqual([['act', { agreed: true }]]);
  expect(anew).toHaveBeenCalledWith({ queryKey: ['devices'] });
  expect(screen.queryByRole('button', { name: 'Note as off' })).not.toBeInTheDocument();
  anew.mockRestore();
});

test('a press that comes too late is said to be, and one that failed may be tried again', async () => {
  const { user } = await propose();
  const answerWith = (code: string, status: number) =>
    server.use(
      http.post('*/api/v1/assistant/actions/:id', () => HttpResponse.json({ code, detail: '' }, { status }), {
        once: true,
      }),
    );
  answerWith('internal', 500);
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  expect(await log().findByText('Something went wrong on our side. Please try again.')).toBeVisible();
  answerWith('action-over', 409);
  await user.click(screen.getByRole('button', { name: 'Note as off' }));
  expect(await log().findByText('This question is over. Ask again to switch it.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Note as off' })).not.toBeInTheDocument();
});

test('an action that is over cannot be pressed', async () => {
  const { pressed } = await propose(new Date(Date.now() - 1000).toISOString());
  expect(await log().findByText('This question is over. Ask again to switch it.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Not now' })).not.toBeInTheDocument();
  expect(pressed).toEqual([]);
});
