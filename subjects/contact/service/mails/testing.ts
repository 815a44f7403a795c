import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface TestMailServer {
  readonly url: string;
  readonly mails: { readonly to: readonly string[]; readonly text: string }[];
  /** How it answers the next mails: takes them, is too busy for now, or refuses the address for good. */
  mood: 'taking' | 'busy' | 'refusing';
  stop(): Promise<void>;
}

/** A real SMTP server on loopback. */
export const openMailServer = async (): Promise<TestMailServer> => {
  const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      if (opened.mood === 'busy') return done(refusal(451, 'try again later'));
      if (opened.mood === 'refusing') return done(refusal(550, 'no such mailbox'));
      return done();
    },
    onData: (stream, session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      stream.on('end', () => {
        opened.mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const opened: TestMailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails: [],
    mood: 'taking',
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return opened;
};

/** A mail's text as it is read, however it was packed. */
export const bodyOf = (raw: string): string => {
  const body = raw.slice(raw.indexOf('\r\n\r\n'));
  if (/base64/i.test(raw)) return Buffer.from(body, 'base64').toString('utf8');
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return /quoted-printable/i.test(raw) ? Buffer.from(bytes, 'latin1').toString('utf8') : body;
};

/** Its subject: words of an encoded head (RFC 2047) are put together again. */
export const subjectOf = (raw: string): string => {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]/g, ' ');
  const subject = /^Subject: (.*)$/m.exec(head)?.[1]?.trim() ?? '';
  const words = subject.replace(/\?=\s+=\?/g, '?==?');
  return words.replace(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, how: string, text: string) =>
    how.toUpperCase() === 'B'
      ? Buffer.from(text, 'base64').toString('utf8')
      : decodeURIComponent(text.replaceAll('_', ' ').replace(/=([0-9A-F]{2})/g, '%$1')),
  );
};

const decoded = (part: string): string => {
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  return /^content-transfer-encoding: *base64/im.test(part)
    ? Buffer.from(body, 'base64').toString('utf8')
    : Buffer.from(
        body
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      ).toString('utf8');
};

/** A mail with looks: its head with each field on one line, and the same in both ways. */
export const partsOf = (raw: string): { readonly head: string; readonly text: string; readonly html: string } => {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '';
  const parts = raw.split(`--${boundary}`);
  const of = (type: string) =>
    decoded(parts.find((part) => part.includes(`Content-Type: ${type}`)) ?? '').replaceAll('\r\n', '\n');
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]/g, ' ');
  return {
    head: head.replace(/^Subject: .*$/m, `Subject: ${subjectOf(raw)}`),
    text: of('text/plain'),
    html: of('text/html'),
  };
};
