/** The failures that are known without reading an answer. Apart from the reading, which is loaded when there is one. */
import type { Outcome } from '../../data/outcome.ts';
import type { AuthFailure, AuthFailureCode } from './auth-provider.ts';

export function authFailure(code: AuthFailureCode): AuthFailure {
  return { code, reasons: [] };
}

/** A refusal for those who only go on with the value: lists that are loaded, and what is saved in one go. */
export class AuthRefusal extends Error {
  override name = 'AuthRefusal';
  readonly failure: AuthFailure;

  constructor(failure: AuthFailure) {
    super(failure.code, { cause: failure.cause });
    this.failure = failure;
  }
}

export function granted<T>(outcome: Outcome<T, AuthFailure>): T {
  if (!outcome.ok) throw new AuthRefusal(outcome.failure);
  return outcome.value;
}

/** What a refusal means. Where even the words for it cannot be loaded, the connection is gone. */
export async function readFailure(error: unknown): Promise<AuthFailure> {
  try {
    const { toAuthFailure } = await import('./backend-failure.ts');
    return toAuthFailure(error);
  } catch {
    return { ...authFailure('network'), cause: error };
  }
}
