/** A WebSocket to a device in the home's network, at an address that the operator allows: opened, talked at, and closed again. */
import { WebSocket } from 'ws';
import { type Ask, type Line, PullFault } from '../../sources/pulls/pull.ts';

const openMs = 10_000;
const answerMs = 30_000;
const maxBytes = 8_000_000;

/** `guard`: the address as it is asked, of one that was kept; null: it is not allowed (any more). */
export const createLine =
  (guard: (address: string) => Promise<string | null>, signal: AbortSignal): Ask['line'] =>
  async (address, path, talk) => {
    const host = await guard(address);
    if (host === null) throw new PullFault('not-allowed');
    const socket = new WebSocket(`ws://${host}${path}`, {
      handshakeTimeout: openMs,
      maxPayload: maxBytes,
      followRedirects: false,
    });
    const messages = listen(socket, signal);
    try {
      return await talk(messages);
    } finally {
      // Nobody waits for an end that is said politely.
      socket.terminate();
    }
  };

const listen = (socket: WebSocket, signal: AbortSignal): Line => {
  const heard: string[] = [];
  let failure: PullFault | null = null;
  let wake = (): void => {};
  const fail = (cause: unknown): void => {
    failure ??= new PullFault('unreachable', { cause });
    wake();
  };
  const stop = () => fail(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  socket.on('message', (data) => {
    heard.push((data as Buffer).toString('utf8'));
    wake();
  });
  socket.on('error', fail);
  socket.on('close', () => {
    signal.removeEventListener('abort', stop);
    fail('closed');
  });

  const next = async (): Promise<unknown> => {
    const until = Date.now() + answerMs;
    while (heard.length === 0) {
      if (failure) throw failure;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => fail('no answer'), until - Date.now());
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    try {
      return JSON.parse(heard.shift() as string) as unknown;
    } catch (cause) {
      throw new PullFault('not-understood', { cause });
    }
  };
  return { send: (message) => socket.send(JSON.stringify(message)), next };
};
