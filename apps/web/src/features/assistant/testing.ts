import type { AssistantBody, AssistantEvent } from '@wattershed/contracts';
import { http, HttpResponse } from 'msw';
import { server } from '../../testing/server.ts';

export const householdId = '7d1e6f0a-0000-4000-8000-000000000001';

const encode = ({ event, data }: AssistantEvent) =>
  new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

export const text = (delta: string): AssistantEvent => ({ event: 'text', data: { delta } });
export const end = (content: string, unverified: string[] = []): AssistantEvent => ({
  event: 'end',
  data: { by: 'own', content, unverified },
});

/** The service's far side of a conversation: what each answer says is decided as it is asked for. */
export function startAssistant() {
  const asked: { body: AssistantBody; authorization: string | null; isLeft: () => boolean }[] = [];
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  server.use(
    http.post('*/api/v1/assistant', async ({ request }) => {
      const body = (await request.json()) as AssistantBody;
      let isLeft = false;
      request.signal.addEventListener('abort', () => (isLeft = true));
      asked.push({ body, authorization: request.headers.get('authorization'), isLeft: () => isLeft });
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

/** A signed-in person's household, and what they said before. */
export function keepConversation(rows: readonly object[] = []) {
  const deleted: string[] = [];
  server.use(
    http.get('*/api/v1/assistant', () => HttpResponse.json({ provider: false, left: null })),
    http.get('*/rest/v1/household_members', () => HttpResponse.json([{ households: { id: householdId } }])),
    http.get('*/rest/v1/assistant_messages', () => HttpResponse.json(rows)),
    http.delete('*/rest/v1/assistant_messages', ({ request }) => {
      deleted.push(new URL(request.url).search);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { deleted };
}
