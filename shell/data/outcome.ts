/** An expected outcome as a value: what was asked for, or why not. */
export type Outcome<T, F> = { ok: true; value: T } | { ok: false; failure: F };

export function succeed<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function fail<F>(failure: F): { ok: false; failure: F } {
  return { ok: false, failure };
}
