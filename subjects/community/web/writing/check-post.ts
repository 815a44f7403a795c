import type { PostWords } from '../../contract/community.ts';
import { communityLimits, type PostKind } from '../../contract/community-terms.ts';
import { safeAddress } from '#shell/text/safe-address.ts';
import { fromLocalInput } from './local-instant.ts';

export type PostDraft = Record<'title' | 'body' | 'link' | 'place' | 'starts' | 'ends', string>;
export type PostProblem = 'subject' | 'body' | 'long' | 'link' | 'links' | 'starts' | 'ends';
export type PostProblems = Partial<Record<keyof PostDraft, PostProblem>>;

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
