/** The code that a backend may ask for beside the password: of an authenticator app, or sent to a phone. */
import type { Factor, Session } from '@supabase/auth-js';
import { environment } from '../../data/env.ts';
import { fail, succeed } from '../../data/outcome.ts';
import { waitsForCode } from '../stored-session.ts';
import { askBackend, noValue } from './ask-backend.ts';
import { authFailure } from './failure.ts';
import type { AuthOutcome, SignInStep } from './auth-provider.ts';

/** Null: there is nothing more to ask. */
export function stepOf(session: Session): SignInStep {
  if (!environment().secondFactor || !waitsForCode(session)) return null;
  const factors = (session.user.factors ?? []).filter(({ status }) => status === 'verified').flatMap(known);
  const challenges = new Map<string, string>();
  return {
    factors,
    // An app makes its codes by itself.
    send: (factorId) =>
      factors.some(({ id, kind }) => id === factorId && kind === 'totp')
        ? Promise.resolve(succeed(undefined))
        : askBackend(
            (auth) => auth.mfa.challenge({ factorId }),
            (made) => {
              if (made !== null) challenges.set(factorId, made.id);
              return succeed(undefined);
            },
          ),
    confirm: (factorId, code) => confirmFactor(factorId, code, challenges.get(factorId)),
  };
}

/** A new factor counts from its first right code on; an old one lets in with each. */
export function confirmFactor(factorId: string, code: string, challengeId?: string): AuthOutcome {
  return askBackend(
    (auth) =>
      challengeId === undefined
        ? auth.mfa.challengeAndVerify({ factorId, code })
        : auth.mfa.verify({ factorId, challengeId, code }),
    noValue,
  );
}

export interface AuthenticatorApp {
  id: string;
  name: string;
  madeAt: string;
}

export function listApps(): AuthOutcome<AuthenticatorApp[]> {
  return askBackend(
    (auth) => auth.mfa.listFactors(),
    (data) =>
      succeed((data?.totp ?? []).map(({ id, friendly_name: name = '', created_at: madeAt }) => ({ id, name, madeAt }))),
  );
}

/** What an app has to know; it counts once `confirmFactor` was told its first code. */
export interface NewApp {
  id: string;
  /** An image that the app reads. */
  qrCode: string;
  /** The same to be typed. */
  secret: string;
}

export function addApp(name: string): AuthOutcome<NewApp> {
  return askBackend(
    (auth) => auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: 'Wattershed' }),
    (data) =>
      data === null
        ? fail(authFailure('unexpected'))
        : succeed({ id: data.id, qrCode: asAddress(data.totp.qr_code), secret: data.totp.secret }),
  );
}

export async function removeApp(factorId: string): AuthOutcome {
  const outcome = await askBackend((auth) => auth.mfa.unenroll({ factorId }), noValue);
  // The session knows its factors: without this one it waits for no code any more.
  return outcome.ok ? askBackend((auth) => auth.refreshSession(), noValue) : outcome;
}

// The client puts the drawing behind the comma as it is, where a "#" would end it.
function asAddress(qrCode: string): string {
  const drawing = qrCode.slice(qrCode.indexOf(',') + 1);
  return drawing.startsWith('<') ? `data:image/svg+xml,${encodeURIComponent(drawing)}` : qrCode;
}

function known({ id, factor_type: type, friendly_name: hint = '' }: Factor) {
  if (type !== 'totp' && type !== 'phone') return [];
  return [{ id, kind: type === 'totp' ? ('totp' as const) : ('sms' as const), hint }];
}
