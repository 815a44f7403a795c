import { Agent, get } from 'node:http';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createDrain } from './drain.ts';
import { createHttp } from './http.ts';

const app = () => createHttp({ TRUST_PROXY: false, PUBLIC_URL: undefined }, pino({ level: 'silent' }));
let running: ReturnType<typeof app>;
const agent = new Agent({ keepAlive: true });
afterEach(() => running.close());

const ask = (path: string): Promise<{ text: string; connection: string | undefined }> =>
  new Promise((resolve, reject) => {
    const { port } = running.server.address() as { port: number };
    get({ host: '127.0.0.1', port, path, agent }, (answer) => {
      let text = '';
      answer.on('data', (piece: Buffer) => (text += piece.toString()));
      answer.on('end', () => resolve({ text, connection: answer.headers.connection }));
    }).on('error', reject);
  });

test('what is asked while it drains is answered on a connection that then closes, and what was begun is finished before it is over', async () => {
  running = app();
  const stopping = new AbortController();
  const order: string[] = [];
  let isAsked = (): void => {};
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  running.get('/quick', async () => 'quick');
  running.get('/line', async () => {
    isAsked();
    await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve));
    order.push('answered');
    return 'told to go';
  });
  const { drain, isDraining } = createDrain(running, {
    forMs: 50,
    stopping,
    handOver: async () => void order.push('handed over'),
  });
  await running.listen({ host: '127.0.0.1', port: 0 });
  expect(await ask('/quick')).toEqual({ text: 'quick', connection: 'keep-alive' });
  const line = ask('/line');
  await asked;
  expect(isDraining()).toBe(false);
  const drained = drain().then(() => order.push('drained'));
  expect(isDraining()).toBe(true);
  expect(await ask('/quick')).toEqual({ text: 'quick', connection: 'close' });
  expect(stopping.signal.aborted).toBe(false);
  expect((await line).text).toBe('told to go');
  await drained;
  expect(order).toEqual(['handed over', 'answered', 'drained']);
});
