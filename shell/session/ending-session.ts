/**
 * While somebody leaves, no window of this browser asks anything with the session that is about to end. Otherwise what is
 * under way reaches the backend after its end, is refused, and a window that has not heard yet tells its person that
 * their session was ended elsewhere.
 */
import { ownName } from '../data/base.ts';

type End = 'left' | 'stayed';

type Message = { from: string } & (
  | { about: 'here' | 'here-too' | 'gone' | 'leaving' | 'quiet' }
  | { about: 'over'; end: End }
);

interface Attempt {
  /** Nothing changes when it is broken off. */
  isRead: boolean;
  breakOff: () => void;
  over: Promise<unknown>;
}

/** A window that is stuck keeps nobody from leaving. */
const maxWaitMs = 3000;
/** A window that began to leave and was closed meanwhile keeps nobody from asking. */
const maxLeavingMs = 15_000;

const me = String(Math.random());
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(ownName('wattershed-leaving'));
const others = new Set<string>();
const attempts = new Set<Attempt>();
let gate: { end: Promise<End>; open: (end: End) => void } | undefined;
let onLeft: () => void = () => undefined;
/** Those whose word is waited for, and what to do when all have given it. */
let awaited: { from: Set<string>; done: () => void } | undefined;

/** Asked with a session that was left meanwhile. */
export class SessionLeftError extends Error {
  // The table client asks again after any other error.
  override name = 'AbortError';
}

/** Waits while somebody leaves. */
export async function untilStaying(): Promise<void> {
  if ((await gate?.end) === 'left') throw new SessionLeftError('The session was left meanwhile');
}

/** One request with the session that stands; `ask` reads the session anew each time, and gives up on the signal. */
export async function askInSession(
  { method = 'GET', signal }: RequestInit,
  ask: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  for (;;) {
    await untilStaying();
    const stop = new AbortController();
    const giveUp = () => stop.abort(signal?.reason);
    if (signal?.aborted === true) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    let isBroken = false;
    const breakOff = () => {
      isBroken = true;
      stop.abort();
    };
    const over = ask(stop.signal);
    const attempt: Attempt = { isRead: method === 'GET' || method === 'HEAD', breakOff, over };
    attempts.add(attempt);
    try {
      return await over;
    } catch (error) {
      if (!isBroken || signal?.aborted === true) throw error;
    } finally {
      attempts.delete(attempt);
    }
  }
}

/** Ends the session by `leave` once all windows are quiet; `hasLeft` tells whether it has ended. */
export async function whileNobodyAsks<T>(leave: () => Promise<T>, hasLeft: (value: T) => boolean): Promise<T> {
  const open = shut();
  let end: End = 'stayed';
  try {
    await Promise.all([quieten(), awaitOthers()]);
    const value = await leave();
    if (hasLeft(value)) end = 'left';
    return value;
  } finally {
    open(end);
    tell({ about: 'over', end });
  }
}

function shut(): (end: End) => void {
  if (gate !== undefined) return gate.open;
  let open: (end: End) => void = () => undefined;
  const end = new Promise<End>((resolve) => {
    const timer = setTimeout(() => open('stayed'), maxLeavingMs);
    open = (how) => {
      clearTimeout(timer);
      gate = undefined;
      resolve(how);
    };
  });
  gate = { end, open };
  return open;
}

/** What is only read is broken off, and asked again if the session stays; what is written is waited for. */
async function quieten(): Promise<void> {
  for (const { isRead, breakOff } of attempts) if (isRead) breakOff();
  await atMost(Promise.allSettled([...attempts].map(({ over }) => over)));
}

async function awaitOthers(): Promise<void> {
  const from = new Set(others);
  const quiet = new Promise<void>((done) => {
    awaited = { from, done };
  });
  tell({ about: 'leaving' });
  if (from.size > 0) await atMost(quiet);
  // Who said nothing is closed, or asleep.
  for (const one of from) others.delete(one);
  awaited = undefined;
}

function heard(from: string): void {
  awaited?.from.delete(from);
  if (awaited?.from.size === 0) awaited.done();
}

async function atMost(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, maxWaitMs)))]);
  clearTimeout(timer);
}

type Told<M> = M extends Message ? Omit<M, 'from'> : never;

function tell(message: Told<Message>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  channel?.postMessage({ ...message, from: me });
}

function hear({ data }: MessageEvent<Message>): void {
  const { from, about } = data;
  if (about === 'gone') others.delete(from);
  else others.add(from);
  if (about === 'here') tell({ about: awaited === undefined ? 'here-too' : 'leaving' });
  if (about === 'quiet' || about === 'gone') heard(from);
  if (about === 'leaving') {
    shut();
    void quieten().then(() => tell({ about: 'quiet' }));
  }
  if (about === 'over') {
    // Before anything that waited goes on.
    if (data.end === 'left') onLeft();
    gate?.open(data.end);
  }
}

const sleep = () => tell({ about: 'gone' });
const wake = () => tell({ about: 'here' });

/** From now on this window takes part in what the others do; `leftElsewhere` is told that another one has ended the session. */
export function followLeaving(leftElsewhere: () => void): void {
  onLeft = leftElsewhere;
  channel?.addEventListener('message', hear);
  for (const asleep of ['pagehide', 'freeze']) addEventListener(asleep, sleep, true);
  for (const awake of ['pageshow', 'resume']) addEventListener(awake, wake, true);
  wake();
}
