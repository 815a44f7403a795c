import { useState } from 'react';
import { readStored, store } from '#shell/data/browser-storage.ts';
import { useUserId } from '#shell/session/session.ts';

/** What is being written, kept in this browser under the person's own key until it is sent. */
export function useDraft<T extends Record<string, string>>(name: string, empty: T) {
  const key = `wattershed-draft-${useUserId() ?? 'nobody'}-${name}`;
  const [begun] = useState<T>(() => readDraft(key, empty));
  const keep = (draft: T) => {
    const isEmpty = Object.entries(draft).every(([field, text]) => text === empty[field]);
    store(key, isEmpty ? '' : JSON.stringify(draft));
  };
  return { begun, keep };
}

function readDraft<T extends Record<string, string>>(key: string, empty: T): T {
  try {
    const kept = JSON.parse(readStored(key) ?? '') as Record<string, unknown>;
    const known = Object.entries(kept).filter(([field, text]) => field in empty && typeof text === 'string');
    return { ...empty, ...Object.fromEntries(known) };
  } catch {
    return empty;
  }
}
