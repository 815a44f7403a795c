import type { AuthMail } from '#kernel/mail/auth-mail.ts';

export interface ServeTask {
  url: string;
  /** lite lists tables as the owner sees them, as PostgREST does; rights are still those of the caller. */
  catalogUrl: string;
  jwtSecret: string;
  anonKey: string;
  guestDomain: string;
  /** Whether a new account must follow a link in a mail before it may sign in. */
  mustConfirmEmail: boolean;
  jwtLifetimeS: number;
  /** Absent: nobody signs in by Google. */
  google?: GoogleClient;
  /** For tests: who stands in for Google. */
  googleStandIn?: string;
}

export interface GoogleClient {
  clientId: string;
  secret: string;
}

export interface HttpCall {
  call: 'http';
  /** What is asked for, as `PUT user` or `POST token password`; `table` for the table API. */
  route: string;
  method: string;
  /** Path and query. */
  target: string;
  headers: [string, string][];
  body: ArrayBuffer | null;
  origin: string;
  /** The one by which Google and others know us. */
  publicOrigin: string;
  /** Already checked to lead to our own site. */
  redirectTo: string;
  /** Whose sign-up this browser sent. */
  signedUp?: string;
  /** Set for the sign-up of a guest: how many guests there may be. */
  guestCap?: number;
}

export interface UpgradeGuestCall {
  call: 'upgrade-guest';
  userId: string;
  email: string;
  password: string;
  origin: string;
}

/** Mails to somebody who is in an account the link by which they prove its address. */
export interface SendProofCall {
  call: 'send-proof';
  userId: string;
  origin: string;
}

export interface ProveAddressCall {
  call: 'prove-address';
  userId: string;
  /** Of that mail. */
  token: string;
}

interface DeleteAccountCall {
  call: 'delete-account';
  userId: string;
}

/** Somebody whom another identity provider has let in. */
export interface ProvenPerson {
  /** Who they are at the other provider. */
  subject: string;
  /** The account that was opened for them before; null: found by what is proved below, or made. */
  userId: string | null;
  /** Only an address that the provider says is theirs: with it they get the account that has it. */
  email: string | null;
  /** Likewise, as +15550100. */
  phone: string | null;
  displayName: string;
  /** Signed in without saying who they are: a guest here. */
  isAnonymous: boolean;
}

export interface OpenSessionCall {
  call: 'open-session';
  person: ProvenPerson;
  /** For the list of sessions; null where nobody said. */
  userAgent: string | null;
  guestsInTotal: number;
}

/** As sign-in answers it. */
export interface OpenedSession {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  expires_at: number;
  token_type: 'bearer';
  user: { id: string } & Record<string, unknown>;
}

interface EndSessionCall {
  call: 'end-session';
  sessionId: string;
}

/** Somebody tries passwords at this address, if it is an account's. */
export interface TellGuessesCall {
  call: 'tell-guesses';
  account: string;
  origin: string;
}

export type LiteCall =
  | HttpCall
  | UpgradeGuestCall
  | SendProofCall
  | ProveAddressCall
  | DeleteAccountCall
  | OpenSessionCall
  | EndSessionCall
  | TellGuessesCall;

export interface HttpReply {
  status: number;
  headers: [string, string][];
  body: ArrayBuffer | null;
}

export type UpgradeGuestResult =
  | { ok: true; mustConfirmEmail: boolean }
  | { ok: false; code: 'not-a-guest' | 'email-invalid' | 'email-taken' | 'password-weak' | 'password-breached' };

export interface LiteReplies {
  http: HttpReply;
  'upgrade-guest': UpgradeGuestResult;
  'send-proof': 'sent' | 'proved' | 'no-address';
  'prove-address': boolean;
  'delete-account': { ok: true } | { ok: false; code: 'account-unknown' };
  'open-session': OpenedSession | 'guest-limit-reached';
  /** Whether there was such a session. */
  'end-session': { ended: boolean };
  'tell-guesses': { told: boolean };
}

export type ToWorker =
  | { provision: { url: string } }
  | { serve: ServeTask }
  | { id: number; call: LiteCall }
  | { ping: true }
  | { stop: true };

export type FromWorker =
  | { provisioned: true }
  | { ready: true }
  | { pong: true }
  | { id: number; reply: LiteReplies[LiteCall['call']] }
  | { id: number; failure: string }
  | { mail: AuthMail }
  /** For the log. */
  | { fault: string };
