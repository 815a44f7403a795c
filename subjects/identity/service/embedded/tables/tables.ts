/** `/rest/v1`: what is asked of every question before lite answers it, in a thread that is watched. */
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { errors, jwtVerify } from 'jose';
import { bodyFault, unkeptText } from '#kernel/http/sayable.ts';
import { BackendError, type BackendLog, createFaultLog } from '#kernel/postgres/backend-error.ts';
import { tableApiError, tablesUnavailable } from './table-errors.ts';
import type { FromWorker, ServeTask, TableCall, TableReply, ToWorker } from './tables-messages.ts';

export interface TablesOptions {
  readonly task: ServeTask;
  readonly jwtSecret: string;
  readonly anonKey: string;
  readonly issuer: string;
  /** Whether a token's session has not been ended meanwhile. */
  readonly isLive: (session: string) => Promise<boolean>;
  readonly log: BackendLog;
  readonly timeOutMs?: number;
}

export interface Tables {
  fetch(request: Request): Promise<Response>;
  isReady(): boolean;
  /** The thread's number, for those who watch it. */
  threadId(): number;
  /** Ends the thread as a fault would, for those who test what follows. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

interface Waiting {
  resolve(reply: TableReply): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

class WorkerGone extends Error {}
class WorkerTooSlow extends Error {}

const hiddenHeaders = /^(access-control-|content-length$|sb-)/;
const pingMs = 5_000;
const firstBackOffMs = 100;
const maxBackOffMs = 10_000;
const maxBodyBytes = 1024 * 1024;

const forwardedHeaders = [
  'content-type',
  'prefer',
  'accept',
  'accept-profile',
  'content-profile',
  'range',
  'range-unit',
  'x-client-info',
];

/** Only what is escaped can be such a text; most bodies escape nothing. */
const hasUnkeptText = (bytes: ArrayBuffer): boolean => {
  if (!Buffer.from(bytes).includes('\\u')) return false;
  try {
    return bodyFault(JSON.parse(new TextDecoder().decode(bytes)))?.endsWith(unkeptText) === true;
  } catch {
    return false;
  }
};

/** lite makes no row of defaults alone, and tells so in words of SQL. */
const saysNothing = (bytes: ArrayBuffer): boolean =>
  bytes.byteLength <= 64 && /^\s*(\[\s*)?\{\s*\}(\s*\])?\s*$/.test(new TextDecoder().decode(bytes));

/** The question as lite is to have it, or why it goes no further. */
const read = async (request: Request): Promise<Omit<TableCall, 'claims'> | Response> => {
  const url = new URL(request.url);
  const method = request.method.toUpperCase();
  const bytes = method === 'GET' || method === 'HEAD' ? new ArrayBuffer(0) : await request.arrayBuffer();
  if (bytes.byteLength > maxBodyBytes) return tableApiError(413, 'request_too_large', 'The request is too large.');
  if (hasUnkeptText(bytes)) return tableApiError(400, '22P05', unkeptText);
  if (method === 'POST' && !url.pathname.startsWith('/rest/v1/rpc/') && saysNothing(bytes))
    return tableApiError(400, 'PGRST102', 'Empty or invalid json');
  const prefer = request.headers.get('prefer') ?? '';
  // Of what a row leaves to its default, lite would tell null. Without `columns` it wants rows alike, and tells them right.
  if (prefer.includes('missing=default') && prefer.includes('return=representation'))
    url.searchParams.delete('columns');
  const headers = forwardedHeaders.flatMap((name): [string, string][] => {
    const value = request.headers.get(name);
    // PostgREST counts, too, where there are few; lite would always guess.
    return value === null ? [] : [[name, name === 'prefer' ? value.replace('count=estimated', 'count=exact') : value]];
  });
  // lite wants a key; ours was looked at before.
  headers.push(['apikey', 'ours']);
  url.searchParams.delete('apikey');
  return { method, target: url.pathname + url.search, headers, body: bytes.byteLength > 0 ? bytes : null };
};

export const startTables = async (options: TablesOptions): Promise<Tables> => {
  const { task, anonKey, issuer, isLive, log, timeOutMs = 20_000 } = options;
  const key = new TextEncoder().encode(options.jwtSecret);
  const waiting = new Map<number, Waiting>();
  let worker: Worker;
  let isReady = false;
  let isStopping = false;
  let lastId = 0;
  let lastHeard = Date.now();
  let backOffMs = firstBackOffMs;
  let ready: Promise<void>;

  const tellFault = createFaultLog((fault) => log.error(fault));

  const settle = (message: Extract<FromWorker, { id: number }>, error?: Error): void => {
    const one = waiting.get(message.id);
    if (!one) return;
    waiting.delete(message.id);
    clearTimeout(one.timer);
    if ('reply' in message) one.resolve(message.reply);
    else one.reject(error ?? new Error(message.failure));
  };

  const serveBy = (opened: Worker): Promise<void> => {
    worker = opened;
    tell(opened, { serve: task });
    return new Promise((resolve, reject) => {
      opened.on('message', (message: FromWorker) => {
        lastHeard = Date.now();
        if ('pong' in message) return;
        if ('ready' in message) {
          isReady = true;
          backOffMs = firstBackOffMs;
          resolve();
        } else if ('fault' in message) tellFault(message.fault);
        else settle(message);
      });
      const ended = () => {
        isReady = false;
        reject(new BackendError('worker-start-failed', 'The table service could not be started.'));
        for (const [id] of waiting) settle({ id, failure: 'gone' }, new WorkerGone());
        if (!isStopping) reopen();
      };
      if (opened.threadId === -1) ended();
      else opened.once('exit', ended);
    });
  };

  const reopen = (): void => {
    const pause = backOffMs;
    backOffMs = Math.min(backOffMs * 2, maxBackOffMs);
    ready = new Promise((resolve) => setTimeout(resolve, pause)).then(() =>
      isStopping ? undefined : serveBy(openTablesThread(log)),
    );
    ready.then(
      () => log.warn('the thread of tables runs again'),
      () => undefined,
    );
  };

  /** A slow answer is the database's affair; a thread that does not even say that it lives is replaced. */
  const giveUp = (id: number): void => {
    settle({ id, failure: 'slow' }, new WorkerTooSlow());
    const asked = worker;
    const since = Date.now();
    tell(asked, { ping: true });
    setTimeout(() => void (lastHeard < since && asked.terminate()), pingMs).unref();
  };

  const ask = async (call: TableCall): Promise<TableReply> => {
    await ready.catch(() => undefined);
    if (!isReady) throw new WorkerGone();
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(giveUp, timeOutMs, id);
      waiting.set(id, { resolve, reject, timer });
      tell(worker, { id, call }, call.body ? [call.body] : []);
    });
  };

  const refused = (words: string, code = 'PGRST301') =>
    tableApiError(401, code, words, { 'www-authenticate': 'Bearer' });

  /** Whoever asks, or why they may not. */
  const whoAsks = async (request: Request): Promise<TableCall['claims'] | Response> => {
    const given = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey');
    if (given !== anonKey) {
      const message = given === null ? 'No API key found in request' : 'Invalid API key';
      return Response.json({ message, hint: 'Send the key of this backend as `apikey`.' }, { status: 401 });
    }
    const token = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (token === undefined || token === anonKey) return { role: 'anon' };
    try {
      const { payload } = await jwtVerify(token, key, { issuer, audience: 'authenticated', algorithms: ['HS256'] });
      const { session_id: session } = payload;
      if (session !== undefined && !(typeof session === 'string' && (await isLive(session))))
        return refused('The session has ended');
      return payload.sub !== undefined && payload['role'] === 'authenticated'
        ? payload
        : refused('The token is not valid');
    } catch (error) {
      if (error instanceof errors.JWTExpired) return refused('JWT expired', 'PGRST303');
      if (error instanceof errors.JOSEError) return refused('The token is not valid');
      throw error;
    }
  };

  ready = serveBy(openTablesThread(log));
  await ready.catch((error) => {
    isStopping = true;
    throw error;
  });
  return {
    async fetch(request) {
      try {
        const claims = await whoAsks(request);
        if (claims instanceof Response) return claims;
        const call = await read(request);
        if (call instanceof Response) return call;
        const reply = await ask({ ...call, claims });
        const headers = reply.headers.filter(([name]) => !hiddenHeaders.test(name));
        return new Response(reply.body, { status: reply.status, headers });
      } catch (error) {
        if (error instanceof WorkerTooSlow) return tablesUnavailable(504);
        if (!(error instanceof WorkerGone)) log.error(String(error));
        return tablesUnavailable(503);
      }
    },
    isReady: () => isReady,
    threadId: () => worker.threadId,
    crash: async () => void (await worker.terminate()),
    async stop() {
      isStopping = true;
      if (!(await closeTablesThread(worker))) log.warn('the thread of tables did not end by itself');
    },
  };
};

/** The bundle has the thread's program beside main.js. */
function openTablesThread(log: BackendLog): Worker {
  const entry = import.meta.url.endsWith('.ts') ? './tables-worker-source.mjs' : './tables-worker.js';
  const thread = new Worker(new URL(entry, import.meta.url), { stdout: true, stderr: true });
  for (const stream of [thread.stdout, thread.stderr]) {
    createInterface({ input: stream }).on('line', (line) => log.debug(line));
  }
  thread.on('error', (error) => log.error(`the thread of tables failed: ${error.stack ?? error.message}`));
  return thread;
}

function tell(thread: Worker, message: ToWorker, transfer: ArrayBuffer[] = []): void {
  thread.postMessage(message, transfer);
}

/** Answers whether it ended by itself, with nothing under way any more. */
async function closeTablesThread(thread: Worker): Promise<boolean> {
  if (thread.threadId === -1) return true;
  const gone = new Promise<number>((resolve) => thread.once('exit', resolve));
  tell(thread, { stop: true });
  const timer = setTimeout(() => void thread.terminate(), 3_000);
  const code = await gone;
  clearTimeout(timer);
  return code === 0;
}
