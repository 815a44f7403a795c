import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { server } from '#apps/web/testing/server.ts';
import { queryClient } from '#shell/data/query-client.ts';
import { leaveHere } from '#shell/session/session.ts';
import type { AssistantResult } from '../contract/assistant.ts';
import { end, householdId, input, log, openAsMember, send, show, text } from './testing.tsx';

describe('assistant', () => {
  beforeEach(() => queryClient.clear());

  test('C2.8 the panel: Clear, Close, four quick buttons, the input, and a send button that waits for words', async () => {
    const { user } = await show();
    for (const name of ['Clear', 'Close', 'Usage', 'Devices', 'Billing', 'Help'])
      expect(screen.getByRole('button', { name })).toBeVisible();
    expect(input()).toHaveFocus();
    expect(send()).toBeDisabled();
    await user.type(input(), '   ');
    expect(send()).toBeDisabled();
    await user.type(input(), 'x');
    expect(send()).toBeEnabled();
  });

  test('C4.6 C5.1 Enter sends, Thinking... stands until words come, and meanwhile nothing else is sent', async () => {
    const { user, assistant } = await show();
    await user.type(input(), '  {Enter}');
    expect(assistant.asked).toEqual([]);
    await user.clear(input());
    await user.type(input(), 'One{Shift>}{Enter}{/Shift}Two{Enter}');
    expect(await screen.findByText('Thinking...')).toBeVisible();
    expect(input()).toHaveValue('');
    expect(assistant.asked[0]?.body).toEqual({ text: 'One\nTwo', language: 'en' });
    await user.type(input(), 'three{Enter}');
    expect(send()).toBeDisabled();
    expect(input()).toHaveValue('three');
    await user.click(screen.getByRole('button', { name: 'Usage' }));
    expect(assistant.asked).toHaveLength(1);
    act(() => assistant.say({ event: 'begin', data: { question: null, answer: null } }, text('You used '), text('12')));
    expect(await screen.findByText('You used 12')).toBeVisible();
    expect(screen.queryByText('Thinking...')).not.toBeInTheDocument();
    act(() => assistant.say(end('You used [12 kWh](/analytics).')));
    expect(await screen.findByRole('link', { name: '12 kWh' })).toHaveAttribute('href', '/analytics');
    expect(send()).toBeEnabled();
  });

  test.each(['Usage', 'Devices', 'Billing', 'Help'])('C2.8 C7.17 the button %s sends its command', async (name) => {
    const { user, assistant } = await show();
    await user.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(assistant.asked[0]?.body.text).toBe(`/${name.toLowerCase()}`));
    expect(log().getByText(`/${name.toLowerCase()}`)).toBeVisible();
  });

  test('C7.17 a visitor asks without a token, and is told how to ask about their own home', async () => {
    const { user, assistant } = await show();
    expect(screen.getByText(/You are not signed in/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign in or try the demo' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Help' }));
    await waitFor(() => expect(assistant.asked).toMatchObject([{ authorization: null }]));
  });

  test('C8.1 an error fills the answer with its words; what still comes stands below it, and it can be asked again', async () => {
    const { user, assistant } = await openAsMember();
    await user.type(input(), 'why{Enter}');
    await waitFor(() => expect(assistant.asked).toHaveLength(1));
    expect(assistant.asked[0]).toMatchObject({ authorization: 'Bearer token-1', body: { household: householdId } });
    act(() =>
      assistant.say(
        { event: 'error', data: { code: 'provider-busy', message: '429' } },
        text('From your data: 3'),
        end('From your data: 3'),
      ),
    );
    const said = 'Error fetching AI response: the AI provider is busy. Try again in a minute.';
    expect(await log().findByText(said)).toBeVisible();
    expect(log().getByText('From your data: 3')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(assistant.asked).toHaveLength(2));
    expect(assistant.asked[1]?.body.text).toBe('why');
    expect(log().queryByText(said)).not.toBeInTheDocument();
    expect(log().getAllByText('why')).toHaveLength(1);
  });

  test('C8.1 so does a refusal of the service, and a connection that breaks, which leaves what had come', async () => {
    const { user, assistant } = await show();
    server.use(
      http.post('*/api/v1/assistant', () => HttpResponse.json({ code: 'rate-limited', detail: '' }, { status: 429 }), {
        once: true,
      }),
    );
    await user.type(input(), 'a{Enter}');
    const refused = 'Error fetching AI response: That was a lot at once. Wait a moment and try again.';
    expect(await log().findByText(refused)).toBeVisible();
    await user.type(input(), 'b{Enter}');
    await waitFor(() => expect(assistant.asked).toHaveLength(1));
    act(() => assistant.say(text('Half of')));
    expect(await log().findByText('Half of')).toBeVisible();
    act(() => assistant.hangUp());
    expect(await log().findByText(/Error fetching AI response: No answer\./)).toBeVisible();
    expect(log().getByText('Half of')).toBeVisible();
  });

  test('Stop ends the request, keeps the part that had come and says so', async () => {
    const { user, assistant } = await show();
    await user.type(input(), 'long{Enter}');
    await waitFor(() => expect(assistant.asked).toHaveLength(1));
    act(() => assistant.say(text('The first half')));
    expect(await log().findByText('The first half')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await log().findByText('Stopped')).toBeVisible();
    expect(log().getByText('The first half')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Stop' })).not.toBeInTheDocument();
    await waitFor(() => expect(assistant.asked[0]?.isLeft()).toBe(true));
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('a finished answer is read out once and whole, and copied as plain text', async () => {
    const { user, assistant } = await show();
    await user.type(input(), 'x{Enter}');
    await waitFor(() => expect(assistant.asked).toHaveLength(1));
    act(() => assistant.say(text('You **us')));
    await log().findByText(/You/);
    const regions = () => screen.getAllByRole('status').map((region) => region.textContent);
    expect(regions().join('')).toBe('');
    act(() => assistant.say(end('You **used** [12 kWh](/analytics).')));
    await waitFor(() => expect(regions()).toContain('You used 12 kWh.'));
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: /^Copy/ }));
    expect(write).toHaveBeenCalledWith('You used 12 kWh.');
    expect(await screen.findByText('Copied')).toBeVisible();
  });

  test('Escape closes it; the conversation and the words typed stay for the next time', async () => {
    const { user, assistant } = await show();
    await user.type(input(), 'x{Enter}');
    await waitFor(() => expect(assistant.asked).toHaveLength(1));
    act(() => assistant.say(end('Kept.')));
    await log().findByText('Kept.');
    await user.type(input(), 'half a question{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'toggle' }));
    expect(log().getByText('Kept.')).toBeVisible();
    expect(input()).toHaveValue('half a question');
  });

  test('who signs out takes the conversation along', async () => {
    const { user, assistant } = await openAsMember();
    await user.type(input(), 'secret{Enter}');
    await waitFor(() => expect(assistant.asked).toHaveLength(1));
    act(() => leaveHere());
    await waitFor(() => expect(screen.queryByText('secret')).not.toBeInTheDocument());
    await waitFor(() => expect(assistant.asked[0]?.isLeft()).toBe(true));
  });

  test('without a connection nothing is sent, and what was typed stays', async () => {
    const { user, assistant } = await show();
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void dispatchEvent(new Event('offline')));
    expect(await screen.findByText('You are offline. What you have typed stays here.')).toBeVisible();
    await user.type(input(), 'later{Enter}');
    expect(input()).toHaveValue('later');
    expect(assistant.asked).toEqual([]);
    onLine.mockRestore();
    act(() => void dispatchEvent(new Event('online')));
    await user.type(input(), '{Enter}');
    await waitFor(() => expect(assistant.asked).toHaveLength(1));
  });

  test('C1.4 C8.1 in Spanish the error is said in Spanish', async () => {
    const { user, assistant } = await show('es');
    await user.click(screen.getByRole('button', { name: 'Consumo' }));
    await waitFor(() => expect(assistant.asked[0]?.body).toEqual({ text: '/usage', language: 'es' }));
    act(() => assistant.say({ event: 'error', data: { code: 'provider-silent', message: '' } }, end('')));
    expect(
      await log().findByText('Error al obtener la respuesta de la IA: el proveedor de IA ha tardado demasiado.'),
    ).toBeVisible();
  });

  test('who answers is asked of the household that is shown, when the panel opens and once the budget is used', async () => {
    const { user, assistant } = await openAsMember();
    const asked: string[] = [];
    let left = 1;
    server.use(
      http.get('*/api/v1/assistant', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({ provider: true, left });
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'toggle' }));
    expect(await screen.findByText('An AI provider writes the answers. They can be wrong.')).toBeVisible();
    left = 0;
    await user.type(input(), 'why{Enter}');
    await waitFor(() => expect(assistant.asked).toHaveLength(1));
    act(() => assistant.say({ event: 'error', data: { code: 'budget-used', message: '' } }, end('From your data.')));
    expect(await screen.findByText(/^Today's questions to the AI provider are used up/)).toBeVisible();
    expect(asked).toEqual([`?household=${householdId}`, `?household=${householdId}`]);
  });
});

describe('assistant actions', () => {
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
    expect(await log().findByText(/Bedroom lamp is noted as off\. The device itself gets no command/)).toBeVisible();
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
    expect(await log().findByText('Something went wrong on our side. Try again.')).toBeVisible();
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
});

describe('assistant results', () => {
  beforeEach(() => queryClient.clear());

  test('results lead to their pages, with a table, and a chart whose values stand in a table too', async () => {
    const { user, assistant } = await show();
    await user.type(input(), 'week{Enter}');
    await waitFor(() => expect(assistant.asked).toHaveLength(1));
    const points = [
      { label: 'Mon', value: 2, text: '2 L' },
      { label: 'Tue', value: 9, text: '9 L' },
      { label: 'Wed', value: 4, text: '4 L' },
    ];
    act(() =>
      assistant.say(
        {
          event: 'result',
          data: {
            id: '1',
            tool: 'usage',
            title: 'Water, last week',
            link: '/analytics?period=week',
            table: {
              columns: [
                { title: 'Room', isNumber: false },
                { title: 'L', isNumber: true },
              ],
              rows: [['Hall', '15']],
            },
            series: { utility: 'water', unit: 'L', points },
          },
        },
        end('15 L.'),
      ),
    );
    expect(await log().findByRole('link', { name: 'Water, last week' })).toHaveAttribute(
      'href',
      '/analytics?period=week',
    );
    const chart = log().getByRole('img');
    expect(chart).toHaveAccessibleName('Water, last week. First: Mon 2 L. Last: Wed 4 L. Highest: Tue 9 L.');
    const [table, values] = log().getAllByRole('table', { hidden: true });
    expect(within(values ?? chart).getAllByRole('row', { hidden: true })).toHaveLength(2);
    await user.click(log().getByText('Show as table'));
    expect(within(table ?? chart).getByRole('cell', { name: '9 L' })).toBeVisible();
  });

  /** The end of an answer with one result. */
  async function showResult(part: Partial<AssistantResult>) {
    const { user, assistant } = await show();
    await user.type(input(), 'x{Enter}');
    await waitFor(() => expect(assistant.asked).toHaveLength(1));
    const data = { id: '1', tool: 'usage', title: 'Usage', link: null, ...part } satisfies AssistantResult;
    act(() => assistant.say({ event: 'result', data }, end('Done.')));
    await log().findByText('Usage', { selector: 'span' });
    return user;
  }

  const rowsOf = () => within(log().getByRole('table')).getAllByRole('row').slice(1);
  const tableOf = (count: number) => ({
    columns: [{ title: 'Day', isNumber: false }],
    rows: Array.from({ length: count }, (_, index) => [`Day ${index + 1}`]),
  });

  test('of a long table five rows stand first, and all of them after a press', async () => {
    const user = await showResult({ table: tableOf(12) });
    expect(rowsOf()).toHaveLength(5);
    await user.click(log().getByRole('button', { name: 'Show all 12 rows' }));
    expect(rowsOf()).toHaveLength(12);
    expect(log().queryByRole('button', { name: /Show all/ })).not.toBeInTheDocument();
  });

  test('for one row more nobody has to press', async () => {
    await showResult({ table: tableOf(6) });
    expect(rowsOf()).toHaveLength(6);
  });

  test('the hour that comes twice in autumn is two bars and two rows', async () => {
    const points = ['01:00', '02:00', '02:00', '03:00'].map((label, value) => ({ label, value, text: `${value} L` }));
    await showResult({ series: { utility: 'water', unit: 'L', points } });
    expect(log().getByRole('img').querySelectorAll('rect[data-state]')).toHaveLength(4);
    expect(within(log().getByRole('table', { hidden: true })).getAllByText('02:00')).toHaveLength(2);
  });
});

test('what can be asked next stands below the last answer alone, and a press asks it', async () => {
  const { user, assistant } = await openAsMember();
  await user.type(input(), 'How much today?{Enter}');
  await waitFor(() => expect(assistant.asked).toHaveLength(1));
  assistant.say(text('3 kWh.'));
  expect(screen.queryByRole('group', { name: 'Ask next' })).toBeNull();
  const next = ['How much did my home use yesterday?', 'अभी बिजली कौन ले रहा है?', 'Which device used the most?'];
  assistant.say(end('3 kWh.', [], next));
  const group = await screen.findByRole('group', { name: 'Ask next' });
  expect(
    within(group)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(next);
  expect(within(group).getByText(next[1] as string)).toHaveAttribute('lang', 'hi');
  within(group)
    .getByText(next[0] as string)
    .focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(assistant.asked.at(-1)?.body.text).toBe(next[0]));
  expect(screen.queryByRole('group', { name: 'Ask next' })).toBeNull();
  expect(input()).toHaveFocus();
});
