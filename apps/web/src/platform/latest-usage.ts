import { queryOptions, useQuery } from '@tanstack/react-query';
import type { LatestAnswer, StreamEnd, UsageAnswer } from '@wattershed/contracts';
import { useEffect, useMemo } from 'react';
import { refreshSession } from './auth.ts';
import { serviceNow, setServiceTime } from './clock.ts';
import { keptOffline } from './keep-answers.ts';
import { queryClient } from './query-client.ts';
import { pause, retryDelayMs } from './retry-delay.ts';
import { callService } from './service.ts';
import { isWorthRetrying, ServiceError } from './service-error.ts';
import { streamService } from './service-stream.ts';
import { useUserId } from './session.ts';
import { withSteadyRates } from './steady-rate.ts';

/** The latest value of each meter. Null without a signed-in user. */
export function latestQuery(userId: string | undefined) {
  return queryOptions({
    queryKey: ['latest', userId ?? null],
    queryFn: async ({ signal }) => {
      if (userId === undefined) return null;
      const answer = await callService<LatestAnswer>('/api/v1/usage/latest', { signal });
      setServiceTime(answer.at);
      return answer;
    },
    meta: keptOffline,
  });
}

/** The latest values, kept live by the service's stream while a page that shows them is open and visible. */
export function useLatestUsage() {
  const userId = useUserId();
  useEffect(() => (userId === undefined ? undefined : follow(userId)), [userId]);
  const latest = useQuery({ ...latestQuery(userId), enabled: userId !== undefined });
  const hasReadings = latest.data !== undefined && latest.data !== null && latest.data.origin !== 'none';
  const minutes = useQuery({ ...lastMinutesQuery(userId), enabled: hasReadings });
  const data = useMemo(
    () => (latest.data && minutes.data ? withSteadyRates(latest.data, minutes.data.rows) : latest.data),
    [latest.data, minutes.data],
  );
  return { ...latest, data };
}

/** The last quarter of an hour by device. */
function lastMinutesQuery(userId: string | undefined) {
  return queryOptions({
    queryKey: ['usage', userId ?? null, 'last-minutes'],
    queryFn: ({ signal }) => {
      const from = new Date(Math.floor(serviceNow() / 300_000) * 300_000 - 600_000).toISOString();
      const query = { bucket: '5m', by: 'device', from, to: new Date(serviceNow() + 300_000).toISOString() };
      return userId === undefined ? null : callService<UsageAnswer>('/api/v1/usage', { query, signal });
    },
    refetchInterval: 60_000,
    meta: keptOffline,
  });
}

let followers = 0;
let stop: (() => void) | undefined;

function follow(userId: string): () => void {
  followers += 1;
  stop ??= keepStreaming(userId);
  return () => {
    followers -= 1;
    if (followers > 0) return;
    stop?.();
    stop = undefined;
  };
}

/** Streams while the page is visible; a hidden page costs nothing, and begins anew with the latest when it is shown. */
function keepStreaming(userId: string): () => void {
  let running: AbortController | undefined;
  const resume = () => {
    if (document.hidden || running !== undefined) return;
    running = new AbortController();
    void stream(userId, running.signal);
  };
  const suspend = () => {
    running?.abort();
    running = undefined;
  };
  const onVisibility = () => (document.hidden ? suspend() : resume());
  const restart = () => {
    suspend();
    resume();
  };
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('online', restart);
  resume();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('online', restart);
    suspend();
  };
}

async function stream(userId: string, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      for await (const { event, data } of streamService('/api/v1/usage/stream', { signal })) {
        failures = 0;
        if (event === 'latest') publish(userId, data as LatestAnswer);
        if (event === 'devices') lookAtDevices();
        if (event === 'notices') void queryClient.invalidateQueries({ queryKey: ['notices'] });
        if (event === 'end' && (await isOver(data as StreamEnd))) return;
      }
    } catch (error) {
      if (signal.aborted || !mayComeBack(error)) return;
    }
    await pause(retryDelayMs(failures++), signal);
  }
}

function publish(userId: string, answer: LatestAnswer): void {
  setServiceTime(answer.at);
  queryClient.setQueryData(latestQuery(userId).queryKey, answer);
}

/** What was found, switched or lost: by somebody else, or by the hardware itself. */
function lookAtDevices(): void {
  for (const queryKey of [['devices'], ['channels'], ['meters']]) void queryClient.invalidateQueries({ queryKey });
}

async function isOver({ code }: StreamEnd): Promise<boolean> {
  if (code === 'forbidden') return true;
  return code === 'not-authenticated' && !(await refreshSession()).ok;
}

function mayComeBack(error: unknown): boolean {
  return isWorthRetrying(error) || (error instanceof ServiceError && error.code === 'rate-limited');
}
