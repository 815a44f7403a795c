/** Which ways in this installation offers, besides an address with a password. */
import { environment } from '../../data/env.ts';
import { firebaseConfiguration } from './firebase/configuration.ts';

export interface WaysIn {
  google: boolean;
  phone: boolean;
  guest: boolean;
  /** Google opens in a window of its own, which can be lost sight of: asking again opens another one. */
  byPopup: boolean;
}

export function waysIn(): WaysIn {
  const { identityProvider, googleSignIn } = environment();
  if (identityProvider === 'backend') return { google: googleSignIn, phone: false, guest: true, byPopup: false };
  const isOn = firebaseConfiguration() !== undefined;
  return { google: isOn, phone: isOn, guest: isOn, byPopup: true };
}

/** A browser opens a window only just after a press: what is needed for it has to be here by then. */
export function prepareWaysIn(): void {
  if (environment().identityProvider === 'backend') return;
  void import('./firebase/index.ts').then(({ loadFirebaseProvider }) => loadFirebaseProvider()).catch(() => undefined);
}
