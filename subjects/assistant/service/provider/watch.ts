/** Ends a question to a provider at once when the person stops it, or when nothing has come for too long. */
import { setMaxListeners } from 'node:events';
import type { Patience } from './create-provider.ts';
import { ProviderFault } from './provider-event.ts';

export interface Watch {
  /** For the request. */
  readonly signal: AbortSignal;
  /** From now on something must come within that time. */
  expect(ms: number): void;
  /** Something has come, or we are at work ourselves. */
  relax(): void;
  /** Throws why it was ended, if it was. */
  check(): void;
  /** What the work gives, or why it was ended before. */
  orEnded<Result>(work: Promise<Result>): Promise<Result>;
  end(): void;
}

export const createWatch = (stop: AbortSignal, { inAllMs }: Pick<Patience, 'inAllMs'>): Watch => {
  const controller = new AbortController();
  const { signal } = controller;
  // Each request of an answer listens, and the client lets none go.
  setMaxListeners(0, signal);
  let wait: NodeJS.Timeout | undefined;
  const endWith = (code: 'stopping' | 'provider-silent') => () => controller.abort(new ProviderFault(code));
  const onStop = endWith('stopping');
  const onSilence = endWith('provider-silent');
  const all = setTimeout(onSilence, inAllMs);
  if (stop.aborted) onStop();
  else stop.addEventListener('abort', onStop, { once: true });
  return {
    signal,
    expect: (ms) => {
      clearTimeout(wait);
      wait = setTimeout(onSilence, ms);
    },
    relax: () => clearTimeout(wait),
    check: () => signal.throwIfAborted(),
    orEnded: (work) =>
      new Promise((resolve, reject) => {
        const onEnd = (): void => reject(signal.reason as ProviderFault);
        if (signal.aborted) onEnd();
        else signal.addEventListener('abort', onEnd, { once: true });
        work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onEnd));
      }),
    end: () => {
      clearTimeout(wait);
      clearTimeout(all);
      stop.removeEventListener('abort', onStop);
      controller.abort();
    },
  };
};
