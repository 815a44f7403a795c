/** How a provider is fetched from: how long its "come back later" is waited for, how much it may send, and whether its stream was ended by its own word. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ProviderFault } from './provider-event.ts';

/** In the JSON of an event a line break is written `\n`, so a line of this kind is always the end itself. */
const lastLine = /(?:^|\n|\r)data: ?\[DONE\]/;

/** A whole answer in one event, each letter written as `\u0905`, has room in a line; the others are of all requests of one question. */
const maxLineBytes = 256 * 1024;
const maxAnswerBytes = 16 * 1024 * 1024;
const maxRefusalBytes = 64 * 1024;

const lineFeed = 10;
/** A line is work, however short it is; an empty one after an empty one says nothing at all. */
const lineCost = 128;
const idleLineCost = 1024;
/** The client copies what it has not read yet for each event that it finds in a piece: of small pieces that is little. */
const pieceBytes = 4096;

const waitOf = ({ headers }: Response, now: number): number => {
  const milliseconds = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (!Number.isNaN(milliseconds)) return milliseconds;
  const told = headers.get('retry-after');
  if (told === null) return 0;
  const seconds = Number.parseFloat(told);
  return Number.isNaN(seconds) ? Date.parse(told) - now : seconds * 1000;
};

const withBody = ({ status, headers }: Response, body: ReadableStream<Uint8Array> | null): Response =>
  new Response(body, { status, headers: new Headers(headers) });

/** It was asked for unpacked: what is packed may be a thousand times as long, and is unpacked before anybody can count. */
const isPacked = ({ headers }: Response): boolean => !['', 'identity'].includes(headers.get('content-encoding') ?? '');

const withoutPacked = (response: Response): Response => {
  void response.body?.cancel().catch(() => undefined);
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new ProviderFault('provider-broken')),
  });
  return withBody(response, broken);
};

/** The beginning of a refusal says why; how long it goes on is no concern of ours. */
const shortened = (response: Response): Response => {
  if (response.body === null) return response;
  let left = maxRefusalBytes;
  const passing = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, controller) => {
      controller.enqueue(bytes.subarray(0, left));
      left -= bytes.length;
      if (left <= 0) controller.terminate();
    },
  });
  return withBody(response, response.body.pipeThrough(passing));
};

const withoutRetry = (response: Response): Response => {
  response.headers.set('x-should-retry', 'false');
  return response;
};

interface Meter {
  /** Counts what has come; throws where it is more than a line or an answer may hold. */
  take(bytes: Uint8Array): void;
  newLine(): void;
}

/** The client looks at a line anew with each piece of it: what never ends must not reach it. */
const createMeter = (): Meter => {
  let answer = 0;
  let line = 0;
  let wasEmpty = false;
  return {
    take: (bytes) => {
      answer += bytes.length;
      for (let from = 0; ; ) {
        const end = bytes.indexOf(lineFeed, from);
        line += (end === -1 ? bytes.length : end) - from;
        if (line > maxLineBytes || answer > maxAnswerBytes) throw new ProviderFault('provider-too-long');
        if (end === -1) return;
        answer += line === 0 && wasEmpty ? idleLineCost : lineCost;
        wasEmpty = line === 0;
        line = 0;
        from = end + 1;
      }
    },
    newLine: () => {
      line = 0;
    },
  };
};

const watched = (response: Response, meter: Meter, onDone: () => void): Response => {
  if (response.body === null) return response;
  let tail = '';
  meter.newLine();
  const passing = new TransformStream<Uint8Array, Uint8Array>({
    transform: async (bytes, controller) => {
      const text = tail + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
      if (lastLine.test(text)) onDone();
      tail = text.slice(-20);
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        const piece = bytes.subarray(at, at + pieceBytes);
        // What came before it has been read by then.
        meter.take(piece);
        controller.enqueue(piece);
        // A provider that sends without a pause leaves a turn to everybody else.
        await nextTurn();
      }
    },
  });
  return withBody(response, response.body.pipeThrough(passing));
};

export interface PatientFetch {
  readonly fetch: typeof fetch;
  /** Whether the latest stream has said that it is over. */
  readonly isDone: () => boolean;
}

/** For one question: a wait that is longer than what is left of `maxWaitMs` is not waited for at all. */
export const createPatientFetch = (maxWaitMs: number, now: () => number): PatientFetch => {
  const meter = createMeter();
  let left = maxWaitMs;
  let isDone = false;
  return {
    fetch: async (input, init) => {
      isDone = false;
      const headers = new Headers(init?.headers);
      headers.set('accept-encoding', 'identity');
      const answer = await fetch(input, { ...init, headers });
      const response = isPacked(answer) ? withoutPacked(answer) : answer;
      if (response.ok) return watched(response, meter, () => (isDone = true));
      const refusal = shortened(response);
      const wait = waitOf(response, now());
      // An unreadable wait counts as one that is too long.
      if (!(wait <= left)) return withoutRetry(refusal);
      left -= Math.max(0, wait);
      return refusal;
    },
    isDone: () => isDone,
  };
};
