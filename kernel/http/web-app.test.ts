import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebConfig } from '#catalogue/web-config.ts';
import { createHttp } from './http.ts';
import { serveWebApp } from './web-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'web-app-'));
const dist = join(folder, 'dist');
const breaking = '</script><script>ran()</script>';
const config = { backendUrl: '', identityProvider: 'backend', oidcName: breaking } as unknown as WebConfig;
const app = createHttp(
  { TRUST_PROXY: false, PUBLIC_URL: 'https://home.example.org', TRUST_INGRESS: ['172.30.32.2'] },
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
  await app.ready();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const ask = (url: string, headers = {}) => app.inject({ url, headers: { accept: 'text/html', ...headers } });

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
  const path = '/api/hassio_ingress/aB3_-9';
  const names = (base: string) =>
    `<html data-base="${base}"><head><link href="${base}/mark.svg"><link rel="modulepreload" crossorigin href="${base}/assets/a.js"></head>{"en":["${base}/assets/en.js"]}`;
  expect((await ask('/')).body).toContain(names(''));
  expect((await ask('/')).body).not.toContain('passkeys');
  const { body, headers } = await app.inject({
    url: '/',
    remoteAddress: '172.30.32.2',
    headers: { accept: 'text/html', 'x-ingress-path': path },
  });
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
