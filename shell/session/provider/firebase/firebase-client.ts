/** Firebase Authentication itself. This file, and all that imports it, is loaded when Firebase is needed. */
import { deleteApp, initializeApp } from '@firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  initializeAuth,
  signOut,
  type User,
} from '@firebase/auth';
import { environment } from '../../../data/env.ts';
import { i18n } from '../../../text/i18n.ts';
import { fail, type Outcome } from '../../../data/outcome.ts';
import type { AuthFailure, AuthOutcome } from '../auth-provider.ts';
import { authFailure } from '../failure.ts';
import { firebaseConfiguration } from './configuration.ts';
import { firebaseCode, setUpFailure, toFirebaseFailure } from './firebase-failure.ts';
import { keepInStep } from './token-sync.ts';

let opened: Auth | undefined;
let stopKeeping: (() => void) | undefined;

/** Nothing is asked of anybody by this: Google's script, its frame and the reCAPTCHA come when they are needed. */
function open(): Auth {
  const configuration = firebaseConfiguration();
  if (configuration === undefined) throw new NotOpened(setUpFailure('provider-not-configured'));
  try {
    const auth = initializeAuth(initializeApp(configuration), { persistence: [browserLocalPersistence] });
    const { emulator } = environment().firebase;
    if (emulator !== '') connectAuthEmulator(auth, emulator, { disableWarnings: true });
    stopKeeping = keepInStep(auth);
    return auth;
  } catch (error) {
    const isNamed = firebaseCode(error) !== undefined;
    throw new NotOpened(isNamed ? toFirebaseFailure(error) : setUpFailure('provider-not-initialized', error));
  }
}

class NotOpened extends Error {
  readonly failure: AuthFailure;
  constructor(failure: AuthFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** Mails, messages and Google's pages come in the language that is shown. */
export function firebaseAuth(): Auth {
  opened ??= open();
  opened.languageCode = i18n.resolvedLanguage ?? null;
  return opened;
}

/** One question to Firebase, its refusals told apart. */
export async function askFirebase<T>(ask: (auth: Auth) => Promise<Outcome<T, AuthFailure>>): AuthOutcome<T> {
  if (!navigator.onLine) return fail(authFailure('network'));
  try {
    return await ask(firebaseAuth());
  } catch (error) {
    return fail(error instanceof NotOpened ? error.failure : toFirebaseFailure(error));
  }
}

/** The same, as the person who is signed in. */
export function askAsUser<T>(ask: (user: User, auth: Auth) => Promise<Outcome<T, AuthFailure>>): AuthOutcome<T> {
  return askFirebase(async (auth) => {
    await auth.authStateReady();
    return auth.currentUser === null ? fail(authFailure('session-missing')) : ask(auth.currentUser, auth);
  });
}

/** Works without a connection too. */
export async function leaveFirebase(): Promise<void> {
  await signOut(firebaseAuth()).catch(() => undefined);
}

/** For tests: as in a page that was just opened. */
export async function forgetFirebase(): Promise<void> {
  const auth = opened;
  opened = undefined;
  stopKeeping?.();
  if (auth !== undefined) await deleteApp(auth.app);
}
