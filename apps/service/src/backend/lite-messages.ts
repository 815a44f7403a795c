import type { AuthMail } from './mail-message.ts';

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
}

export interface HttpCall {
  call: 'http';
  method: string;
  /** Path and query. */
  target: string;
  headers: [string, string][];
  body: ArrayBuffer | null;
  origin: string;
  /** Already checked to lead to our own site. */
  redirectTo: string;
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

interface DeleteAccountCall {
  call: 'delete-account';
  userId: string;
}

export type LiteCall = HttpCall | UpgradeGuestCall | DeleteAccountCall;

export interface HttpReply {
  status: number;
  headers: [string, string][];
  body: ArrayBuffer | null;
}

export type UpgradeGuestResult =
  | { ok: true; mustConfirmEmail: boolean }
  | { ok: false; code: 'not-a-guest' | 'email-invalid' | 'email-taken' | 'password-weak' };

export interface LiteReplies {
  http: HttpReply;
  'upgrade-guest': UpgradeGuestResult;
  'delete-account': { ok: true } | { ok: false; code: 'account-unknown' };
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
  | { mail: AuthMail };
