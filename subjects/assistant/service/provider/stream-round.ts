/** One request to a provider: its text as it comes, and the tools it calls at its end. */
import { setMaxListeners } from 'node:events';
import type { Transformer } from 'node:stream/web';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChatCompletionChunk, ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { type Patience, ProviderFault } from './provider.ts';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, as the model wrote it. */
  readonly args: string;
}

export interface Round {
  readonly open: (body: ChatCompletionCreateParamsStreaming) => Promise<AsyncIterable<ChatCompletionChunk | null>>;
  readonly isDone: () => boolean;
  readonly watch: Watch;
  readonly patience: Patience;
}

type Piece = NonNullable<ChatCompletionChunk.Choice.Delta['tool_calls']>[number];
interface Draft {
  readonly index: number;
  id: string;
  name: string;
  args: string;
}

/** More of them, or longer ones, no tool of ours takes. */
const maxCalls = 32;
const maxArgs = 64 * 1024;

/** Pieces come by their index; some servers give each whole call the same index, or none, but an id of its own. */
const draftOf = (drafts: Draft[], piece: Piece): Draft => {
  const { id = '' } = piece;
  const index = piece.index ?? 0;
  const latest = drafts.findLast((one) => one.index === index);
  const isSame = latest && !(id && latest.id && id !== latest.id);
  if (isSame) return latest;
  drafts.push({ index, id: '', name: '', args: '' });
  return drafts.at(-1) as Draft;
};

const addPiece = (drafts: Draft[], piece: Piece): void => {
  const draft = draftOf(drafts, piece);
  draft.id ||= piece.id ?? '';
  draft.name ||= piece.function?.name ?? '';
  draft.args += piece.function?.arguments ?? '';
  if (drafts.length > maxCalls || draft.args.length > maxArgs) throw new ProviderFault('provider-too-long');
};

const readChunk = (chunk: ChatCompletionChunk | null) => {
  const [choice] = chunk?.choices ?? [];
  const text: unknown = choice?.delta?.content;
  return {
    text: typeof text === 'string' ? text : '',
    pieces: choice?.delta?.tool_calls ?? [],
    isLast: Boolean(choice?.finish_reason),
  };
};

/** Yields text; throws a `ProviderFault` or what the request was refused with. */
export async function* streamRound(
  { open, isDone, watch, patience }: Round,
  body: ChatCompletionCreateParamsStreaming,
): AsyncGenerator<string, readonly ToolCall[]> {
  const drafts: Draft[] = [];
  let isFinished = false;
  watch.expect(patience.firstMs);
  const chunks = await watch.orEnded(open(body));
  try {
    for await (const chunk of chunks) {
      watch.relax();
      const { text, pieces, isLast } = readChunk(chunk);
      for (const piece of pieces) addPiece(drafts, piece);
      isFinished ||= isLast;
      if (text !== '') yield text;
      watch.expect(patience.betweenMs);
    }
  } catch (error) {
    watch.relax();
    throw error instanceof ProviderFault ? error : new ProviderFault('provider-broken');
  }
  // An ended request ends its stream without a word.
  watch.relax();
  if (!isFinished && !isDone()) throw new ProviderFault('provider-broken');
  return drafts.map(({ id, name, args }, position) => ({ id: id || `call_${position}`, name, args }));
}

// Ends a question to a provider at once when the person stops it, or when nothing has come for too long.

export type Watch = ReturnType<typeof createWatch>;

export const createWatch = (stop: AbortSignal, { inAllMs }: Pick<Patience, 'inAllMs'>) => {
  const controller = new AbortController();
  const { signal } = controller;
  // Each request of an answer listens, and the client lets none go.
  setMaxListeners(0, signal);
  const ended = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error)),
  );
  ended.catch(() => undefined);
  const endWith = (code: 'stopping' | 'provider-silent') => () => controller.abort(new ProviderFault(code));
  const onStop = endWith('stopping');
  const onSilence = endWith('provider-silent');
  const all = setTimeout(onSilence, inAllMs);
  let wait: NodeJS.Timeout | undefined;
  if (stop.aborted) onStop();
  else stop.addEventListener('abort', onStop, { once: true });
  return {
    /** For the request. */
    signal,
    /** From now on something must come within that time. */
    expect: (ms: number): void => {
      clearTimeout(wait);
      wait = setTimeout(onSilence, ms);
    },
    /** Something has come, or we are at work ourselves. Throws why it was ended, if it was. */
    relax: (): void => {
      clearTimeout(wait);
      signal.throwIfAborted();
    },
    /** What the work gives, or why it was ended before. */
    orEnded: <Result>(work: Promise<Result>): Promise<Result> => Promise.race([work, ended]),
    end: (): void => {
      clearTimeout(wait);
      clearTimeout(all);
      stop.removeEventListener('abort', onStop);
      controller.abort();
    },
  };
};

// How a provider is fetched from: how long its "come back later" is waited for, how much it may send, and whether its stream was ended by its own word.

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

const through = (response: Response, transformer: Transformer<Uint8Array, Uint8Array>): Response => {
  const { status, headers, body } = response;
  if (body === null) return response;
  return new Response(body.pipeThrough(new TransformStream(transformer)), { status, headers: new Headers(headers) });
};

/** It was asked for unpacked: what is packed may be a thousand times as long, and is unpacked before anybody can count. */
const isPacked = ({ headers }: Response): boolean => !['', 'identity'].includes(headers.get('content-encoding') ?? '');

const withoutPacked = (response: Response): Response =>
  through(response, { start: (controller) => controller.error(new ProviderFault('provider-broken')) });

/** The beginning of a refusal says why; how long it goes on is no concern of ours. */
const shortened = (response: Response): Response => {
  let left = maxRefusalBytes;
  return through(response, {
    transform: (bytes, controller) => {
      controller.enqueue(bytes.subarray(0, left));
      left -= bytes.length;
      if (left <= 0) controller.terminate();
    },
  });
};

/** The client looks at a line anew with each piece of it: what never ends must not reach it. */
const createMeter = () => {
  let answer = 0;
  let line = 0;
  let wasEmpty = false;
  return {
    /** Counts what has come; throws where it is more than a line or an answer may hold. */
    take: (bytes: Uint8Array): void => {
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
    newLine: (): void => {
      line = 0;
    },
  };
};

const watched = (response: Response, meter: ReturnType<typeof createMeter>, onDone: () => void): Response => {
  let tail = '';
  meter.newLine();
  return through(response, {
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
};

interface PatientFetch {
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
      // A household's figures go to the provider that was named, and to nobody that it names.
      const answer = await fetch(input, { ...init, headers, redirect: 'error' });
      const response = isPacked(answer) ? withoutPacked(answer) : answer;
      if (response.ok) return watched(response, meter, () => (isDone = true));
      const refusal = shortened(response);
      const wait = waitOf(response, now());
      // An unreadable wait counts as one that is too long.
      if (wait <= left) left -= Math.max(0, wait);
      else refusal.headers.set('x-should-retry', 'false');
      return refusal;
    },
    isDone: () => isDone,
  };
};
