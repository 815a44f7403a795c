import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openBalancer } from './balancer.ts';

const openEcho = async (): Promise<Server> => {
  const server = createServer((asked, answer) => void asked.pipe(answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};
const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

test('what one has refused goes to another one, whole', async () => {
  const [balancer, gone, there] = await Promise.all([openBalancer(), openEcho(), openEcho()]);
  for (const server of [gone, there]) {
    balancer.add(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  await expect.poll(() => balancer.ready()).toBe(2);
  await close(gone);
  const said = await Promise.all(
    ['a', 'b', 'c'].map(async (body) => {
      const answer = await fetch(balancer.origin, { method: 'POST', body });
      return answer.text();
    }),
  );
  expect(said).toEqual(['a', 'b', 'c']);
  expect(balancer.retried()).toBeGreaterThan(0);
  await balancer.stop();
  await close(there);
});
