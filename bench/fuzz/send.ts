/** Sends one request, as a client does or byte by byte, and says how it was answered and how long that took. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { Chance } from '../../supabase/tests/cross-household/target.ts';
import { text } from '../../supabase/tests/nasty-input/nasty-values.ts';

export interface Asked {
  readonly index: number;
  readonly door: string;
  readonly sender: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sent as it is, on a connection of its own. */
  readonly raw?: Buffer;
}

export interface Answered {
  /** 0: the connection was ended without an answer. */
  readonly status: number;
  readonly body: string;
  readonly ms: number;
}

const maxBody = 2_000_000;
const patienceMs = 30_000;
/** A stream says what it has at once, and nothing more. */
const streamMs = 120;

export const openSender = (origin: string, connections: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(origin);

  const once = ({ method, path, headers, body }: Asked): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const begun = performance.now();
      const sized = body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) };
      const asked = request(
        { hostname, port, path, method, headers: sized, agent, signal: AbortSignal.timeout(patienceMs) },
        (answer) => {
          let said = '';
          let headMs = 0;
          const isEndless =
            answer.headers['content-type']?.startsWith('text/event-stream') === true && method === 'GET';
          const done = (): void => {
            resolve({ status: answer.statusCode ?? 0, body: said, ms: headMs || performance.now() - begun });
          };
          answer.setEncoding('utf8').on('data', (chunk: string) => {
            if (said.length < maxBody) said += chunk;
          });
          answer.on('end', done).on('close', done).on('error', done);
          if (!isEndless) return;
          headMs = performance.now() - begun;
          setTimeout(() => answer.destroy(), streamMs);
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });

  const bytes = (raw: Buffer): Promise<Answered> =>
    new Promise((resolve) => {
      const begun = performance.now();
      let said = '';
      const socket = connect(Number(port), hostname, () => socket.write(raw));
      const done = (): void => {
        clearTimeout(timer);
        socket.destroy();
        resolve({
          status: Number(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? 0),
          body: said,
          ms: said ? performance.now() - begun : 0,
        });
      };
      // What is no whole request waits for its rest: whoever sent it goes away.
      const timer = setTimeout(done, 250);
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        said += chunk;
        if (/\r\n\r\n/.test(said)) done();
      });
      socket.on('error', done).on('close', done);
    });

  return {
    send: async (asked: Asked): Promise<Answered> => {
      if (asked.raw) return bytes(asked.raw);
      try {
        return await once(asked);
      } catch (error) {
        // The service may have ended a kept connection just as it was taken up again.
        if (!/^(ECONNRESET|EPIPE)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
        return once(asked);
      }
    },
    close: () => agent.destroy(),
  };
};
export type Send = ReturnType<typeof openSender>['send'];

/** Requests that no client would write: cut off, of two lengths, in pieces of a wrong size, asking for another protocol. */
export const rawRequest = (by: Chance, authorization: string, apikey: string): Buffer => {
  const path = by.one([
    '/api/v1/readings',
    '/auth/v1/token?grant_type=password',
    '/rest/v1/households',
    '/storage/v1/object/bills/a/b.txt',
    '/mcp',
    '/api/v1/usage/stream',
    '/',
    '*',
    '//',
    '/%',
    'example.org:443',
    '/\xff\xfe',
  ]);
  const method = by.one([
    'GET',
    'POST',
    'PUT',
    'DELETE',
    'CONNECT',
    'TRACE',
    'OPTIONS',
    'PRI',
    'get',
    'M-SEARCH',
    'X'.repeat(300),
    '',
  ]);
  const version = by.one(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '']);
  const body = by.one([
    '{"readings":[]}',
    '{',
    '\0\0',
    '5\r\nhello\r\n0\r\n\r\n',
    'ffffffffffffffff\r\na',
    'x\r\n',
    '0\r\nx: y\r\n\r\n',
    text(by),
  ]);
  const extra = by.one([
    `content-length: ${body.length}`,
    `content-length: ${body.length + 50}`,
    'content-length: 1',
    'content-length: -1',
    'content-length: 99999999999999999999',
    'content-length: 3\r\ncontent-length: 4',
    'content-length: 5\r\ntransfer-encoding: chunked',
    'transfer-encoding: chunked',
    'transfer-encoding: gzip, chunked',
    'transfer-encoding: x',
    'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: a',
    'upgrade: h2c\r\nconnection: upgrade, http2-settings\r\nhttp2-settings: AAAA',
    'expect: 200-ok',
    'expect: 100-continue\r\ncontent-length: 4',
    `x: ${'a'.repeat(by.one([100, 8000, 20_000]))}`,
    Array.from({ length: by.one([10, 1500, 3000]) }, (_, i) => `x${i}: y`).join('\r\n'),
    'a b: c',
    ': c',
    'x: a\r\n b',
    'host: a\r\nhost: b',
    'content-type: \xff\xfe',
    'cookie: \0',
  ]);
  const host = by.one([
    'host: 127.0.0.1',
    'host: 127.0.0.1',
    'host: evil.example',
    'host:',
    'x: y',
    'host: [::1',
    'host: a/b@c',
  ]);
  const lines = [
    `${method} ${path} ${version}`,
    host,
    `authorization: ${authorization}`,
    `apikey: ${apikey}`,
    'content-type: application/json',
    extra,
  ];
  const end = by.one(['\r\n', '\r\n', '\r\n', '\n', '\r']);
  const whole = Buffer.from(`${lines.join(end)}${end}${end}${body}`, 'latin1');
  return by.is(0.2) ? whole.subarray(0, Math.floor(whole.length * Number(by.one(['.1', '.5', '.9'])))) : whole;
};
