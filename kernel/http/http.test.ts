import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttp, createLog } from './http.ts';

describe('http', () => {
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
});

describe('log', () => {
  test('C9.9 a key in an address or a header is never logged', async () => {
    const lines: string[] = [];
    const app = createHttp(
      { TRUST_PROXY: false, PUBLIC_URL: undefined },
      createLog('trace', { write: (line) => void lines.push(line) }),
    );
    // As the pages do it; the library's own tells the address.
    app.setNotFoundHandler((_request, reply) => reply.code(404).send());
    app.get('/input/post', async () => 'ok');
    const headers = { authorization: 'Bearer ws_header' };
    await app.inject({ url: '/input/post?node=1&apikey=ws_address&json=1', headers });
    await app.inject({ url: '/nowhere?token=ws_address', headers });
    await app.inject({ url: '/api/v1/invitations/ws_invitation/accept' });
    await app.close();
    const written = lines.join('');
    expect(written).toContain('/input/post?node=1&apikey=…&json=1');
    expect(written).toContain('/api/v1/invitations/…/accept');
    expect(written).not.toContain('ws_');
  });
});
