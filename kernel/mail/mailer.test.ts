import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { languageIds } from '#catalogue/index.ts';
import { expect, test } from 'vitest';
import { textsIn } from '../texts.ts';
import { writeMail } from './auth-mail.ts';
import { createSmtpMailer } from './mailer.ts';

test('C1.4 C7.7 a mail goes out by SMTP, in the language of the person', async () => {
  let received = '';
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      stream.on('data', (chunk) => (received += chunk));
      stream.on('end', () => done());
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const port = (server.server.address() as AddressInfo).port;
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'Wattershed <no-reply@example.org>');
  await mailer.send(
    writeMail({
      to: 'ada@example.org',
      kind: 'recovery',
      link: 'http://localhost:8080/auth/v1/verify?token=1&type=recovery',
      language: 'es',
    }),
  );
  expect(received).toContain('To: ada@example.org');
  expect(received).toContain('From: Wattershed <no-reply@example.org>');
  expect(received).toMatch(/Subject: =\?UTF-8\?/);
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

test('C1.4 every mail exists in every language, and none is another in disguise', () => {
  for (const kind of ['recovery', 'signup', 'email_change', 'taken'] as const) {
    const subjects = languageIds.map((language) => textsIn(language, 'mails', 'signIn')(`${kind}.subject`));
    expect(new Set(subjects).size).toBe(languageIds.length);
    for (const language of languageIds) {
      expect(writeMail({ to: 'a@example.org', kind, link: 'http://localhost/', language }).html).toContain(
        `lang="${language}"`,
      );
    }
  }
  expect(writeMail({ to: 'a@example.org', kind: 'signup', link: 'http://localhost/', language: 'fr' }).subject).toBe(
    textsIn('en', 'mails')('signIn.signup.subject'),
  );
});
