import { type ContactBody, contactTopics } from '@wattershed/contracts';

export interface MessageParts extends Record<'name' | 'email' | 'phone' | 'subject' | 'message', string> {
  topic: ContactBody['topic'];
}

const partNames: readonly (keyof MessageParts)[] = ['name', 'email', 'phone', 'topic', 'subject', 'message'];
const storageKey = 'wattershed-message';

/** What has been typed so far, kept in this tab until it is sent, through reloads and other pages; the next person at this browser does not find it. */
export function readDraft(): Partial<MessageParts> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    const given = Object.entries(typeof stored === 'object' && stored !== null ? stored : {});
    const texts = given.filter(([name, text]) => partNames.some((part) => part === name) && typeof text === 'string');
    const draft = Object.fromEntries(texts) as Partial<MessageParts>;
    if (!contactTopics.some((topic) => topic === draft.topic)) delete draft.topic;
    return draft;
  } catch {
    return {};
  }
}

export function keepDraft(draft: Partial<MessageParts>): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(draft));
  } catch {
    return;
  }
}
