import { type CommunityNews, followCommunity } from '../contract/community.ts';
import { useEffect, useEffectEvent } from 'react';
import { pause, retryDelayMs } from '#shell/data/retry-delay.ts';
import { isWorthRetrying, ServiceError } from '#shell/data/service-error.ts';
import { streamService } from '#shell/data/service-stream.ts';

/**
 * Hears what changes in the community while this page is visible. `after`: the newest post that the page knows of; undefined
 * while it does not know yet.
 */
export function useCommunityNews(after: string | undefined, heard: (news: readonly CommunityNews[]) => void): void {
  const onNews = useEffectEvent(heard);
  const newest = useEffectEvent(() => after ?? '0');
  const isReady = after !== undefined;
  useEffect(() => {
    if (!isReady) return;
    let running: AbortController | undefined;
    const begin = () => {
      if (document.hidden || running !== undefined) return;
      running = new AbortController();
      void follow(newest, onNews, running.signal);
    };
    const end = () => {
      running?.abort();
      running = undefined;
    };
    const onVisibility = () => (document.hidden ? end() : begin());
    const restart = () => {
      end();
      begin();
    };
    document.addEventListener('visibilitychange', onVisibility);
    addEventListener('online', restart);
    begin();
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('online', restart);
      end();
    };
  }, [isReady]);
}

async function follow(
  newest: () => string,
  onNews: (news: readonly CommunityNews[]) => void,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const query = { after: newest() };
      for await (const { event, data } of streamService(followCommunity, { query, signal })) {
        failures = 0;
        const { posts } = data as { posts?: CommunityNews[] };
        if (event === 'posts' && posts !== undefined && posts.length > 0) onNews(posts);
      }
    } catch (error) {
      const isCrowded = error instanceof ServiceError && error.code === 'rate-limited';
      if (signal.aborted || !(isWorthRetrying(error) || isCrowded)) return;
      if (isCrowded) failures += 4;
    }
    await pause(retryDelayMs(failures++), signal);
  }
}
