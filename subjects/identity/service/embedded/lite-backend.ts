import type { Worker } from 'node:worker_threads';
import { backendUnavailable, tablesUnavailable, weakPassword } from './lite-refusals.ts';
import type { Attempt, AuthGate, AuthLimits, PasswordRules, SignInOutcome } from './limits/auth-limits.ts';
import { BackendError, type BackendLog } from '#kernel/postgres/backend-error.ts';
import { createKnownDevices } from './sessions/known-devices.ts';
import type { FromWorker, HttpCall, HttpReply, LiteCall, LiteReplies, ServeTask } from './lite-messages.ts';
import { readRequest } from './lite-request.ts';
import { closeLiteThread, openLiteThread, tell } from './lite-thread.ts';
import type { AuthMail } from '#kernel/mail/auth-mail.ts';

export interface LiteOptions {
  task: ServeTask;
  gate: Pick<AuthGate, 'admit' | 'settle'>;
  limits: AuthLimits;
  publicOrigin: () => string;
  onMail: (mail: AuthMail) => void;
  log: BackendLog;
  passwords: PasswordRules;
  /** Already open, when loading was to overlap with something else. */
  thread?: Worker;
  timeOutMs?: number;
}

export interface LiteBackend {
  fetch: (request: Request, from: { address: string }) => Promise<Response>;
  call<Name extends LiteCall['call']>(call: Extract<LiteCall, { call: Name }>): Promise<LiteReplies[Name]>;
  isReady(): boolean;
  /** The thread's number, for those who watch it. */
  threadId(): number;
  /** Ends the thread as a fault would, for those who test what follows. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

interface Waiting {
  resolve: (reply: LiteReplies[LiteCall['call']]) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

class WorkerGone extends Error {}
class WorkerTooSlow extends Error {}

const HIDDEN_HEADERS = /^(access-control-|content-length$)/;
const PING_MS = 5_000;
/** Whoever asks again and again does not fill the log. */
const FAULT_PAUSE_MS = 60_000;
const MAX_FAULTS = 100;
const FIRST_BACK_OFF_MS = 100;
const LONGEST_BACK_OFF_MS = 10_000;

function outcomeOf({ status, body }: HttpReply): SignInOutcome {
  if (status === 200) return 'right';
  if (status !== 400 || !body) return 'neither';
  return new TextDecoder().decode(body).includes('invalid_credentials') ? 'wrong' : 'neither';
}

export async function startLite(options: LiteOptions): Promise<LiteBackend> {
  const { task, gate, limits, publicOrigin, onMail, log, timeOutMs = 20_000 } = options;
  const devices = createKnownDevices(task.jwtSecret, task.guestDomain);
  const waiting = new Map<number, Waiting>();
  const faults = new Map<string, number>();
  let worker: Worker;
  let isReady = false;
  let isStopping = false;
  let lastId = 0;
  let lastHeard = Date.now();
  let backOffMs = FIRST_BACK_OFF_MS;
  let ready: Promise<void>;

  function tellFault(fault: string): void {
    const since = Date.now() - FAULT_PAUSE_MS;
    for (const [one, at] of faults) if (at < since) faults.delete(one);
    if (faults.has(fault) || faults.size >= MAX_FAULTS) return;
    faults.set(fault, Date.now());
    log.error(fault);
  }

  function serveBy(opened: Worker): Promise<void> {
    worker = opened;
    tell(opened, { serve: task });
    return new Promise((resolve, reject) => {
      opened.on('message', (message: FromWorker) => {
        lastHeard = Date.now();
        if ('pong' in message || 'provisioned' in message) return;
        if ('ready' in message) {
          isReady = true;
          backOffMs = FIRST_BACK_OFF_MS;
          resolve();
        } else if ('mail' in message) onMail(message.mail);
        else if ('fault' in message) tellFault(message.fault);
        else settle(message);
      });
      const ended = () => {
        isReady = false;
        reject(new BackendError('worker-start-failed', 'The sign-in backend could not be started.'));
        for (const [id] of waiting) settle({ id, failure: 'gone' }, new WorkerGone());
        if (!isStopping) reopen();
      };
      if (opened.threadId === -1) ended();
      else opened.once('exit', ended);
    });
  }

  function reopen(): void {
    const pause = backOffMs;
    backOffMs = Math.min(backOffMs * 2, LONGEST_BACK_OFF_MS);
    ready = new Promise((resolve) => setTimeout(resolve, pause)).then(() =>
      isStopping ? undefined : serveBy(openLiteThread(log)),
    );
    ready.then(
      () => log.warn('the sign-in thread runs again'),
      () => undefined,
    );
  }

  function settle(message: Extract<FromWorker, { id: number }>, error?: Error): void {
    const one = waiting.get(message.id);
    if (!one) return;
    waiting.delete(message.id);
    clearTimeout(one.timer);
    if ('reply' in message) one.resolve(message.reply);
    else one.reject(error ?? new Error(message.failure));
  }

  /** A slow answer is the database's affair; a thread that does not even say that it lives is replaced. */
  function giveUp(id: number): void {
    settle({ id, failure: 'slow' }, new WorkerTooSlow());
    const asked = worker;
    const since = Date.now();
    tell(asked, { ping: true });
    setTimeout(() => void (lastHeard < since && asked.terminate()), PING_MS).unref();
  }

  async function call<Name extends LiteCall['call']>(
    one: Extract<LiteCall, { call: Name }>,
  ): Promise<LiteReplies[Name]> {
    await ready.catch(() => undefined);
    if (!isReady) throw new WorkerGone();
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(giveUp, timeOutMs, id);
      waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, timer });
      tell(worker, { id, call: one }, 'body' in one && one.body ? [one.body] : []);
    });
  }

  function marks({ route }: HttpCall, reply: HttpReply, cookies: string | null): [string, string][] {
    if (route === 'table') return [];
    const isSecure = publicOrigin().startsWith('https:');
    const signedUp = route === 'POST signup' ? devices.signUpMark(reply, isSecure) : [];
    return [...devices.marksFor(reply, cookies, isSecure), ...signedUp].map((cookie) => ['set-cookie', cookie]);
  }

  function settleSignIn(attempt: Attempt, reply: HttpReply): void {
    if (!gate.settle(attempt, outcomeOf(reply))) return;
    log.warn('somebody tries passwords at an account: its person is told');
    call({ call: 'tell-guesses', account: attempt.account, origin: publicOrigin() }).catch((error) =>
      log.error(String(error)),
    );
  }

  async function fetch(request: Request, { address }: { address: string }): Promise<Response> {
    const rules = { origin: publicOrigin(), guestDomain: task.guestDomain, guestsInTotal: limits.guestsInTotal };
    const read = await readRequest(request, rules);
    if (read instanceof Response) return read;
    const { action, account, chosen } = read;
    const cookies = request.headers.get('cookie');
    const attempt: Attempt = { action, address, account, device: devices.read(cookies, account) };
    const refused = gate.admit(attempt);
    if (refused) return refused;
    const weakness = chosen && (await options.passwords.weaknessOf(chosen));
    if (weakness) return weakPassword(weakness, options.passwords.minLength);
    const signedUp = devices.signedUp(cookies);
    try {
      const reply = await call<'http'>({ ...read.call, ...(signedUp !== null && { signedUp }) });
      if (action === 'sign-in') settleSignIn(attempt, reply);
      const headers = reply.headers.filter(([name]) => !HIDDEN_HEADERS.test(name));
      headers.push(...marks(read.call, reply, cookies));
      return new Response(reply.body, { status: reply.status, headers });
    } catch (error) {
      if (action === 'sign-in') gate.settle(attempt, 'neither');
      const unavailable = read.call.route === 'table' ? tablesUnavailable : backendUnavailable;
      if (error instanceof WorkerTooSlow) return unavailable(504);
      if (!(error instanceof WorkerGone)) log.error(String(error));
      return unavailable(503);
    }
  }

  ready = serveBy(options.thread ?? openLiteThread(log));
  await ready.catch((error) => {
    isStopping = true;
    throw error;
  });
  return {
    fetch,
    call,
    isReady: () => isReady,
    threadId: () => worker.threadId,
    crash: async () => void (await worker.terminate()),
    async stop() {
      isStopping = true;
      if (!(await closeLiteThread(worker))) log.warn('the sign-in thread did not end by itself');
    },
  };
}
