import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttp } from './http.ts';

const app = createHttp({ TRUST_PROXY: false }, pino({ enabled: false }));
beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());

const say = (words: string): Promise<string> => {
  const { port } = app.addresses()[0] as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port });
  socket.write(words);
  return text(socket);
};

test.each([
  [`HEAD / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, '431 Request Header Fields Too Large'],
  [`GET /?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, '431 Request Header Fields Too Large'],
  ['{"no":"request"}\r\n\r\n', '400 Bad Request'],
])(
  'C8.5 what cannot be read as a request is answered without a body, and the connection ends',
  async (said, status) => {
    expect(await say(said)).toBe(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  },
);
