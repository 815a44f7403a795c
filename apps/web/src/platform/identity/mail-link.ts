/** A session that the link of a mail brings: it may not take another person's place unasked. Loaded when there is one. */
import type { Session } from '@supabase/auth-js';
import { loadBackend } from '../backend.ts';
import { environment } from '../env.ts';
import { succeed } from '../outcome.ts';
import { type SessionNews, toUser } from '../session.ts';
import { askForCode } from '../sign-in-request.ts';
import { type ArrivalLink, type LinkTokens, storedSession } from '../stored-session.ts';
import { askBackend, noValue } from './ask-backend.ts';
import { toAuthFailure } from './auth-failure.ts';
import type { AuthOutcome } from './auth-provider.ts';
import { stepOf } from './second-factor.ts';

/** Takes the session where nobody, or the same person, is signed in. Answers what there is to tell. */
export async function comeByLink({ tokens, isNewEmail }: ArrivalLink): Promise<SessionNews | undefined> {
  const { backend } = environment();
  if (tokens === undefined || backend === undefined) return undefined;
  const { createPassingClient } = await import('../backend-client.ts');
  const auth = createPassingClient(backend);
  const { data, error } = await auth.getUser(tokens.access_token);
  if (error !== null) return failed(error);
  const { email, displayName } = toUser(data.user);
  const who = email || displayName;
  const present = storedSession();
  if (present !== undefined && present.user.id !== data.user.id) return { about: 'other-person', who, tokens };
  const taken = await (await loadBackend()).auth.setSession(tokens);
  if (taken.error !== null) return failed(taken.error);
  const signedIn = present === undefined ? ({ about: 'signed-in', who } as const) : undefined;
  return newsOf(taken.data.session, isNewEmail ? { about: 'new-email' } : signedIn);
}

/** Where a code is asked for as well, nobody is signed in yet. */
function newsOf(session: Session | null, news: SessionNews | undefined): SessionNews | undefined {
  const step = session === null ? null : stepOf(session);
  if (step === null) return news;
  askForCode(step);
  return undefined;
}

function failed(error: unknown): SessionNews {
  const { code } = toAuthFailure(error);
  return { about: 'failure', code: code === 'network' || code === 'rate-limited' ? code : 'link-expired' };
}

/** Changes to the link's account; the session that was here ends. Answers what there is to tell. */
export function takeLink(tokens: LinkTokens, who: string): AuthOutcome<SessionNews | undefined> {
  const before = storedSession();
  return askBackend(
    (auth) => auth.setSession(tokens),
    ({ session }) => {
      if (before !== undefined) endSession(before.access_token);
      return succeed(newsOf(session, { about: 'signed-in', who }));
    },
  );
}

/** Stays; the link's session is of no use to anybody any more. */
export function leaveLink({ access_token: token }: LinkTokens): void {
  endSession(token);
}

function endSession(token: string): void {
  void askBackend(async (auth) => ({ ...(await auth.admin.signOut(token, 'local')), data: undefined }), noValue);
}
