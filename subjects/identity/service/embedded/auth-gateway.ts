import bcrypt from 'bcryptjs';
import { decodeJwt } from 'jose';
import { createLiveSessions } from '#kernel/people/authentication.ts';
import {
  countGuests,
  dropUnfinished,
  isGuestEmail,
  proveSignUp,
  resendConfirmation,
} from './accounts/account-commands.ts';
import { authError, backendUnavailable, guestsAreFull, tableApiError } from './lite-refusals.ts';
import { endOtherSessions, endSession, noteUserAgent, refuseReuse, sessionIsThere } from './sessions/auth-sessions.ts';
import { backWithError, hasStateCookie, towardsGoogle } from './google/google.ts';
import type { HashThread } from './hash-thread.ts';
import type { LiteApp } from './lite-app.ts';
import type { HttpCall, ServeTask } from './lite-messages.ts';
import type { AuthMail } from '#kernel/mail/auth-mail.ts';

export interface AuthGatewayDeps {
  lite: LiteApp;
  task: ServeTask;
  hashing: Pick<HashThread, 'waiting'>;
  sendMail: (mail: AuthMail) => void;
}

export interface AuthGateway {
  fetch(call: HttpCall): Promise<Response>;
  /** Sessions have ended otherwise than by a request. */
  forgetSessions(): void;
}

/** At some fifteen a second: who comes later would wait longer than a request may. */
const MOST_WAITING_PASSWORDS = 100;
const HASHING = new Set(['POST token password', 'POST signup', 'PUT user']);
const ENDING = new Set(['POST logout', 'PUT user', 'GET verify', 'POST verify', 'GET callback']);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Claims {
  sub?: string;
  session_id?: string;
}

function claimsOf(token: string): Claims {
  try {
    return decodeJwt(token) as Claims;
  } catch {
    return {};
  }
}

/** What the caller says of themselves; whether it is true, lite says. */
function callerOf(call: HttpCall): Claims {
  const header = call.headers.find(([name]) => name === 'authorization')?.[1] ?? '';
  return claimsOf(header.replace(/^Bearer /, ''));
}

function bodyOf(call: HttpCall): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(call.body ?? new ArrayBuffer(0)));
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function openedSession(response: Response): string | null {
  const named = response.headers.get('sb-auth-session-id');
  if (named) return named;
  const hash = new URLSearchParams(response.headers.get('location')?.split('#')[1]);
  return claimsOf(hash.get('access_token') ?? '').session_id ?? null;
}

/** lite's answers, and around them what it leaves undone. */
export function createAuthGateway({ lite, task, hashing, sendMail }: AuthGatewayDeps): AuthGateway {
  const { sql } = lite;
  const sessions = createLiveSessions((session) => sessionIsThere(sql, session));
  const queue = serializeByKey();

  async function refuseState(call: HttpCall): Promise<Response | undefined> {
    const state = new URL(call.target, call.origin).searchParams.get('state') ?? '';
    const cookies = call.headers.find(([name]) => name === 'cookie')?.[1] ?? null;
    if (!UUID.test(state) || hasStateCookie(cookies, state)) return undefined;
    const [begun] = await sql<{ referrer: string | null }[]>`
      select referrer from auth.flow_state where id = ${state} and code_challenge is null`;
    return (
      begun &&
      backWithError(begun.referrer ?? call.origin, 'invalid_request', 'bad_oauth_state', 'Another browser began this.')
    );
  }

  /** lite sees that the session is gone, and answers all the same. */
  async function refuseEnded(call: HttpCall): Promise<Response | undefined> {
    const { session_id: session } = callerOf(call);
    if (!session || !UUID.test(session) || (await sessions.isLive(session))) return undefined;
    return tableApiError(401, 'PGRST301', 'The session has ended', { 'www-authenticate': 'Bearer' });
  }

  /** lite sends none of these twice. */
  async function resend(call: HttpCall): Promise<Response | undefined> {
    const { type, email } = bodyOf(call);
    if (type !== 'signup' || !email) return undefined;
    await resendConfirmation(sql, textOf(email).trim().toLowerCase(), call, { sendMail });
    return Response.json({});
  }

  /** By the link of a mail, or as an app shows its token. */
  async function keepSignUp(call: HttpCall): Promise<void> {
    const asked = new URL(call.target, call.origin).searchParams;
    const token = call.route === 'GET verify' ? asked.get('token') : textOf(bodyOf(call)['token_hash']);
    if (call.signedUp && token) await proveSignUp(sql, { userId: call.signedUp, token });
  }

  /** A new address needs nobody signed in: whoever opens its link may own a mistyped one. Who shows their own session with it keeps what lite opened. */
  async function withoutSession(call: HttpCall, response: Response): Promise<Response> {
    const opened = openedSession(response);
    const asked = new URL(call.target, call.origin).searchParams;
    if (!opened || (asked.get('type') ?? bodyOf(call)['type']) !== 'email_change') return response;
    const location = response.headers.get('location');
    if (location) {
      await endSession(sql, opened);
      const url = new URL(location);
      url.hash = 'type=email_change';
      return new Response(null, { status: response.status, headers: { location: url.href } });
    }
    const { user } = (await response.clone().json()) as { user: { id: string } };
    const { sub, session_id: session } = callerOf(call);
    if (sub === user.id && session && (await sessionIsThere(sql, session))) return response;
    await endSession(sql, opened);
    return Response.json({ user });
  }

  /** Who came by the link of a sign-up that may have been somebody else's has no password: they choose one first. */
  async function towardsPassword(response: Response): Promise<Response> {
    const url = new URL(response.headers.get('location') ?? '/', 'http://localhost');
    const { sub } = claimsOf(new URLSearchParams(url.hash.slice(1)).get('access_token') ?? '');
    if (!sub) return response;
    const [user] = await sql`select from auth.users where id = ${sub} and encrypted_password is null`;
    if (!user) return response;
    const headers = new Headers(response.headers);
    headers.set('location', new URL(`/reset-password${url.hash}`, url).href);
    return new Response(null, { status: response.status, headers });
  }

  async function refuse(call: HttpCall): Promise<Response | undefined> {
    if (call.route === 'table') return refuseEnded(call);
    if (call.route === 'GET callback') return refuseState(call);
    if (call.route === 'POST resend') return resend(call);
    if (call.route === 'GET verify' || call.route === 'POST verify') await keepSignUp(call);
    if (call.route === 'POST signup' && task.mustConfirmEmail)
      await dropUnfinished(sql, textOf(bodyOf(call)['email']).trim().toLowerCase());
    if (call.route === 'POST token refresh_token') return refuseReuse(sql, textOf(bodyOf(call)['refresh_token']));
    if (HASHING.has(call.route) && hashing.waiting() >= MOST_WAITING_PASSWORDS) return backendUnavailable(503);
    const { guestCap } = call;
    const isFull = guestCap !== undefined && (await countGuests(sql, task.guestDomain)) >= guestCap;
    return isFull ? guestsAreFull() : undefined;
  }

  /** The old address hears of a change before it counts. */
  function tellOldAddress(call: HttpCall, user: Record<string, unknown>): void {
    const to = textOf(user['email']);
    const wanted = textOf(bodyOf(call)['email']).trim().toLowerCase();
    if (!wanted || wanted !== user['new_email'] || !to || isGuestEmail(to, task.guestDomain)) return;
    const { language } = user['user_metadata'] as { language?: string };
    sendMail({
      to,
      kind: 'email_change_note',
      link: new URL('/profile', call.origin).href,
      language: language ?? null,
    });
  }

  async function afterChange(call: HttpCall, response: Response): Promise<void> {
    tellOldAddress(call, (await response.clone().json()) as Record<string, unknown>);
    const { sub, session_id: session } = callerOf(call);
    if (textOf(bodyOf(call)['password']) && sub && session) await endOtherSessions(sql, sub, session);
  }

  /** lite says of an address that waits to be confirmed that it does, whatever the password. */
  async function unlessGuessed(call: HttpCall, response: Response): Promise<Response> {
    const { error_code: code } = (await response.clone().json()) as { error_code?: string };
    if (code !== 'email_not_confirmed') return response;
    const { email, password } = bodyOf(call);
    const [user] = await sql<{ hash: string | null }[]>`
      select encrypted_password as hash from auth.users where email = ${textOf(email).trim().toLowerCase()}`;
    const isTheirs = await bcrypt.compare(textOf(password), user?.hash ?? '');
    return isTheirs ? response : authError(400, 'invalid_credentials', 'Invalid login credentials');
  }

  async function settle(call: HttpCall, response: Response): Promise<Response> {
    if (call.route === 'table') return response;
    if (call.route === 'POST token password' && response.status === 400) return unlessGuessed(call, response);
    const isProof = new URL(call.target, call.origin).searchParams.has('code_challenge');
    if (call.route === 'GET authorize') return towardsGoogle(response, isProof, task.googleStandIn);
    if (call.route === 'PUT user' && response.ok) await afterChange(call, response);
    if (ENDING.has(call.route)) sessions.forget();
    if (call.route === 'GET verify' || call.route === 'POST verify') return afterVerify(call, response);
    return noted(call, response);
  }

  async function afterVerify(call: HttpCall, response: Response): Promise<Response> {
    const answered = await noted(call, await withoutSession(call, response));
    return call.route === 'GET verify' ? towardsPassword(answered) : answered;
  }

  async function noted(call: HttpCall, response: Response): Promise<Response> {
    const opened = openedSession(response);
    const userAgent = call.headers.find(([name]) => name === 'user-agent')?.[1] ?? null;
    if (opened) await noteUserAgent(sql, opened, userAgent);
    return response;
  }

  async function answer(call: HttpCall): Promise<Response> {
    const refused = await refuse(call);
    if (refused) {
      if (call.route === 'POST token refresh_token') sessions.forget();
      return refused;
    }
    const { method, target, headers, body, origin, publicOrigin, redirectTo, guestCap } = call;
    const request = new Request(new URL(target, origin), { method, headers, body });
    const isGuest = guestCap !== undefined;
    const userId = callerOf(call).sub ?? null;
    return settle(call, await lite.fetch(request, { origin, publicOrigin, redirectTo, isGuest, userId }));
  }

  return {
    fetch: (call) => {
      const token = call.route === 'POST token refresh_token' ? textOf(bodyOf(call)['refresh_token']) : '';
      return token ? queue(token, () => answer(call)) : answer(call);
    },
    forgetSessions: () => sessions.forget(),
  };
}

/** Runs what has the same key one after another: lite would give one refresh token two children. */
function serializeByKey(): <Answer>(key: string, work: () => Promise<Answer>) => Promise<Answer> {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    const done = () => void (last.get(key) === turn && last.delete(key));
    turn.then(done, done);
    return turn;
  };
}
