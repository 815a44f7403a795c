import { readStored, store } from './browser-storage.ts';

const mark = 'wattershed-reloaded-at';
const pauseMs = 30_000;

/** Without a connection, and never opened in this browser before. */
export class NotKeptError extends Error {
  override name = 'NotKeptError';
}

/**
 * A new version of Wattershed replaces the files that an open window still asks for. A page that cannot be fetched is therefore
 * asked for once more, with the window; when that was a moment ago, it fails as any page does.
 */
export function orReload<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return () =>
    load().catch((error: unknown) => {
      const isRecent = Date.now() - Number(readStored(mark) ?? 0) < pauseMs;
      if (!navigator.onLine) throw new NotKeptError();
      if (isRecent) throw error;
      store(mark, String(Date.now()));
      // Where nothing can be remembered, it could go round for ever.
      if (readStored(mark) === null) throw error;
      location.reload();
      return new Promise<never>(() => {});
    });
}
