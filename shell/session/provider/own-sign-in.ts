/** What this installation's own sign-in offers, and no hosted one: codes for a lost app, trusted devices, showing once more who one is. */
import { environment } from '../../data/env.ts';
import { succeed } from '../../data/outcome.ts';
import { askBackend, noValue } from './ask-backend.ts';
import type { AuthOutcome } from './auth-provider.ts';

/** Refused as supabase-js tells a refusal. */
class OwnRefusal extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, code: string | undefined) {
    super(code ?? String(status));
    this.status = status;
    this.code = code;
  }
}

function post(path: string, body: object = {}): AuthOutcome {
  return askBackend(async (auth) => {
    const { session } = (await auth.getSession()).data;
    const { url = '', anonKey = '' } = environment().backend ?? {};
    const answer = await fetch(`${url}/auth/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${session?.access_token ?? anonKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (answer.ok) return { data: undefined, error: null };
    const said = (await answer.json().catch(() => ({}))) as { error_code?: string };
    return { data: undefined, error: new OwnRefusal(answer.status, said.error_code) };
  }, noValue);
}

export const proveByPassword = (password: string): AuthOutcome => post('reauthenticate', { password });
/** This browser asks for no code for a month. */
export const trustThisDevice = (): AuthOutcome => post('factors/trust');
/** A mail comes, and three days after its link was followed the second factor ends. */
export const loseFactor = (): AuthOutcome => post('factors/lost');

export const enterByRecoveryCode = (code: string): AuthOutcome =>
  askBackend((auth) => auth.mfa.recoveryCodes.verify({ code }), noValue);

/** How many are left; null: there are none. */
export const readRecoveryCodes = (): AuthOutcome<number | null> =>
  askBackend(
    async (auth) => {
      const factors = await auth.mfa.listFactors();
      const known = factors.data?.all.some(({ factor_type: kind }) => kind === 'recovery_code');
      return factors.error !== null || !known
        ? { data: null, error: factors.error }
        : auth.mfa.recoveryCodes.getStatus();
    },
    (data) => succeed(data?.remaining ?? null),
  );

/** A new set, told once; the one before is good no more. */
export const makeRecoveryCodes = (isAgain: boolean): AuthOutcome<readonly string[]> =>
  askBackend(
    (auth) => (isAgain ? auth.mfa.recoveryCodes.regenerate() : auth.mfa.recoveryCodes.generate()),
    (data) => succeed(data?.codes ?? []),
  );
