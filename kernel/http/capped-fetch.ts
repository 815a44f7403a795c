/** What the far side of the network answers is read up to a size and no further: nobody out there decides how much memory we take. */

export class TooLongError extends Error {
  override readonly name = 'TooLongError';

  constructor(maxBytes: number) {
    super(`the answer is longer than ${maxBytes} bytes`);
  }
}

/** Unpacked bytes are counted: a small answer may hold a large one. */
export const capped = (response: Response, maxBytes: number): Response => {
  if (response.body === null) return response;
  let left = maxBytes;
  const passing = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, controller) => {
      left -= bytes.length;
      if (left < 0) throw new TooLongError(maxBytes);
      controller.enqueue(bytes);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(passing), { status, statusText, headers });
};

/** A redirection is not followed unless who asks says so: what goes along is for the one that was asked. */
export const cappedFetch =
  (maxBytes: number): typeof fetch =>
  async (input, init) =>
    capped(await fetch(input, { redirect: 'error', ...init }), maxBytes);
