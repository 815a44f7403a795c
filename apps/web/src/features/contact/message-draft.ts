import type { ContactBody } from '@wattershed/contracts';
import { useEffect, useState } from 'react';

export const topics = ['general', 'support', 'sales', 'partnership'] as const;
export const partNames = ['name', 'email', 'phone', 'topic', 'subject', 'message'] as const;
export type PartName = (typeof partNames)[number];

/** What has been typed so far; a part that was not touched is absent. */
export type MessageDraft = Partial<Record<PartName, string>> & { topic?: ContactBody['topic'] };

const storageKey = 'wattershed-message';

/** Kept in this tab until it is sent, through reloads and other pages; the next person at this browser does not find it. */
export function useMessageDraft() {
  const [draft, setDraft] = useState<MessageDraft>(readDraft);
  useEffect(() => keepDraft(draft), [draft]);
  return {
    draft,
    change: (part: PartName, text: string) => setDraft((before) => ({ ...before, [part]: text })),
    /** At once: what was sent leaves no trace, even if the form goes away with it. */
    clear: () => {
      keepDraft({});
      setDraft({});
    },
  };
}

function readDraft(): MessageDraft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    const given = Object.entries(typeof stored === 'object' && stored !== null ? stored : {});
    const texts = given.filter(([name, text]) => partNames.some((part) => part === name) && typeof text === 'string');
    const draft = Object.fromEntries(texts) as MessageDraft;
    if (!topics.some((topic) => topic === draft.topic)) delete draft.topic;
    return draft;
  } catch {
    return {};
  }
}

function keepDraft(draft: MessageDraft): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(draft));
  } catch {
    return;
  }
}
