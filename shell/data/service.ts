import type { AnswerOf, Endpoint, EventOf, InputOf } from '#catalogue/endpoint.ts';
import { refreshSession } from '../session/auth.ts';
import { askInSession, SessionLeftError } from '../session/ending-session.ts';
import { sessionState } from '../session/session.ts';
import { askToProve } from '../session/session-prompts.ts';
import { mayAsk, reportAnswer } from './online.ts';
import { readProblem, ServiceError } from './service-error.ts';
import { atBase } from './base.ts';

interface Sent {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  /** Sent as JSON, unless it is a Blob. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** What is called by a value that is only known while the page runs takes anything. */
type Request<E extends Endpoint> = Endpoint extends E ? Sent : InputOf<E, Blob> & Pick<Sent, 'headers' | 'signal'>;
/** Nothing has to be given to an endpoint that needs nothing. */
type Given<E extends Endpoint> = object extends Request<E> ? [request?: Request<E>] : [request: Request<E>];

/** Asks our service as the signed-in user. Throws a ServiceError with the answer's code. */
export async function callService<E extends Endpoint>(endpoint: E, ...given: Given<E>): Promise<AnswerOf<E>> {
  const answer = await fetchService(endpoint, ...given);
  if (answer.status === 204) return undefined as AnswerOf<E>;
  return readAnswer(endpoint.answer, await answer.json()) as AnswerOf<E>;
}

/** Where something is built for production the contract's schemas are not there; tests prove that what the service answers is theirs. */
function readAnswer(schema: Endpoint['answer'], answer: unknown): unknown {
  if (import.meta.env.DEV && schema !== undefined && 'safeParse' in schema) {
    const faults = schema.safeParse(answer).error?.issues ?? [];
    // Tests may call an id by a word: how a text is written is proven where the service answers.
    if (faults.some(({ code }) => code !== 'invalid_format'))
      throw new Error(`not what the contract says: ${JSON.stringify(faults)}`);
  }
  return answer;
}

/** The same, answering the response itself: for files. */
export async function fetchService<E extends Endpoint>(endpoint: E, ...[given]: Given<E>): Promise<Response> {
  const request: Sent = given ?? {};
  let answer = await send(endpoint, request);
  // The clock may have passed the token's end between two refreshes: refresh it once and ask again.
  if (answer.status === 401 && sessionState().status === 'signed-in' && (await refreshSession()).ok) {
    answer = await send(endpoint, request);
  }
  if (answer.ok) return answer;
  const problem = await readProblem(answer);
  // Once more, when whoever it is has shown who they are.
  if (problem.code === 'reauthentication-needed' && (await askToProve()))
    return fetchService(endpoint, ...([given] as Given<E>));
  throw problem;
}

function addressOf({ path }: Endpoint, { params, query }: Sent): URL {
  const url = new URL(
    atBase(path).replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? '')),
    location.origin,
  );
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return url;
}

async function send(endpoint: Endpoint, request: Sent): Promise<Response> {
  const { body, headers: given, signal } = request;
  const url = addressOf(endpoint, request);
  const headers = new Headers(given);
  const isRaw = body instanceof Blob;
  if (body !== undefined && !isRaw) headers.set('Content-Type', 'application/json');
  const init: RequestInit = { method: endpoint.method, headers, ...(signal !== undefined && { signal }) };
  if (body !== undefined) init.body = isRaw ? body : JSON.stringify(body);
  if (!(await mayAsk())) throw new ServiceError('network', 0, 'offline');
  try {
    const answer = await askInSession(init, (stop) => {
      const session = sessionState();
      if (session.status === 'signed-in') headers.set('Authorization', `Bearer ${session.accessToken}`);
      return fetch(url, { ...init, signal: stop });
    });
    reportAnswer(true);
    return answer;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    if (error instanceof SessionLeftError) throw new ServiceError('not-authenticated', 401, error.message);
    reportAnswer(false);
    throw new ServiceError('network', 0, String(error));
  }
}

/** Server-sent events read by fetch, because EventSource cannot send a token. Ends when the service closes the stream. */
export async function* streamService<E extends Endpoint>(endpoint: E, ...given: Given<E>): AsyncGenerator<EventOf<E>> {
  const answer = await fetchService(endpoint, ...given);
  if (answer.body === null) return;
  const decoder = new TextDecoder();
  const reader = answer.body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await readInTime(reader);
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event !== undefined) yield event as EventOf<E>;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The service says something every 25 seconds, if only that it is still here: a line that is silent for longer is dead, though it looks open. */
const maxSilentMs = 60_000;

async function readInTime(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<Awaited<ReturnType<typeof reader.read>>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ServiceError('network', 0, 'The line is silent.')), maxSilentMs);
  });
  try {
    return await Promise.race([reader.read(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function parseBlock(block: string): { event: string; data: unknown } | undefined {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith('event:')) event = line.slice(6).trim();
    if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
  }
  return data.length === 0 ? undefined : { event, data: JSON.parse(data.join('\n')) as unknown };
}
