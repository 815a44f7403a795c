/** What everybody may read. One who is signed in is also told what is their own, and what they like. */
import { followCommunity, listPosts, readPost, readQueue, readReplies, searchPosts } from '@wattershed/contracts';
import { addressKey, clientAddress } from '../../platform/client-address.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { CommunityStream } from './community-stream.ts';
import { cursorOf, lastId, listOrder } from './list-order.ts';
import type { Serve } from '../../platform/serve.ts';
import { parseId } from './parse-id.ts';
import type { CommunityDeps } from './routes.ts';
import { listedPost, type PostRow, type QueueRow, queuedItem, shownPost, shownReply } from './shown-rows.ts';

export const readRoutes = (serve: Serve, { sql }: Pick<CommunityDeps, 'sql'>, stream: CommunityStream): void => {
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
    const rows = await sql<PostRow[]>`
      select * from private.community_search(${person?.sub ?? null}, ${q}, ${before ?? lastId}, ${limit})`;
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
