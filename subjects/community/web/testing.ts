import type { CommunityPost, CommunityReply } from '../contract/community.ts';
import { HttpResponse, http } from 'msw';
import { server } from '#apps/web/testing/server.ts';

export function post(id: string, title: string, rest: Partial<CommunityPost> = {}): CommunityPost {
  return {
    id,
    kind: 'discussion',
    title,
    body: 'It drips at **night**.',
    link: null,
    place: null,
    startsAt: null,
    endsAt: null,
    language: 'en',
    authorName: 'Bruno',
    byAdministrator: false,
    mine: false,
    createdAt: new Date(Date.now() - 3_600_000).toISOString(),
    editedAt: null,
    pinned: false,
    closed: false,
    deleted: false,
    hiddenWhy: null,
    replyCount: 0,
    likeCount: 0,
    liked: false,
    ...rest,
  };
}

export function reply(id: string, body: string, rest: Partial<CommunityReply> = {}): CommunityReply {
  const { authorName, byAdministrator, mine, createdAt, editedAt, hiddenWhy, likeCount, liked, language } = post(
    id,
    '',
  );
  return {
    id,
    body,
    language,
    authorName,
    byAdministrator,
    mine,
    createdAt,
    editedAt,
    hiddenWhy,
    likeCount,
    liked,
    ...rest,
  };
}

export interface Community {
  posts: CommunityPost[];
  replies: CommunityReply[];
  isAdministrator: boolean;
  hasUnread: boolean;
  /** How far the person has looked. */
  seen: number;
  /** What was asked of the service that changes something. */
  writes: { method: string; path: string; body: unknown }[];
  /** Tells open pages. */
  tell(news: object[]): void;
}

/** The community as the service would answer it. */
export function answerCommunity(given: Partial<Community> = {}): Community {
  let listener: ReadableStreamDefaultController<Uint8Array> | undefined;
  const community: Community = {
    posts: [],
    replies: [],
    isAdministrator: false,
    hasUnread: false,
    seen: 0,
    writes: [],
    tell: (posts) => {
      const text = `event: posts\ndata: ${JSON.stringify({ posts })}\n\n`;
      listener?.enqueue(new TextEncoder().encode(text));
    },
    ...given,
  };
  const newest = () => String(Math.max(0, ...community.posts.map(({ id }) => Number(id))));
  const kindOf = (part: string | null) => part?.replace(/s$/, '');
  server.use(
    http.get('*/api/v1/community/posts', ({ request }) => {
      const kind = kindOf(new URL(request.url).searchParams.get('part'));
      const posts = community.posts.filter((one) => kind === 'trending' || one.kind === kind);
      return HttpResponse.json({ posts, next: null, newest: newest() });
    }),
    http.get('*/api/v1/community/search', ({ request }) => {
      const query = new URL(request.url).searchParams.get('q') ?? '';
      const posts = community.posts.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()));
      return HttpResponse.json({ posts, next: null, newest: newest() });
    }),
    http.get('*/api/v1/community/posts/:id', ({ params }) => {
      const found = community.posts.find(({ id }) => id === params['id']);
      if (found !== undefined) return HttpResponse.json(found);
      return HttpResponse.json({ code: 'not-found', detail: '', requestId: '' }, { status: 404 });
    }),
    http.get('*/api/v1/community/posts/:id/replies', () =>
      HttpResponse.json({ replies: community.replies, next: null }),
    ),
    http.get('*/api/v1/community/unread', () => HttpResponse.json({ unread: community.hasUnread })),
    http.patch('*/rest/v1/profiles', async ({ request }) => {
      community.seen = ((await request.json()) as { community_seen: number }).community_seen;
      community.hasUnread = false;
      return new HttpResponse(null, { status: 204 });
    }),
    http.get('*/api/v1/community/stream', () => {
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void (listener = controller) });
      return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } });
    }),
    http.all('*/api/v1/community/*', async ({ request }) => {
      const path = new URL(request.url).pathname.replace('/api/v1/community/', '');
      const text = await request.text();
      community.writes.push({ method: request.method, path, body: text === '' ? undefined : JSON.parse(text) });
      if (path.endsWith('/like')) return HttpResponse.json({ likeCount: 8 });
      if (request.method === 'POST' && /(^posts|replies)$/.test(path))
        return HttpResponse.json({ id: '77' }, { status: 201 });
      return new HttpResponse(null, { status: 204 });
    }),
    http.get('*/rest/v1/administrators', () => HttpResponse.json(community.isAdministrator ? [{ user_id: 'x' }] : [])),
    http.get('*/rest/v1/household_members', () => HttpResponse.json([])),
  );
  return community;
}
