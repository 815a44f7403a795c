/** Rows of the database's functions as the contract has them. */
import type { Language } from '#catalogue/index.ts';
import type { PostKind } from '../contract/community-terms.ts';
import type { CommunityPost, CommunityReply, QueueItem } from '../contract/community.ts';

interface AuthoredRow {
  id: number;
  body: string;
  language: Language;
  author_name: string | null;
  by_administrator: boolean;
  mine: boolean;
  created_at: Date;
  edited_at: Date | null;
  hidden_why: string | null;
  like_count: number;
  liked: boolean;
}

export interface PostRow extends AuthoredRow {
  kind: PostKind;
  title: string;
  link: string | null;
  place: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
  pinned: boolean;
  closed: boolean;
  deleted: boolean;
  reply_count: number;
  rank: number;
}

const authored = (row: AuthoredRow): CommunityReply => ({
  id: String(row.id),
  body: row.body,
  language: row.language,
  authorName: row.author_name,
  byAdministrator: row.by_administrator,
  mine: row.mine,
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
  hiddenWhy: row.hidden_why,
  likeCount: row.like_count,
  liked: row.liked,
});

export const shownReply = authored;

export const shownPost = (row: PostRow): CommunityPost => ({
  ...authored(row),
  kind: row.kind,
  title: row.title,
  link: row.link,
  place: row.place,
  startsAt: row.starts_at?.toISOString() ?? null,
  endsAt: row.ends_at?.toISOString() ?? null,
  pinned: row.pinned,
  closed: row.closed,
  deleted: row.deleted,
  replyCount: row.reply_count,
});

export const listedPost = (row: PostRow): CommunityPost => ({ ...shownPost(row), body: excerptOf(row.body) });

export interface QueueRow {
  post_id: number;
  reply_id: number | null;
  title: string;
  body: string;
  author_name: string | null;
  created_at: Date;
  hidden_at: Date | null;
  hidden_why: string | null;
  reports: QueueItem['reports'];
}

export const queuedItem = (row: QueueRow): QueueItem => ({
  postId: String(row.post_id),
  replyId: row.reply_id === null ? null : String(row.reply_id),
  title: row.title,
  excerpt: excerptOf(row.body),
  authorName: row.author_name,
  createdAt: row.created_at.toISOString(),
  hiddenAt: row.hidden_at?.toISOString() ?? null,
  hiddenWhy: row.hidden_why,
  reports: row.reports,
});

/** The beginning of a text without the marks of its Markdown, for a list. */

const longest = 240;

const unmark = (text: string): string =>
  text
    .replace(/^\s*(```|~~~).*$/gm, '')
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/(\S)\s*\n\s*([-*+]|\d{1,9}[.)])\s+/g, '$1 · ')
    .replace(/^\s{0,3}(>|#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s)+\s*/gm, '')
    .replace(/(\*\*|__|`+)/g, '')
    .replace(/(^|[\s(])[*_](?=\S)/g, '$1')
    .replace(/(\S)[*_](?=[\s).,;:!?]|$)/gm, '$1')
    .replace(/\s+/g, ' ')
    .trim();

export const excerptOf = (body: string): string => {
  const text = unmark(body);
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest);
  const space = cut.lastIndexOf(' ');
  return `${(space > longest / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.\ud800-\udbff]+$/, '')} …`;
};
