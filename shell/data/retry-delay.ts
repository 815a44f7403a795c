const firstMs = 500;
const maxMs = 30_000;

/** Doubles from half a second to half a minute, with a quarter of chance so that many browsers do not come back at once. */
export function retryDelayMs(failures: number, chance: number = Math.random()): number {
  return Math.min(maxMs, firstMs * 2 ** failures) * (0.75 + chance / 2);
}

/** Waits, or ends early when the signal says so. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
