/** A session that the link of a mail brings: it may not take another person's place unasked. Loaded when there is one. */
import type { Session } from '@supabase/auth-js';
import { loadBackend } from '../../data/backend.ts';
import { environment } from '../../data/env.ts';
import { fail, succeed } from '../../data/outcome.ts';
import { toUser } from '../session.ts';
import { askForCode, type SessionNews, type UnansweredCode } from '../session-prompts.ts';
import { type ArrivalLink, claimOf, linkPatienceMs, type LinkTokens, storedSession } from '../stored-session.ts';
import { askBackend, noValue } from './ask-backend.ts';
import type { AuthFailureCode, AuthOutcome } from './auth-provider.ts';
import { authFailure } from './failure.ts';
import { toAuthFailure } from './backend-failure.ts';
import { stepOf } from './second-factor.ts';

/** Takes the session where nobody, or the same person, is signed in. Answers what there is to tell. A new address signs nobody in. */
export async function comeByLink(
  { tokens, isNewEmail, isLostFactor }: ArrivalLink,
  signal: AbortSignal,
): Promise<SessionNews | undefined> {
  if (isLostFactor) return { about: 'lost-factor' };
  if (tokens === undefined) return isNewEmail ? hearOfNewEmail() : undefined;
  const { data, error } = await (await passingClient(signal)).getUser(tokens.access_token);
  if (error !== null) return failed(error);
  const { email, displayName } = toUser(data.user);
  const who = email || displayName;
  const present = storedSession();
  if (isNewEmail && present?.user.id !== data.user.id) {
    endSession(tokens.access_token);
    return { about: 'new-email', isHere: false };
  }
  if (present !== undefined && present.user.id !== data.user.id) return { about: 'other-person', who, tokens };
  const { auth } = await loadBackend();
  // One that has run out is renewed first: what ends is that.
  await auth.initialize();
  const before = storedSession()?.access_token;
  const taken = await auth.setSession(tokens);
  if (taken.error !== null) return failed(taken.error);
  if (before !== undefined && !isSameSession(before, tokens.access_token)) endSession(before);
  const signedIn = present === undefined ? ({ about: 'signed-in', who } as const) : undefined;
  return newsOf(taken.data.session, isNewEmail ? { about: 'new-email', isHere: true } : signedIn);
}

/** Whose address it was, is not said: where they are signed in, their session hears of it. */
async function hearOfNewEmail(): Promise<SessionNews> {
  const before = storedSession();
  if (before === undefined) return { about: 'new-email', isHere: false };
  const { data } = await (await loadBackend()).auth.refreshSession();
  return { about: 'new-email', isHere: data.user !== null && data.user.email !== before.user.email };
}

/** Where a code is asked for as well, nobody is signed in yet. */
function newsOf(session: Session | null, news: SessionNews | undefined): SessionNews | undefined {
  const step = session === null ? null : stepOf(session);
  if (step === null) return news;
  askForCode(step);
  return undefined;
}

function failed(error: unknown): SessionNews {
  const code = unansweredCode(toAuthFailure(error).code);
  return code === undefined ? { about: 'failure', code: 'link-expired' } : { about: 'unanswered', code };
}

/** The link itself was not refused. */
function unansweredCode(code: AuthFailureCode): UnansweredCode | undefined {
  return code === 'network' || code === 'rate-limited' ? code : undefined;
}

/** Changes to the link's account; the session that was here ends. Answers what there is to tell. */
export async function takeLink(tokens: LinkTokens, who: string): AuthOutcome<SessionNews | undefined> {
  const before = storedSession();
  const outcome = await askBackend(
    async (auth) => {
      const passing = await passingClient(AbortSignal.timeout(linkPatienceMs));
      const { data, error } = await passing.setSession(tokens);
      return error === null ? auth.setSession(data.session ?? tokens) : { data, error };
    },
    ({ session }) => {
      if (before !== undefined) endSession(before.access_token);
      return succeed(newsOf(session, { about: 'signed-in', who }));
    },
  );
  return outcome.ok ? outcome : fail(authFailure(unansweredCode(outcome.failure.code) ?? 'link-expired'));
}

async function passingClient(signal: AbortSignal) {
  const { backend } = environment();
  if (backend === undefined) throw new Error('Backend not configured');
  const { createPassingClient } = await import('../../data/backend-client.ts');
  return createPassingClient(backend, signal);
}

/** A session keeps its id when its token is renewed. */
function isSameSession(one: string, other: string): boolean {
  const id = claimOf(one, 'session_id');
  return one === other || (id !== undefined && id === claimOf(other, 'session_id'));
}

/** Stays; the link's session is of no use to anybody any more. */
export function leaveLink({ access_token: token }: LinkTokens): void {
  endSession(token);
}

function endSession(token: string): void {
  void askBackend(async (auth) => ({ ...(await auth.admin.signOut(token, 'local')), data: undefined }), noValue);
}
