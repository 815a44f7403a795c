import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cappedFetch, TooLongError } from './capped-fetch.ts';
import { createKeySet, NoKeysError } from '../people/key-set.ts';

const MiB = 1024 * 1024;
const block = Buffer.alloc(64 * 1024, 'a');
const packed = gzipSync(Buffer.alloc(64 * MiB, ' '), { level: 1 });

let server: Server;
let origin = '';
let sent = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/packed') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    if (request.url === '/elsewhere') return void response.writeHead(307, { location: '/short' }).end();
    if (request.url === '/short') return void response.end('short');
    const pour = (): void => {
      while (response.writable && response.write(block)) sent += block.length;
      sent += block.length;
    };
    response.on('drain', pour);
    pour();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('an answer of the far side', () => {
  test('is read whole where it is short', async () => {
    expect(await (await cappedFetch(5)(`${origin}/short`)).text()).toBe('short');
  });

  test('that leads elsewhere is not followed, unless who asks says so', async () => {
    await expect(cappedFetch(5)(`${origin}/elsewhere`)).rejects.toThrow('fetch failed');
    expect((await cappedFetch(5)(`${origin}/elsewhere`, { redirect: 'manual' })).status).toBe(307);
  });

  test.each(['/endless', '/packed'])('%s is read up to the limit', async (path) => {
    sent = 0;
    const answer = await cappedFetch(MiB)(`${origin}${path}`);
    await expect(answer.text()).rejects.toBeInstanceOf(TooLongError);
    // What waits in sockets comes on top of what we read.
    expect(sent).toBeLessThan(16 * MiB);
  });

  test('of keys: it is as if nobody answered', async () => {
    const keys = createKeySet(`${origin}/keys`, Date.now);
    const header = { alg: 'RS256', kid: 'a' };
    await expect(keys(header, { payload: '', signature: '' })).rejects.toBeInstanceOf(NoKeysError);
  });
});
