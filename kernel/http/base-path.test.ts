import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createHttp } from './http.ts';

const path = '/api/hassio_ingress/aB3_-9';
const supervisor = '172.30.32.2';
const config = readConfig({ PUBLIC_URL: 'https://home.example.org', TRUST_INGRESS: supervisor, TRUST_PROXY: '1' });
const app = createHttp(config, pino({ enabled: false }));

beforeAll(async () => {
  app.get('/', ({ basePath }) => ({ basePath }));
  app.get('/leads', (_request, reply) =>
    reply
      .header('set-cookie', 'one=1; Path=/auth/v1; HttpOnly')
      .header('set-cookie', 'two=2; path=/; Secure')
      .header('set-cookie', 'three=3')
      .redirect('/dev/mailbox', 303),
  );
  app.get('/leads-away', (_request, reply) => reply.redirect('https://elsewhere.example/x'));
  await app.ready();
});
afterAll(() => app.close());

const ask = (url: string, said: string | string[] | null = path, remoteAddress = supervisor) =>
  app.inject({ url, remoteAddress, headers: said === null ? {} : { 'x-ingress-path': said } });
const basePath = async (said: string | string[] | null, from?: string): Promise<string> =>
  (await ask('/', said, from)).json<{ basePath: string }>().basePath;

test('the path is believed of the proxy that is named, in whichever clothes its address comes', async () => {
  expect(await basePath(path)).toBe(path);
  expect(await basePath(path, `::ffff:${supervisor}`)).toBe(path);
});

test('nobody else is believed, whatever they say of where they come from', async () => {
  for (const from of ['172.30.32.1', '172.30.33.5', '127.0.0.1', '192.168.1.7'])
    expect(await basePath(path, from)).toBe('');
  const forwarded = await app.inject({
    url: '/',
    remoteAddress: '192.168.1.7',
    headers: { 'x-ingress-path': path, 'x-forwarded-for': supervisor },
  });
  expect(forwarded.json()).toEqual({ basePath: '' });
  const untold = createHttp(readConfig({}), pino({ enabled: false }));
  untold.get('/', (request) => ({ basePath: request.basePath }));
  const answer = await untold.inject({ url: '/', remoteAddress: '127.0.0.1', headers: { 'x-ingress-path': path } });
  expect(answer.json()).toEqual({ basePath: '' });
  await untold.close();
});

test.each([
  '/',
  '//elsewhere.example',
  '/a/',
  'a/b',
  '/a//b',
  '/a/../b',
  '/a.b',
  '/a%2fb',
  '/a?b',
  '/a#b',
  '/a b',
  '/<b>',
  `/"onload="x`,
  '/a;b',
  '/a\\b',
  `/${'a'.repeat(101)}`,
  '/a/b/c/d/e/f',
  `${path},${path}`,
])('what is no plain path is none: %s', async (said) => {
  expect(await basePath(said)).toBe('');
});

test('what is said twice is said by two, of whom one is not the proxy', async () => {
  expect(await basePath([path, path])).toBe('');
});

test('below the path cookies and places to go to belong there, its own origin may show it, and is not bound to https', async () => {
  const { headers } = await ask('/leads');
  expect(headers['set-cookie']).toEqual([
    `one=1; Path=${path}/auth/v1; HttpOnly`,
    `two=2; path=${path}/; Secure`,
    'three=3',
  ]);
  expect(headers.location).toBe(`${path}/dev/mailbox`);
  expect(headers['content-security-policy']).toBe("frame-ancestors 'self'");
  expect(headers['strict-transport-security']).toBeUndefined();
  expect((await ask('/leads-away')).headers.location).toBe('https://elsewhere.example/x');
});

test('at the root all of it stays as it is', async () => {
  const { headers } = await ask('/leads', null);
  expect(headers['set-cookie']).toEqual(['one=1; Path=/auth/v1; HttpOnly', 'two=2; path=/; Secure', 'three=3']);
  expect(headers).toMatchObject({
    location: '/dev/mailbox',
    'content-security-policy': "frame-ancestors 'none'",
    'strict-transport-security': 'max-age=31536000',
  });
});
