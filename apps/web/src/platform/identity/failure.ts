/** The failures that are known without reading an answer. Apart from the reading, which is loaded when there is one. */
import type { AuthFailure, AuthFailureCode } from './auth-failure.ts';

export function authFailure(code: AuthFailureCode): AuthFailure {
  return { code, reasons: [] };
}

/** What a refusal means. Where even the words for it cannot be loaded, the connection is gone. */
export async function readFailure(error: unknown): Promise<AuthFailure> {
  try {
    const { toAuthFailure } = await import('./auth-failure.ts');
    return toAuthFailure(error);
  } catch {
    return { ...authFailure('network'), cause: error };
  }
}
