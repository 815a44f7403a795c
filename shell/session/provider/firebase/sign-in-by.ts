/** The invisible check without which no message is sent to a phone. */
import {
  type Auth,
  browserPopupRedirectResolver,
  getMultiFactorResolver,
  getRedirectResult,
  GoogleAuthProvider,
  type MultiFactorError,
  type MultiFactorInfo,
  type MultiFactorResolver,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  RecaptchaVerifier,
  signInWithPopup,
  signInWithRedirect,
  TotpMultiFactorGenerator,
  type UserCredential,
} from '@firebase/auth';
import { fail, succeed } from '../../../data/outcome.ts';
import type { AuthOutcome, SecondFactorStep, SignInStep } from '../auth-provider.ts';
import { authFailure } from '../failure.ts';
import { askFirebase } from './firebase-client.ts';
import { firebaseCode, setUpFailure } from './firebase-failure.ts';
import { enter } from './token-sync.ts';

/** Stands in `holder` for one question, each in a place of its own: Google's script takes a place only once. */
export async function withRecaptcha<T>(
  auth: Auth,
  holder: HTMLElement,
  ask: (verifier: RecaptchaVerifier) => Promise<T>,
): Promise<T> {
  const place = holder.appendChild(document.createElement('div'));
  const verifier = new RecaptchaVerifier(auth, place, { size: 'invisible' });
  try {
    return await ask(verifier);
  } finally {
    verifier.clear();
    place.remove();
  }
}

// The end of every way in: the session here, or the code that the account asks for as well.

export function signInBy(way: (auth: Auth) => Promise<UserCredential>): AuthOutcome<SignInStep> {
  return askFirebase<SignInStep>(async (auth) => {
    try {
      const { user } = await way(auth);
      return await enter(auth, user);
    } catch (error) {
      if (firebaseCode(error) !== 'multi-factor-auth-required') throw error;
      return succeed(stepOf(auth, getMultiFactorResolver(auth, error as MultiFactorError)));
    }
  });
}

function stepOf(auth: Auth, resolver: MultiFactorResolver): SecondFactorStep {
  const sent = new Map<string, string>();
  const hintOf = (factor: string) => resolver.hints.find(({ uid }) => uid === factor);
  return {
    factors: resolver.hints.map((hint) => ({
      id: hint.uid,
      kind: hint.factorId === TotpMultiFactorGenerator.FACTOR_ID ? 'totp' : 'sms',
      hint: phoneOf(hint) ?? hint.displayName ?? '',
    })),
    send: (factor, holder) =>
      askFirebase(async () => {
        const multiFactorHint = hintOf(factor);
        if (multiFactorHint === undefined) return fail(authFailure('missing-multi-factor-info'));
        const { session } = resolver;
        const id = await withRecaptcha(auth, holder, (verifier) =>
          new PhoneAuthProvider(auth).verifyPhoneNumber({ multiFactorHint, session }, verifier),
        );
        sent.set(factor, id);
        return succeed(undefined);
      }),
    confirm: (factor, code) =>
      askFirebase(async () => {
        const isPhone = hintOf(factor)?.factorId === PhoneMultiFactorGenerator.FACTOR_ID;
        const assertion = isPhone
          ? PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(sent.get(factor) ?? '', code))
          : TotpMultiFactorGenerator.assertionForSignIn(factor, code);
        const { user } = await resolver.resolveSignIn(assertion);
        const outcome = await enter(auth, user);
        return outcome.ok ? succeed(undefined) : outcome;
      }),
  };
}

/** As the account shows it before it is open: all but its last digits are stars. */
function phoneOf(hint: MultiFactorInfo): string | undefined {
  return 'phoneNumber' in hint ? String(hint.phoneNumber) : undefined;
}

// Google by a pop-up of 500 by 600; where the browser blocks it, by redirect and back to the same page.

/** A new pop-up cancels the earlier one. */
export async function signInWithGoogle(): AuthOutcome<SignInStep> {
  const outcome = await signInBy(byPopup);
  const isOff =
    !outcome.ok && (outcome.failure.code === 'way-closed' || outcome.failure.code === 'provider-not-configured');
  return isOff ? fail(setUpFailure('google-unavailable', outcome.failure.cause)) : outcome;
}

/** What the way back from Google brought; null: the page was not opened by it. */
export async function arriveFromGoogle(): Promise<AuthOutcome<SignInStep> | null> {
  let found = true;
  const outcome = await signInBy(async (auth) => {
    const result = await getRedirectResult(auth, browserPopupRedirectResolver);
    found = result !== null;
    if (result === null) throw new Error('nobody came back');
    return result;
  });
  return found ? outcome : null;
}

async function byPopup(auth: Auth): Promise<UserCredential> {
  const provider = new GoogleAuthProvider();
  provider.setCustomParameters({ prompt: 'select_account' });
  try {
    return await signInWithPopup(auth, provider, browserPopupRedirectResolver);
  } catch (error) {
    if (firebaseCode(error) !== 'popup-blocked') throw error;
    return signInWithRedirect(auth, provider, browserPopupRedirectResolver);
  }
}
