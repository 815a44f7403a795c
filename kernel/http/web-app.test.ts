import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebConfig } from '#catalogue/web-config.ts';
import { readConfig } from '../config.ts';
import { createHttp } from './http.ts';
import { serveWebApp } from './web-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'web-app-'));
const dist = join(folder, 'dist');
const breaking = '</script><script>ran()</script>';
const config = { backendUrl: '', identityProvider: 'backend', oidcName: breaking } as unknown as WebConfig;
const app = createHttp(
  readConfig({ PUBLIC_URL: 'https://home.example.org', TRUST_INGRESS: '172.30.32.2', TRUST_PROXY: '1' }),
  pino({ enabled: false }),
);

beforeAll(async () => {
  for (const path of ['dist/assets', 'dist/.git']) mkdirSync(join(folder, path), { recursive: true });
  const page =
    '<html data-base="__BASE__"><head><link href="__BASE__/mark.svg"></head>__WATTERSHED_WORDS__<script type="application/json">__WATTERSHED_CONFIG__</script>';
  for (const [path, text] of Object.entries({
    'dist/index.html': page,
    'dist/page-files.json': JSON.stringify({
      '/': { scripts: ['__BASE__/assets/a.js'], words: { en: ['__BASE__/assets/en.js'] } },
    }),
    'dist/assets/a.js': 'export {};',
    'dist/.git/config': '[core]',
    'secrets.json': 'secret',
  }))
    writeFileSync(join(folder, path), text);
  serveWebApp(app, dist, (base) => (base === '' ? config : { ...config, passkeys: false }));
  app.get('/base', ({ basePath }) => ({ basePath }));
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
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const ask = (url: string, headers = {}) => app.inject({ url, headers: { accept: 'text/html', ...headers } });

const path = '/api/hassio_ingress/aB3_-9';
const supervisor = '172.30.32.2';
const askBelow = (url: string, said: string | string[] | null = path, remoteAddress = supervisor) =>
  app.inject({
    url,
    remoteAddress,
    headers: { accept: 'text/html', ...(said !== null && { 'x-ingress-path': said }) },
  });
const basePath = async (said: string | string[] | null, from?: string): Promise<string> =>
  (await askBelow('/base', said, from)).json<{ basePath: string }>().basePath;

test('what is configured stays within its element, whatever it says', async () => {
  const { body } = await ask('/');
  expect(body).not.toContain('<script>ran');
  const [, json = ''] = /<script type="application\/json">(.*)<\/script>$/.exec(body) ?? [];
  expect(JSON.parse(json)).toEqual(config);
});

test('a page may be shown by no other, and asks for nothing that it does not need', async () => {
  const { headers } = await ask('/');
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'referrer-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
  });
});

test('a page names everything below the path by which it is asked for, and is told what there is for it there', async () => {
  const names = (base: string) =>
    `<html data-base="${base}"><head><link href="${base}/mark.svg"><link rel="modulepreload" crossorigin href="${base}/assets/a.js"></head>{"en":["${base}/assets/en.js"]}`;
  expect((await ask('/')).body).toContain(names(''));
  expect((await ask('/')).body).not.toContain('passkeys');
  const { body, headers } = await askBelow('/');
  expect(body).toContain(names(path));
  expect(body).toContain('"passkeys":false');
  expect(headers['content-security-policy']).toMatch(/default-src 'none';.*frame-ancestors 'self'$/);
});

test('no page of another origin reads an answer', async () => {
  for (const url of ['/', '/assets/a.js', '/nowhere', '/api/v1/nowhere']) {
    const { headers } = await ask(url, { origin: 'https://elsewhere.example' });
    expect([url, headers['access-control-allow-origin']]).toEqual([url, undefined]);
  }
});

test('files of the build alone are served: no folder is listed, nothing beside it is read, and no history of the source', async () => {
  expect(await ask('/assets/a.js')).toMatchObject({ statusCode: 200, body: 'export {};' });
  for (const url of ['/assets/', '/assets', '/.git/config', '/../secrets.json', '/assets/..%2f..%2fsecrets.json']) {
    const { statusCode, body } = await ask(url, { accept: '*/*' });
    expect([url, statusCode]).toEqual([url, 404]);
    expect(body).not.toMatch(/secret"|\[core\]|a\.js/);
  }
});

test('the path is believed of the proxy that is named, in whichever clothes its address comes', async () => {
  expect(await basePath(path)).toBe(path);
  expect(await basePath(path, `::ffff:${supervisor}`)).toBe(path);
});

test('nobody else is believed, whatever they say of where they come from', async () => {
  for (const from of ['172.30.32.1', '172.30.33.5', '127.0.0.1', '192.168.1.7'])
    expect(await basePath(path, from)).toBe('');
  const forwarded = await app.inject({
    url: '/base',
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
  const { headers } = await askBelow('/leads');
  expect(headers['set-cookie']).toEqual([
    `one=1; Path=${path}/auth/v1; HttpOnly`,
    `two=2; path=${path}/; Secure`,
    'three=3',
  ]);
  expect(headers.location).toBe(`${path}/dev/mailbox`);
  expect(headers['content-security-policy']).toBe("frame-ancestors 'self'");
  expect(headers['strict-transport-security']).toBeUndefined();
  expect((await askBelow('/leads-away')).headers.location).toBe('https://elsewhere.example/x');
});

test('at the root all of it stays as it is', async () => {
  const { headers } = await askBelow('/leads', null);
  expect(headers['set-cookie']).toEqual(['one=1; Path=/auth/v1; HttpOnly', 'two=2; path=/; Secure', 'three=3']);
  expect(headers).toMatchObject({
    location: '/dev/mailbox',
    'content-security-policy': "frame-ancestors 'none'",
    'strict-transport-security': 'max-age=31536000',
  });
});
