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
