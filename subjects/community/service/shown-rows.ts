/** Rows of the database's functions as the contract has them. */
import type { Language } from '#catalogue/index.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { CommunityPart, PostKind } from '../contract/community-terms.ts';
import type { CommunityPost, CommunityQuery, CommunityReply, QueueItem } from '../contract/community.ts';

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

// The beginning of a text without the marks of its Markdown, for a list.

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

// How each part is ordered, and where a page of it begins.

type Sort = 'newest' | 'liked' | 'trending' | 'upcoming' | 'past';

interface ListOrder {
  readonly kind: string | null;
  readonly sort: Sort;
  readonly rank: number;
  readonly id: string;
}

const kinds: Record<CommunityPart, string | null> = {
  announcements: 'announcement',
  discussions: 'discussion',
  trending: null,
  events: 'event',
  resources: 'resource',
};
const sorts: Record<CommunityPart, readonly Sort[]> = {
  announcements: ['newest', 'liked'],
  discussions: ['newest', 'liked'],
  trending: ['trending'],
  events: ['upcoming', 'past'],
  resources: ['newest', 'liked'],
};
/** Beyond every id that the database can give. */
export const lastId = '9223372036854775807';

export const listOrder = ({ part, sort: wished, cursor }: CommunityQuery): ListOrder => {
  const sort = wished ?? (sorts[part][0] as Sort);
  if (!sorts[part].includes(sort)) throw new ProblemError('query-invalid', `sort: ${part} has no order "${sort}"`);
  const kind = kinds[part];
  if (cursor === undefined) {
    const isRising = sort === 'upcoming';
    return { kind, sort, rank: isRising ? -Infinity : Infinity, id: isRising ? '0' : lastId };
  }
  const [rank = '', id = ''] = cursor.split('_');
  if (!Number.isFinite(Number(rank)) || BigInt(id) > BigInt(lastId))
    throw new ProblemError('query-invalid', 'cursor: not one that was given');
  return { kind, sort, rank: Number(rank), id };
};

export const cursorOf = (row: { rank: number; id: number }): string => `${row.rank}_${row.id}`;
