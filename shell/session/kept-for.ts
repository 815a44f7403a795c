import { dropStored, readStored, store } from '../data/browser-storage.ts';

const key = 'wattershed-kept-for';

/** Whose data this browser keeps; known without opening the database, so that a page of nobody loads nothing. */
export function keptFor(): string | null {
  return readStored(key);
}

export function setKeptFor(userId: string | undefined): void {
  if (userId === undefined) dropStored(key);
  else if (keptFor() !== userId) store(key, userId);
}
