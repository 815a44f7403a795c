import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { silentLog } from '../postgres/backend-error.ts';
import { devMailboxPage, mailboxIsAllowed, makeMailboxKey } from './dev-mailbox.ts';
import { writeMail } from './auth-mail.ts';
import { createDevMailbox } from './mailer.ts';

async function openMailbox() {
  const key = makeMailboxKey();
  const mailbox = createDevMailbox(silentLog);
  const app = Fastify();
  await app.register(devMailboxPage, { mailbox, key });
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { host: 'localhost:8080', ...headers } });
  return { app, mailbox, key, get };
}

test('the mailbox opens by its key once, then by a cookie that scripts and other sites cannot use', async () => {
  const { mailbox, key, get } = await openMailbox();
  await mailbox.send(
    writeMail({
      to: '<b>ada</b>@example.org',
      kind: 'recovery',
      link: 'http://localhost/?a="><script>',
      language: null,
    }),
  );
  expect((await get('/dev/mailbox')).statusCode).toBe(403);
  expect((await get('/dev/mailbox?key=wrong')).statusCode).toBe(403);
  const opened = await get(`/dev/mailbox?key=${key}`);
  expect(opened.statusCode).toBe(303);
  const cookie = String(opened.headers['set-cookie']);
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
  expect((await get(`/dev/mailbox?key=${key}`)).statusCode).toBe(403);
  const page = await get('/dev/mailbox', { cookie: cookie.split(';')[0] ?? '' });
  expect(page.statusCode).toBe(200);
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.headers['content-security-policy']).not.toContain('unsafe');
  expect(page.body).toContain('&lt;b&gt;ada&lt;/b&gt;@example.org');
  expect(page.body).not.toMatch(/<script>|<b>/);
});

test('the mailbox refuses what came through a proxy or under a foreign name', async () => {
  const { key, get } = await openMailbox();
  const refused = [
    { 'x-forwarded-for': '192.0.2.1' },
    { 'x-forwarded-host': 'x' },
    { forwarded: 'for=192.0.2.1' },
    { 'x-real-ip': '192.0.2.1' },
    { host: 'evil.example' },
    { host: 'localhost.evil.example:8080' },
  ];
  for (const headers of refused)
    expect((await get(`/dev/mailbox?key=${key}`, headers as Record<string, string>)).statusCode).toBe(403);
  expect((await get(`/dev/mailbox?key=${key}`, { host: '127.0.0.1:8080' })).statusCode).toBe(303);
});

test('the mailbox exists only without SMTP and PUBLIC_URL, on loopback', () => {
  expect(mailboxIsAllowed({ host: '127.0.0.1' })).toBe(true);
  expect(mailboxIsAllowed({ host: '0.0.0.0' })).toBe(false);
  expect(mailboxIsAllowed({ host: '127.0.0.1', publicUrl: 'https://home.example' })).toBe(false);
  expect(mailboxIsAllowed({ host: '127.0.0.1', smtpUrl: 'smtp://mail.example' })).toBe(false);
});

test('the mailbox forgets the oldest beyond a hundred', async () => {
  const { mailbox } = await openMailbox();
  for (let number = 0; number < 120; number++)
    await mailbox.send(
      writeMail({ to: `${number}@example.org`, kind: 'signup', link: 'http://localhost/', language: 'en' }),
    );
  expect(mailbox.list()).toHaveLength(100);
  expect(mailbox.list()[0]?.to).toBe('119@example.org');
});
