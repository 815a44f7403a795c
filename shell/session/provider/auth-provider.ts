import type { Outcome } from '../../data/outcome.ts';

/** What Firebase says, in its own words for it. */
export const identityCodes = [
  'unauthorized-domain',
  'popup-blocked',
  'popup-closed-by-user',
  'cancelled-popup-request',
  'web-storage-unsupported',
  'network-request-failed',
  'internal-error',
  'argument-error',
  'invalid-api-key',
  'missing-multi-factor-info',
  'auth-domain-config-required',
] as const;

/** Why somebody was refused, as a closed set that the interface has words for. */
export const authFailureCodes = [
  'invalid-credentials',
  'weak-password',
  'same-password',
  'email-taken',
  'email-invalid',
  'email-not-confirmed',
  'rate-limited',
  'network',
  'session-missing',
  'link-expired',
  'invalid-token',
  'sign-up-closed',
  'guest-unavailable',
  'code-wrong',
  'code-expired',
  'code-needed',
  'name-taken',
  'passkey-cancelled',
  'passkey-unsupported',
  'google-cancelled',
  'google-refused',
  'google-stale',
  'not-configured',
  'provider-not-initialized',
  'provider-not-configured',
  'google-unavailable',
  'account-disabled',
  'account-ended',
  'captcha-failed',
  'phone-invalid',
  'phone-taken',
  'sign-in-again',
  'way-closed',
  ...identityCodes,
  'unexpected',
] as const;

export type AuthFailureCode = (typeof authFailureCodes)[number];

export const weakPasswordReasons = ['length', 'characters', 'pwned'] as const;
export type WeakPasswordReason = (typeof weakPasswordReasons)[number];

export interface AuthFailure {
  code: AuthFailureCode;
  /** Only with `weak-password`: what the backend found. */
  reasons: readonly WeakPasswordReason[];
  /** The error as the backend sent it. */
  cause?: unknown;
}

// What every provider of identity can do: the rest of the app asks this and nothing else of it.

export type AuthOutcome<T = void> = Promise<Outcome<T, AuthFailure>>;
export type SignOutScope = 'local' | 'others' | 'global';

/** The password was right; a code of one of these is asked for as well. */
export interface SecondFactorStep {
  readonly factors: readonly { readonly id: string; readonly kind: 'totp' | 'sms'; readonly hint: string }[];
  /** Has a code made: of an app there is nothing to send. `holder`: where an invisible check may be put. */
  send(factor: string, holder: HTMLElement): AuthOutcome;
  confirm(factor: string, code: string): AuthOutcome;
}

/** Null: signed in. */
export type SignInStep = SecondFactorStep | null;

/** A code was sent to that phone. */
export interface PhoneStep {
  confirm(code: string): AuthOutcome<SignInStep>;
}

/** A phone to which the code of a second factor is sent. */
export interface PhoneFactors {
  list(): AuthOutcome<readonly { readonly id: string; readonly phoneNumber: string }[]>;
  /** Sends a code there; the phone is one once it is confirmed. */
  enrol(phoneNumber: string, holder: HTMLElement): AuthOutcome<{ confirm(code: string): AuthOutcome }>;
  remove(id: string): AuthOutcome;
}

/** A person as a provider knows them that keeps people of its own. */
export interface IdentityUser {
  readonly uid: string;
  readonly email: string | null;
  readonly displayName: string | null;
  readonly phoneNumber: string | null;
  readonly isAnonymous: boolean;
  readonly emailVerified: boolean;
}

export interface AuthProvider {
  signIn(email: string, password: string): AuthOutcome<SignInStep>;
  /** Answers whether the new member is signed in at once, or has to open a link sent by e-mail first. */
  signUp(email: string, password: string): AuthOutcome<'signed-in' | 'check-email'>;
  /** Sends the mail of a sign-up once more, where a mail has to be followed first. */
  resendSignUp?(email: string): AuthOutcome;
  /** Signs in by the link that proves an address, whoever made its account: they are put out of it. */
  takeByConfirmation?(token: string): AuthOutcome;
  signInAsGuest(): AuthOutcome;
  /** By redirect the page is left; by popup it stays. */
  signInWithGoogle(): AuthOutcome<SignInStep>;
  /** Where phones are offered: an invisible check stands in `holder`. */
  sendPhoneCode?(phoneNumber: string, holder: HTMLElement): AuthOutcome<PhoneStep>;
  /** Makes a guest a member with an address and a password of one's own, where the provider keeps them. */
  linkGuest?(email: string, password: string): AuthOutcome;
  signOut(scope: SignOutScope): AuthOutcome;
  requestPasswordReset(email: string): AuthOutcome;
  changePassword(password: string): AuthOutcome;
  /** Answers once a mail is on its way: the address is the new one when its link was opened. */
  changeEmail(email: string): AuthOutcome;
  changeDisplayName(displayName: string): AuthOutcome;
  refreshSession(): AuthOutcome;
  /** Where the provider keeps people of its own: who is signed in, as it knows them. */
  user?(): AuthOutcome<IdentityUser>;
  /** Sends the mail with which an address is confirmed once more. */
  confirmEmail?(): AuthOutcome;
  /** Its link was opened somewhere: asks what holds now. */
  takeNewEmail?(): AuthOutcome<IdentityUser>;
  readonly phoneFactors?: PhoneFactors;
}
