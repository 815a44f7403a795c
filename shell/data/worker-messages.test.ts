import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerMessages, tellWorker, type WorkerAnswers } from './worker-messages.ts';

const answers: WorkerAnswers = {
  version: () => ({ version: 'abc' }),
  keep: ({ paths }) => ({ paths: paths.length }),
  activate: () => ({}),
};

/** A worker that answers over the port it was given, as `reply` says. */
const worker = (reply: (data: unknown, port: MessagePort) => void) => ({
  postMessage: (data: unknown, options?: unknown) => reply(data, (options as MessagePort[])[0] as MessagePort),
});
const honest = worker((data, port) => answerMessages({ data, ports: [port] }, answers));

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

test('C8.10 a message is answered, with what was asked', async () => {
  expect(await tellWorker(honest, 'version', {})).toEqual({ version: 'abc' });
  expect(await tellWorker(honest, 'keep', { paths: ['/assets/a.js', '/assets/b.js'] })).toEqual({ paths: 2 });
  expect(vi.getTimerCount()).toBe(0);
});

test('C8.10 C9.7 without an acknowledgement within 3 s: timeout', async () => {
  const told = tellWorker(
    worker(() => undefined),
    'version',
    {},
  );
  const outcome = vi.fn<(code: unknown) => void>();
  void told.catch((error: { code: string }) => outcome(error.code));
  await vi.advanceTimersByTimeAsync(2999);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toHaveBeenCalledWith('timeout');
});

test('C8.10 an event that the worker does not know: unsupported_event', async () => {
  await expect(tellWorker(honest, 'dance' as 'version', {})).rejects.toMatchObject({ code: 'unsupported_event' });
  await expect(tellWorker(honest, 'toString' as 'version', {})).rejects.toMatchObject({ code: 'unsupported_event' });
});

test.each([
  null,
  'hello',
  { status: 'done' },
  { status: 'done', answer: null },
  { status: 'done', answer: { version: 7 } },
  { answer: { version: 'abc' } },
])('C8.10 an answer of another shape, %j: invalid_response', async (reply) => {
  const odd = worker((_data, port) => port.postMessage(reply));
  await expect(tellWorker(odd, 'version', {})).rejects.toMatchObject({ code: 'invalid_response' });
});
