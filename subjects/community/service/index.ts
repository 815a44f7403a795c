/** The community: everybody reads, members write, administrators moderate; the database decides who is who. */

import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PendingQuery, Row } from 'postgres';
import type { ErrorCode } from '#catalogue/error-codes.ts';
import type { Changes } from '#kernel/changes.ts';
import type { Sql } from '#kernel/db.ts';
import { addressKey, clientAddress, hashedAddress } from '#kernel/http/client-address.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe, type Serve } from '#kernel/http/serve.ts';
import type { Authenticate } from '#kernel/people/person.ts';
import {
  deleteItem,
  editPost,
  editReply,
  followCommunity,
  likeItem,
  listPosts,
  moderateItem,
  publishPost,
  publishReply,
  readPost,
  readQueue,
  readReplies,
  readUnread,
  reportItem,
  searchPosts,
} from '../contract/community.ts';
import { changeTopic, type CommunityStream, createCommunityStream } from './community-stream.ts';
import {
  cursorOf,
  lastId,
  listedPost,
  listOrder,
  type PostRow,
  queuedItem,
  type QueueRow,
  shownPost,
  shownReply,
} from './shown-rows.ts';

export interface CommunityDeps {
  readonly sql: Sql;
  readonly changes: Changes;
  readonly authenticate: Authenticate;
  readonly stopping: AbortSignal;
  /** Addresses are counted by a hash with this key. */
  readonly addressSecret: string;
}

export const communityRoutes = (app: FastifyInstance, deps: CommunityDeps): void => {
  const serve = createServe(app, deps.authenticate);
  readRoutes(serve, deps, createCommunityStream(deps));
  writeRoutes(serve, deps);
};

/** Posts that hold these words, the newest first, as this person may read them. */
export const findPosts = (
  sql: Sql,
  userId: string | null,
  words: string,
  limit: number,
  before: string = lastId,
): Promise<PostRow[]> => sql<PostRow[]>`
  select * from private.community_search(${userId}, ${words}, ${before}, ${limit})`;

// What everybody may read. One who is signed in is also told what is their own, and what they like.

const readRoutes = (serve: Serve, { sql }: Pick<CommunityDeps, 'sql'>, stream: CommunityStream): void => {
  const newestOf = async (): Promise<string> => {
    const [row] = await sql<{ id: number }[]>`select private.community_newest() as id`;
    return String(row?.id ?? 0);
  };

  serve(listPosts, async ({ person, query }) => {
    const { kind, sort, rank, id } = listOrder(query);
    // Asked first: what is written between the two is told twice rather than never.
    const newest = await newestOf();
    const rows = await sql<PostRow[]>`
      select * from private.community_list(${person?.sub ?? null}, ${kind}, ${sort}, ${rank}, ${id}, ${query.limit})`;
    const last = rows.length === query.limit ? rows.at(-1) : undefined;
    return { posts: rows.map(listedPost), next: last ? cursorOf(last) : null, newest };
  });

  serve(searchPosts, async ({ person, query: { q, before, limit } }) => {
    const rows = await findPosts(sql, person?.sub ?? null, q, limit, before);
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return { posts: rows.map(listedPost), next: last ? String(last.id) : null, newest: await newestOf() };
  });

  serve(readPost, async ({ person, params }) => {
    const [row] = await sql<PostRow[]>`
      select * from private.community_post(${person?.sub ?? null}, ${parseId(params)})`;
    if (!row) throw new ProblemError('not-found');
    return shownPost(row);
  });

  serve(readReplies, async ({ person, params, query: { after, limit } }) => {
    const rows = await sql<PostRow[]>`
      select * from private.community_replies_after(${person?.sub ?? null}, ${parseId(params)}, ${after}, ${limit})`;
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return { replies: rows.map(shownReply), next: last ? String(last.id) : null };
  });

  serve(readUnread, async ({ person }) => {
    const [row] = await sql<{ unread: boolean }[]>`select private.community_unread(${person.sub}) as unread`;
    return { unread: row?.unread ?? false };
  });

  serve(readQueue, async ({ person }) => {
    const [asked] = await sql<{ may: boolean }[]>`
      select private.is_administrator_account(${person.sub}) as may`;
    if (!asked?.may) throw new ProblemError('forbidden');
    const rows = await sql<QueueRow[]>`select * from private.community_queue(${person.sub})`;
    return { items: rows.map(queuedItem) };
  });

  serve(followCommunity, ({ query, request, reply }) =>
    stream.open(addressKey(clientAddress(request)), query.after, reply),
  );
};

// Writing: each is one statement that checks who it is, what it is, and how often.

interface Outcome extends Row {
  outcome: string;
  id: number | null;
  wait: number;
}

const answered = ({ outcome, id, wait }: Outcome): number => {
  if (outcome === 'ok') return id ?? 0;
  if (outcome.startsWith('invalid:'))
    throw new ProblemError('body-malformed', `${outcome.slice(8)}: not as it must be`);
  throw new ProblemError(outcome as ErrorCode, undefined, wait > 0 ? wait : undefined);
};

/** A post or a reply, as the database's functions take either. */
const targetOf = (params: { item: 'posts' | 'replies'; id: string }): [post: string | null, reply: string | null] => {
  const id = parseId(params);
  return params.item === 'posts' ? [id, null] : [null, id];
};

const writeRoutes = (serve: Serve, { sql, changes, addressSecret }: CommunityDeps): void => {
  const ask = async (statement: PendingQuery<Outcome[]>): Promise<number> => {
    const [row] = await statement;
    const id = answered(row as Outcome);
    changes.publish([changeTopic]);
    return id;
  };
  const addressOf = (request: FastifyRequest): string => hashedAddress(addressSecret, request);

  serve(publishPost, async ({ person, body: post, request }) => {
    const id =
      await ask(sql`select * from private.community_publish_once(${post.key ?? randomUUID()}, ${person.sub}, ${addressOf(request)},
      ${post.kind}, ${post.title}, ${post.body}, ${post.link ?? null}, ${post.place ?? null}, ${post.startsAt ?? null}, ${post.endsAt ?? null},
      ${post.language})`);
    return { id: String(id) };
  });

  serve(editPost, async ({ person, params, body: post }) => {
    await ask(sql`select * from private.community_edit_post(${person.sub}, ${parseId(params)}, ${post.title}, ${post.body},
      ${post.link ?? null}, ${post.place ?? null}, ${post.startsAt ?? null}, ${post.endsAt ?? null})`);
  });

  serve(publishReply, async ({ person, params, body: { body, language, key }, request }) => {
    const id =
      await ask(sql`select * from private.community_answer_once(${key ?? randomUUID()}, ${person.sub}, ${addressOf(request)},
      ${parseId(params)}, ${body}, ${language})`);
    return { id: String(id) };
  });

  serve(editReply, async ({ person, params, body: { body } }) => {
    await ask(sql`select * from private.community_edit_reply(${person.sub}, ${parseId(params)}, ${body})`);
  });

  serve(deleteItem, async ({ person, params }) => {
    const id = parseId(params);
    await ask(
      params.item === 'posts'
        ? sql`select * from private.community_delete_post(${person.sub}, ${id})`
        : sql`select * from private.community_delete_reply(${person.sub}, ${id})`,
    );
  });

  serve(likeItem, async ({ person, params, body: { liked }, request }) => {
    const [post, reply] = targetOf(params);
    const likeCount = await ask(
      sql`select * from private.community_like(${person.sub}, ${addressOf(request)}, ${post}, ${reply}, ${liked})`,
    );
    return { likeCount };
  });

  serve(reportItem, async ({ person, params, body: { reason, text }, request }) => {
    const [post, reply] = targetOf(params);
    await ask(
      sql`select * from private.community_report(${person.sub}, ${addressOf(request)}, ${post}, ${reply}, ${reason}, ${text})`,
    );
  });

  serve(moderateItem, async ({ person, params, body: { act, why } }) => {
    const [post, reply] = targetOf(params);
    await ask(sql`select * from private.community_moderate(${person.sub}, ${post}, ${reply}, ${act}, ${why})`);
  });
};

/** What cannot be an id names nothing. */
const parseId = ({ id }: { id: string }): string => {
  if (!/^[1-9]\d{0,17}$/.test(id)) throw new ProblemError('not-found');
  return id;
};
