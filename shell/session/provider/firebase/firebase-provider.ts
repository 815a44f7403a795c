/** Identity by Firebase Authentication. Each way in ends with a session of the backend. */
import {
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  linkWithCredential,
  multiFactor,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInAnonymously,
  signInWithEmailAndPassword,
  signInWithPhoneNumber,
  type User,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from '@firebase/auth';
import { fail, succeed } from '../../../data/outcome.ts';
import { authFailure } from '../failure.ts';
import type {
  AuthOutcome,
  AuthProvider,
  IdentityUser,
  PhoneFactors,
  PhoneStep,
  SignOutScope,
} from '../auth-provider.ts';
import { backendProvider } from '../backend-provider.ts';
import { askAsUser, askFirebase, leaveFirebase } from './firebase-client.ts';
import { signInBy, signInWithGoogle, withRecaptcha } from './sign-in-by.ts';
import { enter, leaveSession, renewSession, tellNewAddress } from './token-sync.ts';
import { outsideOrigin } from '../../../data/env.ts';

/** Signing in with a phone, and a phone as a second factor. */

function sendPhoneCode(given: string, holder: HTMLElement): AuthOutcome<PhoneStep> {
  return askFirebase(async (auth) => {
    const number = withCountry(given);
    if (number === undefined) return fail(authFailure('phone-invalid'));
    const sent = await withRecaptcha(auth, holder, (verifier) => signInWithPhoneNumber(auth, number, verifier));
    return succeed({ confirm: (code: string) => signInBy(() => sent.confirm(code)) });
  });
}

const phoneFactors: PhoneFactors = {
  list: () => askAsUser(async (user) => succeed(factorsOf(user))),
  enrol: (given, holder) =>
    askAsUser(async (user, auth) => {
      const number = withCountry(given);
      if (number === undefined) return fail(authFailure('phone-invalid'));
      const session = await multiFactor(user).getSession();
      const id = await withRecaptcha(auth, holder, (verifier) =>
        new PhoneAuthProvider(auth).verifyPhoneNumber({ phoneNumber: number, session }, verifier),
      );
      return succeed({ confirm: (code: string) => confirmFactor(id, code) });
    }),
  remove: (id) =>
    askAsUser(async (user) => {
      await multiFactor(user).unenroll(id);
      return succeed(undefined);
    }),
};

function confirmFactor(id: string, code: string): AuthOutcome {
  return askAsUser(async (user) => {
    await multiFactor(user).enroll(PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(id, code)));
    return succeed(undefined);
  });
}

function factorsOf(user: User): { id: string; phoneNumber: string }[] {
  return multiFactor(user).enrolledFactors.map((factor) => ({
    id: factor.uid,
    phoneNumber: 'phoneNumber' in factor ? String(factor.phoneNumber) : (factor.displayName ?? ''),
  }));
}

/** With the country code, as people group it. */
function withCountry(text: string): string | undefined {
  const number = text.replace(/[\s().-]/g, '').replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : undefined;
}

export const firebaseProvider: AuthProvider = {
  signIn: (email, password) => signInBy((auth) => signInWithEmailAndPassword(auth, email, password)),
  signUp,
  signInAsGuest,
  signInWithGoogle,
  sendPhoneCode,
  linkGuest,
  signOut: leave,
  requestPasswordReset: (email) =>
    askFirebase(async (auth) => {
      await sendPasswordResetEmail(auth, email, { url: `${outsideOrigin()}/` });
      return succeed(undefined);
    }),
  changePassword: (password) =>
    askAsUser(async (user) => {
      await updatePassword(user, password);
      return succeed(undefined);
    }),
  changeEmail: (email) =>
    askAsUser(async (user) => {
      await verifyBeforeUpdateEmail(user, email, { url: `${outsideOrigin()}/profile` });
      return succeed(undefined);
    }),
  changeDisplayName: (displayName) =>
    askAsUser(async (user) => {
      await updateProfile(user, { displayName });
      return backendProvider.changeDisplayName(displayName);
    }),
  refreshSession: () => backendProvider.refreshSession(),
  user: () => askAsUser(async (user) => succeed(identityUser(user))),
  confirmEmail: () => askAsUser(sendConfirmation),
  takeNewEmail: () =>
    askAsUser(async (user, auth) => {
      await user.reload();
      await tellNewAddress(auth);
      return succeed(identityUser(user));
    }),
  phoneFactors,
};

function signUp(email: string, password: string): AuthOutcome<'signed-in' | 'check-email'> {
  return askFirebase(async (auth) => {
    const { user } = await createUserWithEmailAndPassword(auth, email, password);
    await sendConfirmation(user).catch(() => undefined);
    const outcome = await enter(auth, user);
    return outcome.ok ? succeed('signed-in' as const) : outcome;
  });
}

/** Without an address: Firebase knows the guest by this browser alone. */
async function signInAsGuest(): AuthOutcome {
  const outcome = await signInBy(signInAnonymously);
  if (outcome.ok) return succeed(undefined);
  return outcome.failure.code === 'way-closed' ? fail(authFailure('guest-unavailable')) : outcome;
}

/** The same person, and so all that is theirs; the new session says that they are no guest any more. */
function linkGuest(email: string, password: string): AuthOutcome {
  return askAsUser(async (user) => {
    await linkWithCredential(user, EmailAuthProvider.credential(email, password));
    await sendConfirmation(user).catch(() => undefined);
    await user.getIdToken(true);
    return renewSession(user);
  });
}

async function leave(scope: SignOutScope): AuthOutcome {
  const outcome = scope === 'local' ? succeed(await leaveSession()) : await backendProvider.signOut(scope);
  if (outcome.ok && scope !== 'others') await leaveFirebase();
  return outcome;
}

async function sendConfirmation(user: User): AuthOutcome {
  await sendEmailVerification(user, { url: `${outsideOrigin()}/profile` });
  return succeed(undefined);
}

function identityUser(user: User): IdentityUser {
  const { uid, email, displayName, phoneNumber, isAnonymous, emailVerified } = user;
  return { uid, email, displayName, phoneNumber, isAnonymous, emailVerified };
}
