import { useState } from 'react';
import { readStored, store } from '#shell/data/browser-storage.ts';
import { useUserId } from '#shell/session/session.ts';
import { safeAddress } from '#shell/text/written-by-others.tsx';
import { communityLimits, type PostKind } from '../../contract/community-terms.ts';
import type { PostWords } from '../../contract/community.ts';

export type PostDraft = Record<'title' | 'body' | 'link' | 'place' | 'starts' | 'ends', string>;
export type PostProblem = 'subject' | 'body' | 'long' | 'link' | 'links' | 'starts' | 'ends';
type PostProblems = Partial<Record<keyof PostDraft, PostProblem>>;

export const emptyDraft: PostDraft = { title: '', body: '', link: '', place: '', starts: '', ends: '' };

const maxLinks = 10;

/** What must be mended before a post can be sent, by field. The database checks the same again. */
export function checkPost(kind: PostKind, draft: PostDraft): PostProblems {
  const problems: PostProblems = {};
  if (draft.title.trim() === '') problems.title = 'subject';
  const body = checkBody(draft.body, communityLimits.body);
  if (body !== undefined && !(kind === 'resource' && body === 'body')) problems.body = body;
  const link = draft.link.trim();
  if (link === '' ? kind === 'resource' : !/^https?:\/\/[^\s<>"\\]+$/.test(link) || safeAddress(link) === undefined)
    problems.link = 'link';
  if (kind === 'event') {
    const [starts, ends] = [fromLocalInput(draft.starts), fromLocalInput(draft.ends)];
    if (starts === undefined) problems.starts = 'starts';
    else if (ends === undefined || Date.parse(ends) < Date.parse(starts)) problems.ends = 'ends';
  }
  return problems;
}

export function checkBody(body: string, most: number): 'body' | 'long' | 'links' | undefined {
  if (body.trim() === '') return 'body';
  if (body.trim().length > most) return 'long';
  return (body.match(/https?:\/\//gi)?.length ?? 0) > maxLinks ? 'links' : undefined;
}

export function toPostWords(kind: PostKind, { title, body, link, place, starts, ends }: PostDraft): PostWords {
  return {
    title: title.trim(),
    body: body.trim(),
    link: link.trim() || null,
    ...(kind === 'event' && {
      place: place.trim() || null,
      startsAt: fromLocalInput(starts) ?? null,
      endsAt: fromLocalInput(ends) ?? null,
    }),
  };
}

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

/** The value of `<input type="datetime-local">` and the instant it means in this browser's time zone. */
export function toLocalInput(instant: string): string {
  const at = new Date(instant);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Undefined when there is no such time. */
function fromLocalInput(value: string): string | undefined {
  const at = new Date(value);
  return value === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
