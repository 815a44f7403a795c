import { queryOptions, useQuery } from '@tanstack/react-query';
import { followUsage, type LatestAnswer, readLatestUsage, type StreamEnd } from '#subjects/usage/contract/usage.ts';
import { useEffect } from 'react';
import { refreshSession } from '../session/auth.ts';
import { setServiceTime } from '../parts/clock.ts';
import { useHouseholdId } from './household.ts';
import { membershipsKey } from './memberships.ts';
import { keptOffline } from '../data/keep-answers.ts';
import { queryClient } from '../data/query-client.ts';
import { isWorthRetrying, pause, retryDelayMs, ServiceError } from '../data/service-error.ts';
import { callService, streamService } from '../data/service.ts';

/** The latest value of each meter. Null without a household, and so without a signed-in user. */
export function latestQuery(householdId: string | undefined) {
  return queryOptions({
    queryKey: ['latest', householdId ?? null],
    queryFn: async ({ signal }) => {
      if (householdId === undefined) return null;
      const answer = await callService(readLatestUsage, { query: { household: householdId }, signal });
      setServiceTime(answer.at);
      return answer;
    },
    meta: keptOffline,
  });
}

/** The latest values, kept live by the service's stream while a page that shows them is open and visible. */
export function useLatestUsage() {
  const householdId = useHouseholdId();
  useEffect(() => (householdId === undefined ? undefined : follow(householdId)), [householdId]);
  return useQuery({ ...latestQuery(householdId), enabled: householdId !== undefined });
}

/** How many parts of the page follow a household, and how its stream is ended. */
const following = new Map<string, { followers: number; stop: () => void }>();

function follow(householdId: string): () => void {
  const one = following.get(householdId) ?? { followers: 0, stop: keepStreaming(householdId) };
  following.set(householdId, one);
  one.followers += 1;
  return () => {
    one.followers -= 1;
    if (one.followers > 0) return;
    one.stop();
    following.delete(householdId);
  };
}

/** Streams while the page is visible; a hidden page costs nothing, and begins anew with the latest when it is shown. */
function keepStreaming(householdId: string): () => void {
  let running: AbortController | undefined;
  const resume = () => {
    if (document.hidden || running !== undefined) return;
    running = new AbortController();
    void stream(householdId, running.signal);
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

async function stream(householdId: string, signal: AbortSignal): Promise<void> {
  const query = { household: householdId };
  let failures = 0;
  while (!signal.aborted) {
    try {
      for await (const { event, data } of streamService(followUsage, { query, signal })) {
        failures = 0;
        if (event === 'latest') publish(householdId, data);
        if (event === 'devices') lookAtDevices();
        if (event === 'notices') void queryClient.invalidateQueries({ queryKey: ['notices'] });
        if (event === 'end' && (await isOver(data))) return;
      }
    } catch (error) {
      if (signal.aborted || !mayComeBack(error)) return;
    }
    await pause(retryDelayMs(failures++), signal);
  }
}

function publish(householdId: string, answer: LatestAnswer): void {
  setServiceTime(answer.at);
  queryClient.setQueryData(latestQuery(householdId).queryKey, answer);
}

/** What was found, switched or lost: by somebody else, or by the hardware itself. */
function lookAtDevices(): void {
  for (const queryKey of [['devices'], ['channels'], ['meters']]) void queryClient.invalidateQueries({ queryKey });
}

async function isOver({ code }: StreamEnd): Promise<boolean> {
  if (code === 'forbidden') {
    // Somebody has put this person out: what they belong to is looked at anew, and told.
    void queryClient.invalidateQueries({ queryKey: [membershipsKey] });
    return true;
  }
  return code === 'not-authenticated' && !(await refreshSession()).ok;
}

function mayComeBack(error: unknown): boolean {
  return isWorthRetrying(error) || (error instanceof ServiceError && error.code === 'rate-limited');
}
