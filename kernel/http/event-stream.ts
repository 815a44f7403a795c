/** Server-sent events: the head of the answer, and words in between so that nobody on the way takes the line for dead. */
import type { FastifyReply } from 'fastify';

const heartbeatMs = 25_000;

export interface EventStream {
  /** `data` is JSON text. */
  readonly send: (event: string, data: string) => void;
  /** Bytes that the other side has not taken yet. */
  readonly waitingBytes: () => number;
  readonly end: () => void;
}

/** `closed` is called once, whoever ends it. */
export const openEventStream = (reply: FastifyReply, closed: () => void, everyMs = heartbeatMs): EventStream => {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), everyMs);
  let isOpen = true;
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(heartbeat);
    closed();
  };
  raw.on('close', close);
  raw.on('error', close);
  return {
    send: (event, data) => void (isOpen && raw.write(`event: ${event}\ndata: ${data}\n\n`)),
    waitingBytes: () => raw.writableLength,
    end: () => {
      raw.end();
      close();
    },
  };
};
