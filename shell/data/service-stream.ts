import type { Endpoint, EventOf } from '#catalogue/endpoint.ts';
import { fetchService, type Given } from './service.ts';

/** Server-sent events read by fetch, because EventSource cannot send a token. Ends when the service closes the stream. */
export async function* streamService<E extends Endpoint>(endpoint: E, ...given: Given<E>): AsyncGenerator<EventOf<E>> {
  const answer = await fetchService(endpoint, ...given);
  if (answer.body === null) return;
  const decoder = new TextDecoder();
  const reader = answer.body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event !== undefined) yield event as EventOf<E>;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseBlock(block: string): { event: string; data: unknown } | undefined {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith('event:')) event = line.slice(6).trim();
    if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
  }
  return data.length === 0 ? undefined : { event, data: JSON.parse(data.join('\n')) as unknown };
}
