import type { CommunityNews } from '../contract/community.ts';
import { communityEvents } from '../contract/community.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { communityRoutes } from './index.ts';
import { type CommunityStage, openCommunity, type Person } from './testing.ts';

let stage: CommunityStage;
let ada: Person;
let ben: Person;
let origin: string;
/** A second process on the same database. */
let elsewhere: string;
beforeAll(async () => {
  stage = await openCommunity();
  ada = await stage.member('Ada');
  ben = await stage.member('Ben');
  origin = await stage.app.listen({ host: '127.0.0.1', port: 0 });
  elsewhere = await stage
    .http((app, deps) => communityRoutes(app, { ...deps, addressSecret: 'another' }))
    .listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => stage.end());

interface Reader {
  /** Events until one is `wanted`. */
  readonly until: (
    wanted: (posts: readonly CommunityNews[], event: string) => boolean,
  ) => Promise<readonly CommunityNews[]>;
  readonly close: () => void;
}

const open = async (base: string, after?: string): Promise<Reader> => {
  const leaving = new AbortController();
  const response = await fetch(`${base}/api/v1/community/stream${after === undefined ? '' : `?after=${after}`}`, {
    signal: leaving.signal,
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    close: () => leaving.abort(),
    until: async (wanted) => {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end < 0) {
          const { done, value } = await reader.read();
          if (done) throw new Error(`the stream ended; left over: ${text}`);
          text += value;
          continue;
        }
        const [, event = '', data = '{}'] = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
        text = text.slice(end + 2);
        const posts = event === 'posts' ? communityEvents.posts.parse(JSON.parse(data)).posts : [];
        if (wanted(posts, event)) return posts;
      }
    },
  };
};

const about = (id: string) => (posts: readonly CommunityNews[]) => posts.some((post) => post.id === id);

test('C2.14 visitors hear of new posts, likes and replies within 2 s, in every process, and nothing of who wrote', async () => {
  const readers = [await open(origin), await open(elsewhere)];
  for (const { until } of readers) await until((_, event) => event === 'posts');
  const sentAt = Date.now();
  const post = await ada.post();
  for (const { until } of readers)
    expect(await until(about(post))).toMatchObject([{ id: post, kind: 'discussion', shown: true, likeCount: 0 }]);
  expect(Date.now() - sentAt).toBeLessThan(2_000);
  await ben.like(`posts/${post}`);
  await ben.reply(post);
  for (const { until } of readers)
    await until((posts) =>
      posts.some(({ id, likeCount, replyCount }) => id === post && likeCount === 1 && replyCount === 1),
    );
  const team = await stage.administrator();
  await team.ask('POST', `posts/${post}/moderation`, { act: 'hide', why: 'x' });
  for (const { until, close } of readers) {
    const [told] = await until((posts) => about(post)(posts) && posts.some(({ shown }) => !shown));
    expect(Object.keys(told ?? {}).sort()).toEqual(['id', 'kind', 'likeCount', 'replyCount', 'shown']);
    close();
  }
});

test('who comes back is told what was written meanwhile', async () => {
  const first = await ada.post();
  const second = await ada.post();
  const { until, close } = await open(origin, first);
  expect((await until((_, event) => event === 'posts')).map(({ id }) => id)).toEqual([second]);
  close();
});

test('readers of one address are bounded, and a place that is left is free again', async () => {
  const readers: Reader[] = [];
  for (let i = 0; i < 40; i += 1) readers.push(await open(origin));
  const status = async () => {
    const leaving = new AbortController();
    const answer = await fetch(`${origin}/api/v1/community/stream`, { signal: leaving.signal });
    leaving.abort();
    return [answer.status, answer.headers.get('retry-after')];
  };
  expect(await status()).toEqual([429, '30']);
  readers.pop()?.close();
  await expect.poll(status).toEqual([200, null]);
  for (const { close } of readers) close();
});

test('it ends with `stopping` when the service stops', async () => {
  const { until } = await open(elsewhere);
  await until((_, event) => event === 'posts');
  stage.stopping.abort();
  await until((_, event) => event === 'end');
});
