/** How services of others are asked: at one address, for a while, up to a size; what goes wrong is one of the faults that households are told. */
import { capped, TooLongError } from '#kernel/http/capped-fetch.ts';
import { type Ask, PullFault } from '../../sources/pulls/pull.ts';

export const answerMs = 30_000;
const maxBytes = 8_000_000;

/** Seconds, or a date. */
const afterSOf = (said: string | null, nowMs: number): number | undefined => {
  if (said === null) return undefined;
  const seconds = /^\d{1,7}$/.test(said) ? Number(said) : (Date.parse(said) - nowMs) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
};

const faultOf = ({ status, headers }: Response, nowMs: number): PullFault => {
  const afterS = afterSOf(headers.get('retry-after'), nowMs);
  if (status === 401 || status === 403) return new PullFault('key-refused');
  if (status === 404) return new PullFault('nothing-there');
  if (status === 429) return new PullFault('busy', { afterS });
  return status >= 500 ? new PullFault('unreachable', { afterS }) : new PullFault('not-understood');
};

export const createAsk = (
  base: string,
  stopping: AbortSignal,
  now: () => number,
  withinMs: number,
): Pick<Ask, 'json' | 'text'> => {
  const text: Ask['text'] = async (path, init, also = []) => {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(withinMs)]);
    try {
      // A key is for whom it was given to: it follows nobody elsewhere.
      const response = capped(await fetch(base + path, { ...init, redirect: 'manual', signal }), maxBytes);
      const answer = await response.text();
      if (!response.ok && !also.includes(response.status)) throw faultOf(response, now());
      return answer;
    } catch (error) {
      if (error instanceof PullFault) throw error;
      throw new PullFault(error instanceof TooLongError ? 'not-understood' : 'unreachable', { cause: error });
    }
  };
  const json: Ask['json'] = async (path, init) => {
    const answer = await text(path, init);
    try {
      return JSON.parse(answer) as unknown;
    } catch (error) {
      throw new PullFault('not-understood', { cause: error });
    }
  };
  return { text, json };
};
