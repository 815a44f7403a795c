import { languageIds } from '#catalogue/index.ts';
import { z } from 'zod';
import { endpoint, events } from '#catalogue/endpoint.ts';
import { communityLimits, communityParts, moderationActs, postKinds, reportReasons } from './community-terms.ts';

/** PostgreSQL holds no NUL. */
const text = z
  .string()
  .trim()
  .refine((given) => !given.includes('\0'), 'holds the character NUL');
const language = z.enum(languageIds);
const id = z.string().regex(/^[1-9]\d{0,17}$/);
const webAddress = text
  .max(communityLimits.link)
  .regex(/^https?:\/\/[^\s<>"\\]+$/, 'an address that begins with http:// or https://');
const instant = z.iso.datetime({ offset: true });

/** What the author of a post can change. Events need both instants, resources a link. */
const postWords = z.object({
  title: text.min(1).max(communityLimits.title),
  body: text.max(communityLimits.body),
  link: webAddress.nullish(),
  place: text.max(communityLimits.place).nullish(),
  startsAt: instant.nullish(),
  endsAt: instant.nullish(),
});
export type PostWords = z.input<typeof postWords>;

/** Sent again under the same key, it is made once. */
const key = z.uuid().optional();

const newPost = postWords.extend({ kind: z.enum(postKinds), language, key });
export type NewPost = z.input<typeof newPost>;

const replyWords = z.object({ body: text.min(1).max(communityLimits.reply) });
const newReply = replyWords.extend({ language, key });
export type NewReply = z.input<typeof newReply>;

const likeBody = z.object({ liked: z.boolean() });
const reportBody = z.object({
  reason: z.enum(reportReasons),
  text: text.max(communityLimits.report).default(''),
});
export type ReportBody = z.input<typeof reportBody>;
const moderationBody = z.object({
  act: z.enum(moderationActs),
  why: text.max(communityLimits.why).default(''),
});
export type ModerationBody = z.input<typeof moderationBody>;

const communityQuery = z.object({
  part: z.enum(communityParts),
  /** Trending has one order; events have upcoming and past; the others newest and liked. */
  sort: z.enum(['newest', 'liked', 'upcoming', 'past']).optional(),
  /** As the page before gave it. */
  cursor: z
    .string()
    .regex(/^-?[\d.e+-]{1,30}_\d{1,19}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export type CommunityQuery = z.infer<typeof communityQuery>;

const communitySearchQuery = z.object({
  q: text.min(1).max(200),
  before: id.optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});

const repliesQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .default('0'),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
const communityStreamQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
});

/** Null: somebody who left. Empty: a member who gave no name. */
const authorName = z.string().nullable();

export const communityPost = z.object({
  id,
  kind: z.enum(postKinds),
  title: z.string(),
  /** The words as written, in the Markdown subset; in lists an excerpt without marks. */
  body: z.string(),
  link: z.string().nullable(),
  place: z.string().nullable(),
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  language,
  authorName,
  byAdministrator: z.boolean(),
  mine: z.boolean(),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  pinned: z.boolean(),
  closed: z.boolean(),
  /** The author deleted it; replies of others stay. */
  deleted: z.boolean(),
  /** Why it is hidden; null while everybody sees it. */
  hiddenWhy: z.string().nullable(),
  replyCount: z.number().int(),
  likeCount: z.number().int(),
  liked: z.boolean(),
});
export type CommunityPost = z.infer<typeof communityPost>;

export const communityList = z.object({
  posts: z.array(communityPost),
  /** Where the next page begins. */
  next: z.string().nullable(),
  /** The newest post of all when this was read: what the stream tells of after it is new. */
  newest: z.string(),
});
export type CommunityList = z.infer<typeof communityList>;

const communityReply = z.object({
  id,
  body: z.string(),
  language,
  authorName,
  byAdministrator: z.boolean(),
  mine: z.boolean(),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  hiddenWhy: z.string().nullable(),
  likeCount: z.number().int(),
  liked: z.boolean(),
});
export type CommunityReply = z.infer<typeof communityReply>;
export const communityReplies = z.object({ replies: z.array(communityReply), next: z.string().nullable() });
export type CommunityReplies = z.infer<typeof communityReplies>;

const communityUnread = z.object({ unread: z.boolean() });
const communityMade = z.object({ id });
const communityLiked = z.object({ likeCount: z.number().int() });

const queueItem = z.object({
  postId: id,
  replyId: id.nullable(),
  title: z.string(),
  excerpt: z.string(),
  authorName,
  createdAt: z.string(),
  hiddenAt: z.string().nullable(),
  hiddenWhy: z.string().nullable(),
  reports: z.array(z.object({ reason: z.enum(reportReasons), text: z.string(), at: z.string() })),
});
export type QueueItem = z.infer<typeof queueItem>;
const communityQueue = z.object({ items: z.array(queueItem) });

/** One post of a `posts` event: its counts now, and whether it is still shown. */
const communityNews = z.object({
  id,
  kind: z.enum(postKinds),
  shown: z.boolean(),
  replyCount: z.number().int(),
  likeCount: z.number().int(),
});
export type CommunityNews = z.infer<typeof communityNews>;
/** Events of `/community/stream`: `posts`, and at the end `end`. */
export const communityEvents = {
  posts: z.object({ posts: z.array(communityNews) }),
  end: z.object({ code: z.enum(['stopping', 'too-slow']) }),
};

const community = '/api/v1/community';
const ofItem = z.object({ item: z.enum(['posts', 'replies']), id: z.string() });

export const listPosts = endpoint({
  method: 'GET',
  path: `${community}/posts`,
  who: 'visitor',
  summary: 'A page of announcements, discussions, what is talked about, events or resources',
  query: communityQuery,
  answer: communityList,
});

export const searchPosts = endpoint({
  method: 'GET',
  path: `${community}/search`,
  who: 'visitor',
  summary: 'Posts with these words, or words that begin so, newest first',
  query: communitySearchQuery,
  answer: communityList,
});

export const readPost = endpoint({
  method: 'GET',
  path: `${community}/posts/{id}`,
  who: 'visitor',
  summary: 'One post with all of its words',
  answer: communityPost,
  problems: ['not-found'],
});

export const readReplies = endpoint({
  method: 'GET',
  path: `${community}/posts/{id}/replies`,
  who: 'visitor',
  summary: 'Its replies, oldest first',
  query: repliesQuery,
  answer: communityReplies,
  problems: ['not-found'],
});

export const readUnread = endpoint({
  method: 'GET',
  path: `${community}/unread`,
  who: 'person',
  summary: 'Whether others have posted since one looked at the community',
  answer: communityUnread,
});

export const followCommunity = endpoint({
  method: 'GET',
  path: `${community}/stream`,
  who: 'anyone',
  summary: 'New posts and counts, live, as server-sent events',
  query: communityStreamQuery,
  answer: events(communityEvents),
  problems: ['rate-limited'],
});

export const publishPost = endpoint({
  method: 'POST',
  path: `${community}/posts`,
  who: 'person',
  summary: 'Write a post',
  body: newPost,
  answer: communityMade,
  status: 201,
  problems: ['forbidden', 'members-only', 'rate-limited'],
});

export const editPost = endpoint({
  method: 'PATCH',
  path: `${community}/posts/{id}`,
  who: 'person',
  summary: 'Change the words of one’s own post',
  body: postWords,
  problems: ['forbidden', 'members-only', 'not-found'],
});

export const publishReply = endpoint({
  method: 'POST',
  path: `${community}/posts/{id}/replies`,
  who: 'person',
  summary: 'Reply',
  body: newReply,
  answer: communityMade,
  status: 201,
  problems: ['discussion-closed', 'members-only', 'not-found', 'rate-limited'],
});

export const editReply = endpoint({
  method: 'PATCH',
  path: `${community}/replies/{id}`,
  who: 'person',
  summary: 'Change one’s own reply',
  body: replyWords,
  problems: ['forbidden', 'members-only', 'not-found'],
});

export const deleteItem = endpoint({
  method: 'DELETE',
  path: `${community}/{item}/{id}`,
  who: 'person',
  summary: 'Delete one’s own post or reply; replies of others stay',
  params: ofItem,
  problems: ['forbidden', 'not-found'],
});

export const likeItem = endpoint({
  method: 'PUT',
  path: `${community}/{item}/{id}/like`,
  who: 'person',
  summary: 'Like it, or take that back',
  params: ofItem,
  body: likeBody,
  answer: communityLiked,
  problems: ['forbidden', 'members-only', 'not-found', 'rate-limited'],
});

export const reportItem = endpoint({
  method: 'POST',
  path: `${community}/{item}/{id}/reports`,
  who: 'person',
  summary: 'Tell the administrators about it',
  params: ofItem,
  body: reportBody,
  problems: ['members-only', 'not-found', 'rate-limited'],
});

export const moderateItem = endpoint({
  method: 'POST',
  path: `${community}/{item}/{id}/moderation`,
  who: 'administrator',
  summary: 'Hide, restore, pin, close, dismiss reports',
  params: ofItem,
  body: moderationBody,
  problems: ['not-found'],
});

export const readQueue = endpoint({
  method: 'GET',
  path: `${community}/queue`,
  who: 'administrator',
  summary: 'What was reported or hidden',
  answer: communityQueue,
});
