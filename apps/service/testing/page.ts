/** An open page as far as its stream goes: it comes back as the web app does. */
import type { LatestAnswer } from '#subjects/usage/contract/usage.ts';

export interface Page {
  /** What it was told: when, and what `newestOf` says of it. */
  readonly told: { readonly at: number; readonly newest: number }[];
  /** With what its lines ended; `cut` where without a word. */
  ends(): string[];
  isOpen(): boolean;
  close(): void;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const openPage = (
  origin: string,
  headers: Record<string, string>,
  newestOf: (answer: LatestAnswer) => number,
): Page => {
  const told: { at: number; newest: number }[] = [];
  const ends: string[] = [];
  const closing = new AbortController();
  let isOpen = false;

  const read = async (): Promise<void> => {
    const answer = await fetch(`${origin}/api/v1/usage/stream`, { headers, signal: closing.signal });
    if (!answer.ok || answer.body === null) throw new Error(`the stream: ${answer.status}`);
    let rest = '';
    for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
      rest += piece;
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, event, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
        isOpen = true;
        if (event === 'latest') told.push({ at: Date.now(), newest: newestOf(JSON.parse(data) as LatestAnswer) });
        if (event === 'end') ends.push((JSON.parse(data) as { code: string }).code);
      }
    }
  };
  const follow = async (): Promise<void> => {
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      const [before, ended] = [told.length, ends.length];
      await read().catch(() => {});
      if (isOpen && !closing.signal.aborted && ends.length === ended) ends.push('cut');
      isOpen = false;
      if (told.length > before) failures = 0;
      await pause(Math.min(30_000, 500 * 2 ** failures) * (0.75 + Math.random() / 2));
    }
  };
  void follow();
  return { told, ends: () => ends, isOpen: () => isOpen, close: () => closing.abort() };
};
