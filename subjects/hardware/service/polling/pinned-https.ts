/**
 * Asks by HTTPS, with a key, a device whose certificate nobody vouches for but itself, as those of devices at home are: the certificate that it
 * shows first is kept, and whoever shows another one later is not told the key.
 */
import { request } from 'node:http';
import { connect, type TLSSocket } from 'node:tls';
import { type AskDevice, hostOf, isJsonObject, PollFault } from './poll-fault.ts';

/** What is kept of one device. */
export interface PolledKeys {
  /** Null: it has no key. A key of null: it was sealed with another secret. */
  readonly read: () => Promise<{ readonly key: string | null; readonly certificate: string | null } | null>;
  readonly pin: (certificate: string) => Promise<void>;
}

/** Small gateways take their time. */
const answerMs = 10_000;
const maxBytes = 256 * 1024;

const greet = (address: string, signal: AbortSignal): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    // Nobody vouches for it: its certificate is looked at before anything is sent.
    const socket = connect({ ...hostOf(address, 'https'), rejectUnauthorized: false });
    const give = (): void => void socket.destroy(new PollFault('unreachable'));
    signal.addEventListener('abort', give, { once: true });
    socket.once('close', () => {
      signal.removeEventListener('abort', give);
      reject(new PollFault('unreachable'));
    });
    socket.on('error', () => {});
    socket.once('secureConnect', () => resolve(socket));
  });

const exchange = (socket: TLSSocket, path: string, host: string, key: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${key}`, accept: 'application/json', connection: 'close' };
    const asked = request({ createConnection: () => socket, path, headers }, (response) => {
      const pieces: Buffer[] = [];
      let length = 0;
      response.on('data', (piece: Buffer) => {
        pieces.push(piece);
        length += piece.length;
        if (length > maxBytes) socket.destroy();
      });
      response.on('error', () => reject(new PollFault('unreachable')));
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        const { statusCode: status = 0 } = response;
        if (status === 401 || status === 403) return reject(new PollFault('key-refused'));
        if (status === 404) return reject(new PollFault('absent'));
        if (status !== 200 || !isJsonObject(text)) return reject(new PollFault('not-understood'));
        return resolve(text);
      });
    });
    asked.on('error', () => reject(new PollFault('unreachable')));
    asked.end();
  });

export const openPinned = (address: string, stopping: AbortSignal, keys: PolledKeys): AskDevice => ({
  ask: async (path) => {
    const kept = await keys.read();
    if (kept?.key == null) throw new PollFault('key-refused');
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(answerMs)]);
    const socket = await greet(address, signal);
    try {
      const { fingerprint256: shown } = socket.getPeerCertificate();
      if (kept.certificate === null) await keys.pin(shown);
      else if (kept.certificate !== shown) throw new PollFault('other-certificate');
      return await exchange(socket, path, address, kept.key);
    } finally {
      socket.destroy();
    }
  },
  rest: () => {},
  close: () => {},
});
