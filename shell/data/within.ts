/** Waits no longer than this for what may never answer; the signal ends the asking as well. */
export function within<T>(maxMs: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(maxMs);
  const tooLong = new Promise<never>((_, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
  });
  return Promise.race([ask(signal), tooLong]);
}
