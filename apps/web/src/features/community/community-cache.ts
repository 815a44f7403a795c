import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type {
  CommunityList,
  CommunityNews,
  CommunityPost,
  CommunityReplies,
  CommunityReply,
} from '@wattershed/contracts';

type Change<T> = (item: T) => T;

/** Changes a post wherever it is shown: in every list, and by itself. */
export function patchPost(queries: QueryClient, id: string, change: Change<CommunityPost>): void {
  queries.setQueriesData<unknown>({ queryKey: ['community'] }, (data: unknown) => {
    if (isPost(data)) return data.id === id ? change(data) : data;
    if (!isPaged<CommunityList>(data, 'posts')) return data;
    if (!data.pages.some(({ posts }) => posts.some((post) => post.id === id))) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      posts: page.posts.map((post) => (post.id === id ? change(post) : post)),
    }));
    return { ...data, pages };
  });
}

export function patchReply(queries: QueryClient, id: string, change: Change<CommunityReply>): void {
  queries.setQueriesData<unknown>({ queryKey: ['community'] }, (data: unknown) => {
    if (!isPaged<CommunityReplies>(data, 'replies')) return data;
    if (!data.pages.some(({ replies }) => replies.some((reply) => reply.id === id))) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      replies: page.replies.map((reply) => (reply.id === id ? change(reply) : reply)),
    }));
    return { ...data, pages };
  });
}

/** Counts as they are now. A post that is no longer shown keeps its place in a list, without its words. */
export function applyNews(queries: QueryClient, news: readonly CommunityNews[]): void {
  for (const { id, shown, replyCount, likeCount } of news)
    patchPost(queries, id, (post) => {
      const isWithheld = post.hiddenWhy !== null || post.deleted;
      if (shown && !isWithheld && post.replyCount === replyCount && post.likeCount === likeCount) return post;
      return {
        ...post,
        replyCount,
        likeCount,
        ...(shown && { hiddenWhy: null }),
        ...(!shown && !isWithheld && { hiddenWhy: '' }),
      };
    });
}

function isPost(data: unknown): data is CommunityPost {
  return typeof data === 'object' && data !== null && 'replyCount' in data && 'title' in data;
}

function isPaged<T>(data: unknown, field: string): data is InfiniteData<T> {
  if (typeof data !== 'object' || data === null || !('pages' in data) || !Array.isArray(data.pages)) return false;
  const first: unknown = data.pages[0];
  return typeof first === 'object' && first !== null && field in first;
}
