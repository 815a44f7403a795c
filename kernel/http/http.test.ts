import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttp, createLog } from './http.ts';
import { ProblemError } from './problem.ts';

describe('http', () => {
  const app = createHttp({ TRUST_PROXY: false }, pino({ enabled: false }));
  app.post('/cut', async () => 'taken');
  app.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
  app.post('/refused', () => {
    throw new ProblemError('forbidden');
  });
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
    // Two lengths: whoever stands before us may have cut it at the other one.
    [
      'POST /cut HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      '400 Bad Request',
    ],
    ['POST /cut HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}', '400 Bad Request'],
  ])(
    'C8.5 what cannot be read as a request is answered without a body, and the connection ends',
    async (said, status) => {
      expect(await say(said)).toBe(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
    },
  );

  /** How many megabytes of a body that never ends are taken, and what is answered. */
  const sendEndlessly = async (path: string, type: string): Promise<{ sent: number; answer: string }> => {
    const { port } = app.addresses()[0] as AddressInfo;
    const socket = connect({ host: '127.0.0.1', port });
    let answer = '';
    socket.on('data', (some) => (answer += String(some)));
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => {});
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const part = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, ' '), Buffer.from('\r\n')]);
    let sent = 0;
    while (!socket.destroyed && sent < 1000) {
      sent += 1;
      if (!socket.write(part)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    }
    socket.destroy();
    return { sent, answer };
  };

  test.each([
    ['/cut', 'application/json', '413 Payload Too Large'],
    ['/refused', 'application/octet-stream', '403 Forbidden'],
  ])('C8.5 a body that is not wanted any more is not read to its end: %s', async (path, type, status) => {
    const { sent, answer } = await sendEndlessly(path, type);
    expect(answer).toContain(`HTTP/1.1 ${status}`);
    // Some are read, so that the answer is heard, and what lies in the buffers of both ends.
    expect(sent).toBeLessThan(500);
  });
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
    await app.inject({ url: '/auth/v1/callback?code=ws_code&state=ws_state&scope=email' });
    await app.inject({ url: '/auth/v1/verify?token_hash=ws_hash&type=recovery&redirect_to=/join' });
    await app.inject({ url: '/auth/v1/callback?%63ode=ws_written&refresh%5Ftoken=ws_otherwise&broken=%' });
    await app.close();
    const written = lines.join('');
    expect(written).toContain('/input/post?node=1&apikey=…&json=1');
    expect(written).toContain('/api/v1/invitations/…/accept');
    expect(written).not.toContain('ws_');
  });

  test('each line is one object with its time, level and request, whatever stands in it', async () => {
    const lines: string[] = [];
    const app = createHttp(
      { TRUST_PROXY: false, PUBLIC_URL: undefined },
      createLog('info', { write: (line) => void lines.push(line) }),
    );
    app.get('/fails', () => {
      throw new Error('broken\n{"level":60,"msg":"forged"}');
    });
    const before = Date.now();
    await app.inject('/fails?a=%0A{"level":60}');
    await app.close();
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      expect(line.indexOf('\n')).toBe(line.length - 1);
      const told = JSON.parse(line) as { time: number; level: number; reqId: string };
      expect(told).toMatchObject({ level: expect.any(Number), reqId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
      expect(told.level).toBeLessThan(60);
      // Milliseconds since 1970, UTC.
      expect(told.time).toBeGreaterThanOrEqual(before);
    }
  });
});
