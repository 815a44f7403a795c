import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import type { AssistantBody, AssistantEvent } from '../contract/assistant.ts';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { expect } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { Assistant } from './assistant.tsx';

export const householdId = '7d1e6f0a-0000-4000-8000-000000000001';

const encode = ({ event, data }: AssistantEvent) =>
  new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

export const text = (delta: string): AssistantEvent => ({ event: 'text', data: { delta } });
export const end = (content: string, unverified: string[] = [], suggestions: string[] = []): AssistantEvent => ({
  event: 'end',
  data: { by: 'own', content, unverified, suggestions },
});

/** The service's far side of a conversation: what each answer says is decided as it is asked for. */
function startAssistant() {
  const asked: { body: AssistantBody; authorization: string | null; isLeft: () => boolean }[] = [];
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  server.use(
    http.post('*/api/v1/assistant', async ({ request }) => {
      const body = (await request.json()) as AssistantBody;
      // Kept with its request: the signal of one that is collected hears nothing any more.
      asked.push({ body, authorization: request.headers.get('authorization'), isLeft: () => request.signal.aborted });
      const answer = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) });
      return new HttpResponse(answer, { headers: { 'content-type': 'text/event-stream' } });
    }),
  );
  return {
    asked,
    say: (...events: AssistantEvent[]) => events.forEach((event) => stream?.enqueue(encode(event))),
    hangUp: () => stream?.error(new Error('gone')),
  };
}

/** How the table of messages answers, when not at once. */
type Answer = () => Promise<HttpResponse<object[]>>;

/** A signed-in person's household, what they said before, and what came of what was proposed then. */
function keepConversation(rows: readonly object[] = [], outcomes: readonly object[] = [], answer?: Answer) {
  const deleted: string[] = [];
  server.use(
    http.get('*/api/v1/assistant', () => HttpResponse.json({ provider: false, left: null })),
    http.get('*/rest/v1/assistant_actions', () => HttpResponse.json(outcomes)),
    http.get('*/rest/v1/household_members', () => HttpResponse.json([{ households: { id: householdId } }])),
    http.get('*/rest/v1/assistant_messages', answer ?? (() => HttpResponse.json(rows))),
    http.delete('*/rest/v1/assistant_messages', ({ request }) => {
      deleted.push(new URL(request.url).search);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { deleted };
}

function Frame() {
  const [open, setOpen] = useState(true);
  return (
    <QueryClientProvider client={queryClient}>
      <button type="button" onClick={() => setOpen(!open)}>
        toggle
      </button>
      <Assistant open={open} onClose={() => setOpen(false)} />
    </QueryClientProvider>
  );
}

export async function show(language: 'en' | 'es' = 'en') {
  const assistant = startAssistant();
  await startSession();
  const { user } = await renderPart(<Frame />, language);
  return { user, assistant };
}

export async function openAsMember(rows: readonly object[] = [], outcomes: readonly object[] = [], answer?: Answer) {
  storeSession();
  const kept = keepConversation(rows, outcomes, answer);
  const opened = await show();
  await waitFor(() => expect(screen.getByText('Answers come from your own data.')).toBeVisible());
  return { ...opened, kept };
}

export const input = () => screen.getByPlaceholderText('Ask or use /usage /devices /billing');
export const send = () => screen.getByRole('button', { name: 'Send' });
export const log = () => within(screen.getByRole('log'));
