/** Which ways in this installation offers, besides an address with a password. */
import { environment } from '../../data/env.ts';
import { fail } from '../../data/outcome.ts';
import { askProvider } from '../auth.ts';
import type { AuthOutcome, IdentityUser, PhoneFactors, PhoneStep, SignInStep } from './auth-provider.ts';
import { authFailure } from './failure.ts';
import { firebaseConfiguration } from './firebase/configuration.ts';

interface WaysIn {
  google: boolean;
  /** The name of another provider; empty: none. */
  provider: string;
  phone: boolean;
  guest: boolean;
  /** Google opens in a window of its own, which can be lost sight of: asking again opens another one. */
  byPopup: boolean;
}

export function waysIn(): WaysIn {
  const { identityProvider, googleSignIn, providerName } = environment();
  if (identityProvider === 'backend')
    return { google: googleSignIn, provider: providerName, phone: false, guest: true, byPopup: false };
  const isOn = firebaseConfiguration() !== undefined;
  return { google: isOn, provider: '', phone: isOn, guest: isOn, byPopup: true };
}

export const signInWithProvider = (): AuthOutcome<SignInStep> =>
  import('./google.ts').then(({ goToGoogle }) => goToGoogle('oidc'));

/** A browser opens a window only just after a press: what is needed for it has to be here by then. */
export function prepareWaysIn(): void {
  if (environment().identityProvider === 'backend') return;
  void import('./firebase/index.ts').then(({ loadFirebaseProvider }) => loadFirebaseProvider()).catch(() => undefined);
}

// What only a provider can be asked that keeps people of its own. Not part of every page's first load.

const notOffered = (): AuthOutcome<never> => Promise.resolve(fail(authFailure('way-closed')));

export function sendPhoneCode(phoneNumber: string, holder: HTMLElement): AuthOutcome<PhoneStep> {
  return askProvider((one) => one.sendPhoneCode?.(phoneNumber, holder) ?? notOffered());
}

export function linkGuest(email: string, password: string): AuthOutcome {
  return askProvider((one) => one.linkGuest?.(email, password) ?? notOffered());
}

export function identityUser(): AuthOutcome<IdentityUser> {
  return askProvider((one) => one.user?.() ?? notOffered());
}

export function confirmEmail(): AuthOutcome {
  return askProvider((one) => one.confirmEmail?.() ?? notOffered());
}

export function takeNewEmail(): AuthOutcome<IdentityUser> {
  return askProvider((one) => one.takeNewEmail?.() ?? notOffered());
}

export const phoneFactors: PhoneFactors = {
  list: () => askProvider((one) => one.phoneFactors?.list() ?? notOffered()),
  enrol: (phoneNumber, holder) => askProvider((one) => one.phoneFactors?.enrol(phoneNumber, holder) ?? notOffered()),
  remove: (id) => askProvider((one) => one.phoneFactors?.remove(id) ?? notOffered()),
};
