import { followUsage } from '#subjects/usage/contract/usage.ts';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { server } from '#apps/web/testing/server.ts';
import { streamService } from './service-stream.ts';

test('events arrive whole, however the network cuts them', async () => {
  const chunks = ['event: latest\nda', 'ta: {"a":1}\n\n: still here\n\neve', 'nt: end\ndata: {"code":"stopping"}\n\n'];
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  server.use(http.get('*/api/v1/usage/stream', () => new HttpResponse(stream)));
  const events: unknown[] = [];
  for await (const event of streamService(followUsage)) events.push(event);
  expect(events).toEqual([
    { event: 'latest', data: { a: 1 } },
    { event: 'end', data: { code: 'stopping' } },
  ]);
});
