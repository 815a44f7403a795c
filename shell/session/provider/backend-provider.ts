/** Identity by the backend itself. */
import type { Session } from '@supabase/auth-js';
import { defaultLanguage } from '#catalogue/index.ts';
import { environment, outsideOrigin } from '../../data/env.ts';
import { guestCredentials } from '../guest-account.ts';
import { heldInvitation, keepInvitation } from '../invitation-token.ts';
import { fail, succeed } from '../../data/outcome.ts';
import { waitsForCode } from '../stored-session.ts';
import { chosenLanguage } from '../../text/i18n.ts';
import { askBackend, noValue } from './ask-backend.ts';
import type { AuthOutcome, AuthProvider, SignInStep } from './auth-provider.ts';
import { authFailure } from './failure.ts';

export const backendProvider: AuthProvider = {
  signIn: (email, password) =>
    askBackend(
      (auth) => auth.signInWithPassword({ email, password }),
      ({ session }) => signedIn(session),
    ),
  signUp,
  resendSignUp: (email) =>
    askBackend(
      (auth) => auth.resend({ type: 'signup', email, options: { emailRedirectTo: signUpLeadsTo() } }),
      noValue,
    ),
  takeByConfirmation: (token) => askBackend((auth) => auth.verifyOtp({ type: 'signup', token_hash: token }), noValue),
  signInAsGuest,
  signInWithGoogle: () => import('./google.ts').then(({ goToGoogle }) => goToGoogle()),
  signOut: (scope) => askBackend(async (auth) => ({ data: undefined, ...(await auth.signOut({ scope })) }), noValue),
  requestPasswordReset: (email) =>
    askBackend(
      (auth) => auth.resetPasswordForEmail(email, { redirectTo: `${outsideOrigin()}/reset-password` }),
      noValue,
    ),
  changePassword: (password) => askBackend((auth) => auth.updateUser({ password }), noValue),
  changeEmail: (email) =>
    askBackend((auth) => auth.updateUser({ email }, { emailRedirectTo: `${outsideOrigin()}/profile` }), noValue),
  changeDisplayName: (displayName) =>
    askBackend((auth) => auth.updateUser({ data: { display_name: displayName } }), noValue),
  refreshSession: () => askBackend((auth) => auth.refreshSession(), noValue),
};

/** Whoever was invited comes back to the invitation; its token waits here, and travels in no mail. */
const signUpLeadsTo = () => `${outsideOrigin()}${heldInvitation() === undefined ? '/' : '/join'}`;

function signUp(email: string, password: string): AuthOutcome<'signed-in' | 'check-email'> {
  const emailRedirectTo = signUpLeadsTo();
  return askBackend(
    (auth) => auth.signUp({ email, password, options: { emailRedirectTo } }),
    ({ session }) => {
      if (session !== null) return succeed('signed-in');
      keepInvitation();
      return succeed('check-email');
    },
  );
}

/** Where an address has to be confirmed first, a guest would leave an account that nobody ever enters, and a mail to nowhere. Ours lets guests in. */
async function letsGuestsIn(): Promise<boolean> {
  const { ownSignIn, backend } = environment();
  if (ownSignIn || backend === undefined) return true;
  const headers = { apikey: backend.anonKey };
  const answer = await fetch(`${backend.url}/auth/v1/settings`, { headers }).catch(() => null);
  // What cannot be asked is found out by the sign-up itself.
  const said = answer?.ok ? ((await answer.json()) as { mailer_autoconfirm?: boolean }) : {};
  return said.mailer_autoconfirm !== false;
}

/** A guest is a sign-up with a throw-away address. What their devices are called is told in the language that they read. */
async function signInAsGuest(): AuthOutcome {
  const { guestDomain } = environment();
  if (guestDomain === '' || !(await letsGuestsIn())) return fail(authFailure('guest-unavailable'));
  return askBackend(
    (auth) =>
      auth.signUp({
        ...guestCredentials(guestDomain),
        options: { data: { language: chosenLanguage() ?? defaultLanguage } },
      }),
    (data) => (data.session === null ? fail(authFailure('guest-unavailable')) : succeed(undefined)),
  );
}

/** Most accounts ask for no code: what deals with one is loaded when it is needed. */
async function signedIn(session: Session | null): AuthOutcome<SignInStep> {
  if (!environment().secondFactor || session === null || !waitsForCode(session)) return succeed(null);
  const { stepOf } = await import('./second-factor.ts');
  return succeed(stepOf(session));
}
