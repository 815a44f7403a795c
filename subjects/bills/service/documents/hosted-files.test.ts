import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHostedFiles } from './index.ts';

let server: Server;
let files: ReturnType<typeof createHostedFiles>;
let asked: (string | undefined)[];
beforeAll(async () => {
  server = createServer(({ url, headers }, response) => {
    asked = [url, headers.authorization, String(headers['apikey'])];
    const status = url?.endsWith('/gone.txt') ? 404 : url?.endsWith('/broken.txt') ? 500 : 200;
    response.writeHead(status).end('12.40 EUR');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const BACKEND_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  files = createHostedFiles({ BACKEND_URL, BACKEND_ANON_KEY: 'public' });
});
afterAll(() => server.close());

const open = (name: string) => files.open('', `home/${name}`, 'Bearer of Ada');

test('C2.10 a hosted storage is asked for a document as the person, by its name', async () => {
  const file = await open('बिल 1.txt');
  expect(asked).toEqual([
    '/storage/v1/object/authenticated/bills/home/%E0%A4%AC%E0%A4%BF%E0%A4%B2%201.txt',
    'Bearer of Ada',
    'public',
  ]);
  expect(file && (await text(file.content))).toBe('12.40 EUR');
});

test('a file that is lost is null, and a storage that fails is told', async () => {
  expect(await open('gone.txt')).toBeNull();
  await expect(open('broken.txt')).rejects.toThrow('the storage answered 500');
});
