/** Google by a pop-up of 500 by 600; where the browser blocks it, by redirect and back to the same page. */
import {
  type Auth,
  browserPopupRedirectResolver,
  getRedirectResult,
  GoogleAuthProvider,
  signInWithPopup,
  signInWithRedirect,
  type UserCredential,
} from '@firebase/auth';
import { fail } from '../../../data/outcome.ts';
import type { AuthOutcome, SignInStep } from '../auth-provider.ts';
import { firebaseCode, setUpFailure } from './firebase-failure.ts';
import { signInBy } from './sign-in-by.ts';

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
