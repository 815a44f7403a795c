import { readWebConfig } from '#catalogue/web-config.ts';
import { callService } from '../data/service.ts';

const lookEveryMs = 1000;
/** A small computer takes minutes for it. */
const maxWaitMs = 5 * 60_000;

const pause = (ms: number, left: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (left.aborted) return resolve();
    setTimeout(resolve, ms);
    left.addEventListener('abort', () => resolve(), { once: true });
  });

/** Asks until the demo household is there: the page may have been sent before. False: it took too long, or the page was left. */
export async function untilDemo(left: AbortSignal, onWait: () => void): Promise<boolean> {
  const end = Date.now() + maxWaitMs;
  while (!left.aborted && Date.now() < end) {
    // A service that is away for a moment is asked again.
    const config = await callService(readWebConfig, { signal: left }).catch(() => undefined);
    if (config !== undefined && config.demo !== 'being-made') return !left.aborted;
    onWait();
    await pause(lookEveryMs, left);
  }
  return false;
}
