/** What everybody may read. One who is signed in is also told what is their own, and what they like. */
import type { CommunityList, CommunityQueue, CommunityReplies } from '@wattershed/contracts';
import { communityQuery, communitySearchQuery, communityStreamQuery, repliesQuery } from '@wattershed/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey, clientAddress } from '../../platform/client-address.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { CommunityStream } from './community-stream.ts';
import { cursorOf, lastId, listOrder } from './list-order.ts';
import { parse } from '../../platform/parse.ts';
import { parseId } from './parse-id.ts';
import type { CommunityDeps } from './routes.ts';
import { listedPost, type PostRow, type QueueRow, queuedItem, shownPost, shownReply } from './shown-rows.ts';

export const readRoutes = (
  app: FastifyInstance,
  { sql, authenticate }: CommunityDeps,
  stream: CommunityStream,
): void => {
  const viewerOf = async (request: FastifyRequest): Promise<string | null> =>
    request.headers.authorization === undefined ? null : (await authenticate(request)).sub;

  const newestOf = async (): Promise<string> => {
    const [row] = await sql<{ id: number }[]>`select private.community_newest() as id`;
    return String(row?.id ?? 0);
  };

  app.get('/api/v1/community/posts', async (request): Promise<CommunityList> => {
    const query = parse(communityQuery, request.query, 'query-invalid');
    const { kind, sort, rank, id } = listOrder(query);
    const viewer = await viewerOf(request);
    // Asked first: what is written between the two is told twice rather than never.
    const newest = await newestOf();
    const rows = await sql<PostRow[]>`
      select * from private.community_list(${viewer}, ${kind}, ${sort}, ${rank}, ${id}, ${query.limit})`;
    const last = rows.length === query.limit ? rows.at(-1) : undefined;
    return { posts: rows.map(listedPost), next: last ? cursorOf(last) : null, newest };
  });

  app.get('/api/v1/community/search', async (request): Promise<CommunityList> => {
    const { q, before, limit } = parse(communitySearchQuery, request.query, 'query-invalid');
    const viewer = await viewerOf(request);
    const rows = await sql<PostRow[]>`
      select * from private.community_search(${viewer}, ${q}, ${before ?? lastId}, ${limit})`;
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return { posts: rows.map(listedPost), next: last ? String(last.id) : null, newest: await newestOf() };
  });

  app.get('/api/v1/community/posts/:id', async (request) => {
    const id = parseId(request.params);
    const [row] = await sql<PostRow[]>`select * from private.community_post(${await viewerOf(request)}, ${id})`;
    if (!row) throw new ProblemError('not-found');
    return shownPost(row);
  });

  app.get('/api/v1/community/posts/:id/replies', async (request): Promise<CommunityReplies> => {
    const id = parseId(request.params);
    const { after, limit } = parse(repliesQuery, request.query, 'query-invalid');
    const viewer = await viewerOf(request);
    const rows = await sql<PostRow[]>`
      select * from private.community_replies_after(${viewer}, ${id}, ${after}, ${limit})`;
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return { replies: rows.map(shownReply), next: last ? String(last.id) : null };
  });

  app.get('/api/v1/community/queue', async (request): Promise<CommunityQueue> => {
    const person = await authenticate(request);
    const [asked] = await sql<{ may: boolean }[]>`
      select private.is_administrator_account(${person.sub}) as may`;
    if (!asked?.may) throw new ProblemError('forbidden');
    const rows = await sql<QueueRow[]>`select * from private.community_queue(${person.sub})`;
    return { items: rows.map(queuedItem) };
  });

  app.get('/api/v1/community/stream', async (request, reply) => {
    const { after } = parse(communityStreamQuery, request.query, 'query-invalid');
    await stream.open(addressKey(clientAddress(request)), after, reply);
    return reply;
  });
};
