/** How a provider is fetched from: how long its "come back later" is waited for, and whether its stream was ended by its own word. */

/** In the JSON of an event a line break is written `\n`, so a line of this kind is always the end itself. */
const lastLine = /(?:^|\n|\r)data: ?\[DONE\]/;

const waitOf = ({ headers }: Response, now: number): number => {
  const milliseconds = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (!Number.isNaN(milliseconds)) return milliseconds;
  const told = headers.get('retry-after');
  if (told === null) return 0;
  const seconds = Number.parseFloat(told);
  return Number.isNaN(seconds) ? Date.parse(told) - now : seconds * 1000;
};

const withoutRetry = (response: Response): Response => {
  const headers = new Headers(response.headers);
  headers.set('x-should-retry', 'false');
  return new Response(response.body, { status: response.status, headers });
};

const watched = (response: Response, onDone: () => void): Response => {
  if (response.body === null) return response;
  let tail = '';
  const passing = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, controller) => {
      const text = tail + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
      if (lastLine.test(text)) onDone();
      tail = text.slice(-20);
      controller.enqueue(bytes);
    },
  });
  return new Response(response.body.pipeThrough(passing), { status: response.status, headers: response.headers });
};

export interface PatientFetch {
  readonly fetch: typeof fetch;
  /** Whether the latest stream has said that it is over. */
  readonly isDone: () => boolean;
}

/** For one question: a wait that is longer than what is left of `mostWaitMs` is not waited for at all. */
export const createPatientFetch = (mostWaitMs: number, now: () => number): PatientFetch => {
  let left = mostWaitMs;
  let isDone = false;
  return {
    fetch: async (input, init) => {
      isDone = false;
      const response = await fetch(input, init);
      if (response.ok) return watched(response, () => (isDone = true));
      const wait = waitOf(response, now());
      // An unreadable wait counts as one that is too long.
      if (!(wait <= left)) return withoutRetry(response);
      left -= Math.max(0, wait);
      return response;
    },
    isDone: () => isDone,
  };
};
