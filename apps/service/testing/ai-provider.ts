/** A scripted AI provider that speaks as OpenAI-compatible servers do: real HTTP and real server-sent events on 127.0.0.1. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

interface ToldMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

export interface TakenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly messages: readonly ToldMessage[];
    readonly temperature: number;
    readonly stream: boolean;
    readonly tools?: readonly {
      readonly type: string;
      readonly function: { readonly name: string; readonly parameters: unknown };
    }[];
  };
}

/** `end`: as it should; `cut`: the connection goes; `silence`: nothing more comes, and it stays open. */
type Ending = 'end' | 'cut' | 'silence';

interface Pace {
  /** Nothing is said before it settles. */
  readonly after?: Promise<unknown>;
  readonly firstMs?: number;
  readonly betweenMs?: number;
}

export type Reply =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | (Pace & { readonly text: string })
  | (Pace & {
      readonly pieces: Iterable<string | Uint8Array>;
      readonly ending?: Ending;
      readonly headers?: Record<string, string>;
    })
  /** Before any word of HTTP. */
  | 'cut'
  | 'silence';

type Script = Reply | ((request: TakenRequest) => Reply);

export interface AiProvider {
  /** Without `/v1`. */
  readonly url: string;
  readonly requests: readonly TakenRequest[];
  /** What the next requests get, one after the other; the last one for all that follow. */
  script(...replies: readonly Script[]): void;
  /** Settles when so many clients have left before their answer was at its end. */
  left(count: number): Promise<void>;
  /** Milliseconds until its first words, without anybody between. */
  firstWords(): Promise<number>;
  stop(): Promise<void>;
}

export interface CalledTool {
  readonly name: string;
  /** JSON text, or what becomes it. */
  readonly args: unknown;
  readonly id?: string;
}

const data = (value: unknown): string => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
const done = data('[DONE]');

/** One event of a stream. */
export const chunk = (delta: unknown, finish: string | null = null): string =>
  data({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });

const words = (text: string): readonly string[] => text.match(/\s*\S+\s*/gu) ?? (text === '' ? [] : [text]);

/** The events of an answer in words. */
export const spoken = (text: string): readonly string[] => [
  chunk({ role: 'assistant', content: '' }),
  ...words(text).map((content) => chunk({ content })),
  chunk({}, 'stop'),
  done,
];

export const says = (text: string): Reply => ({ text });

/** The events of calls, the arguments cut into pieces of so many letters. */
export const called = (calls: readonly CalledTool[], letters = 7): readonly string[] => [
  chunk({ role: 'assistant', content: null }),
  ...calls.flatMap(({ name, args, id }, index) => {
    const text = typeof args === 'string' ? args : JSON.stringify(args);
    const pieces = text.match(new RegExp(`[\\s\\S]{1,${letters}}`, 'gu')) ?? [];
    return [
      chunk({
        tool_calls: [{ index, id: id ?? `call_${index}_x`, type: 'function', function: { name, arguments: '' } }],
      }),
      ...pieces.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ];
  }),
  chunk({}, 'tool_calls'),
  done,
];

export const calls = (...tools: readonly CalledTool[]): Reply => ({ pieces: called(tools) });

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

const send = async (reply: Reply, response: ServerResponse): Promise<void> => {
  if (reply === 'silence') return;
  if (reply === 'cut') return void response.destroy();
  if ('status' in reply) {
    const { status, headers = {}, body = { error: { message: 'scripted' } } } = reply;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    return void response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }
  const { after, betweenMs, firstMs } = reply;
  const { pieces, ending = 'end', headers = {} } = 'text' in reply ? { pieces: spoken(reply.text) } : reply;
  response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
  response.flushHeaders();
  await after;
  if (firstMs !== undefined) await pause(firstMs);
  for (const piece of pieces) {
    if (response.destroyed) return;
    await new Promise((resolve) => response.write(piece, resolve));
    if (betweenMs !== undefined) await pause(betweenMs);
  }
  if (ending === 'end') response.end();
  if (ending === 'cut') response.destroy();
};

const firstWords = async (url: string): Promise<number> => {
  const begun = performance.now();
  const { body } = await fetch(url, { method: 'POST', body: '{}' });
  let text = '';
  let took = 0;
  for await (const bytes of body ?? []) {
    text += Buffer.from(bytes).toString('latin1');
    if (took === 0 && /"content":"[^"]/.test(text)) took = performance.now() - begun;
  }
  return took;
};

export const startAiProvider = async (): Promise<AiProvider> => {
  const requests: TakenRequest[] = [];
  let scripts: readonly Script[] = [says('')];
  let taken = 0;
  let leavers = 0;
  let waiting: { count: number; tell: () => void }[] = [];
  const onLeft = (): void => {
    leavers += 1;
    for (const { count, tell } of waiting) if (leavers >= count) tell();
    waiting = waiting.filter(({ count }) => leavers < count);
  };
  const server = createServer((request, response) => {
    response.on('close', () => response.writableFinished || onLeft());
    const take = async (): Promise<void> => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: JSON.parse(await readBody(request)) as TakenRequest['body'] };
      requests.push(one);
      const script = scripts[Math.min(taken, scripts.length - 1)] ?? says('');
      taken += 1;
      await send(typeof script === 'function' ? script(one) : script, response);
    };
    take().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    script: (...replies) => {
      scripts = replies;
      taken = 0;
      leavers = 0;
      requests.length = 0;
    },
    left: (count) =>
      new Promise((resolve) => {
        if (leavers >= count) resolve();
        else waiting.push({ count, tell: resolve });
      }),
    firstWords: () => firstWords(`${url}/v1/chat/completions`),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
