/** The way to Firebase: what it consists of is loaded when it is needed, and not at all where it is not configured. */
import { environment } from '../../../data/env.ts';
import { fail } from '../../../data/outcome.ts';
import { mayHaveSession, readArrivalLink } from '../../stored-session.ts';
import type { AuthOutcome, AuthProvider } from '../auth-provider.ts';
import { backendProvider } from '../backend-provider.ts';
import { firebaseConfiguration } from './configuration.ts';
import { setUpFailure } from './firebase-failure.ts';

export async function loadFirebaseProvider(): Promise<AuthProvider> {
  if (firebaseConfiguration() === undefined) return switchedOff;
  return (await import('./firebase-provider.ts')).firebaseProvider;
}

/** Once the stored session is read: what else this page was opened with. */
export async function startFirebase(): Promise<void> {
  if (environment().identityProvider !== 'firebase' || firebaseConfiguration() === undefined) return;
  const isBackFromGoogle = keys(() => sessionStorage).some((key) => key.startsWith('firebase:pendingRedirect:'));
  const wasHere = keys(() => localStorage).some((key) => key.startsWith('firebase:authUser:'));
  if (!isBackFromGoogle && !wasHere && !mayHaveSession(readArrivalLink(''))) return;
  const { arrive } = await import('./arrive.ts');
  // What is wrong is told when somebody signs in.
  await arrive(isBackFromGoogle).catch(() => undefined);
}

function keys(storage: () => Storage): string[] {
  try {
    return Object.keys(storage());
  } catch {
    return [];
  }
}

const notConfigured = (): AuthOutcome<never> => Promise.resolve(fail(setUpFailure('provider-not-configured')));

/** Who is signed in from before stays so, and can leave. */
const switchedOff: AuthProvider = {
  ...backendProvider,
  signIn: notConfigured,
  signUp: notConfigured,
  signInAsGuest: notConfigured,
  signInWithGoogle: () => Promise.resolve(fail(setUpFailure('google-unavailable'))),
  requestPasswordReset: notConfigured,
  changePassword: notConfigured,
  changeEmail: notConfigured,
};
