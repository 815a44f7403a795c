/** Use by period, what each meter said last, and the same live; answers are kept until their household changes. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Changes } from '#kernel/changes.ts';
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe, openEventStream } from '#kernel/http/serve.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Authenticate, Person } from '#kernel/people/person.ts';
import {
  followUsage,
  readEmissions,
  readFlows,
  readLatestUsage,
  readUsage,
  type StreamEnd,
  type UsageQuery,
} from '../contract/usage.ts';
import { instantOf, isDay, readCurve } from './read-curve.ts';
import { checkLength, createReadEmissions, createReadFlows, type ReadEmissions, type ReadFlows } from './read-flows.ts';
import { createReadLatest, type ReadLatest } from './read-latest.ts';
import { createAnswerCache, createBatchedQuery } from './shared-answers.ts';
import { usageFileRoutes } from './quarter-files.ts';

export interface UsageDeps {
  readonly sql: Sql;
  readonly changes: Changes;
  readonly authenticate: Authenticate;
  readonly stopping: AbortSignal;
  readonly usage: Usage;
}

export const serveUsage = (kernel: Kernel): Usage => {
  const usage = createUsage(kernel);
  usageRoutes(kernel.app, { ...kernel, usage });
  usageFileRoutes(kernel);
  return usage;
};

export const usageRoutes = (app: FastifyInstance, deps: UsageDeps): void => {
  const { usage, authenticate } = deps;
  const serve = createServe(app, authenticate);
  const streams = createStreams(deps, usage.latest);

  serve(readUsage, ({ person, query }) => usage.read(person.sub, query));
  serve(readFlows, ({ person, query }) => usage.flows(person.sub, query));
  serve(readEmissions, ({ person, query }) => usage.emissions(person.sub, query));
  serve(readLatestUsage, ({ person, query }) => usage.latest(person.sub, query.household));
  serve(followUsage, ({ person, query, request, reply }) =>
    streams.open(person, query.household, () => authenticate(request), reply),
  );
};

// Server-sent events: the latest values now and after each change of readings or household, a word when devices or notices changed, until the token ends or the membership does.

/** A page hears of changes at most this often. */
const pauseMs = 500;
const maxPerPerson = 10;
/** A page that does not take what it was sent is sent no more until it has: the next latest has it all. */
const maxWaitingBytes = 64 * 1024;
/** How often a stream asks whether its session still lives. */
const watchMs = 20_000;
const maxTimerMs = 2 ** 31 - 1;

interface Streams {
  /** `stillIn` throws once the session has been ended elsewhere. */
  open(
    person: Person,
    household: string | undefined,
    stillIn: () => Promise<unknown>,
    reply: FastifyReply,
  ): Promise<void>;
}

/** Works at once when asked, then not for a while: what is asked meanwhile, or is left to do, is done once after it. */
const throttle = (work: () => Promise<boolean>, forMs: number): { ask: () => void; stop: () => void } => {
  let isBusy = false;
  let again = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const ask = async (): Promise<void> => {
    again = isBusy;
    if (isBusy || isStopped) return;
    isBusy = true;
    const isLeft = await work();
    again ||= isLeft;
    if (isStopped) return;
    timer = setTimeout(() => {
      isBusy = false;
      if (again) void ask();
    }, forMs);
  };
  const stop = (): void => {
    isStopped = true;
    clearTimeout(timer);
  };
  return { ask: () => void ask(), stop };
};

const createStreams = ({ sql, changes, stopping }: UsageDeps, readLatest: ReadLatest): Streams => {
  const open = new Map<string, number>();

  return {
    open: async (person, household, stillIn, reply) => {
      if ((open.get(person.sub) ?? 0) >= maxPerPerson) throw new ProblemError('rate-limited');
      const first = await readLatest(person.sub, household);
      // It stays with the household that it began with, whichever the person looks at later.
      const { household: shown } = JSON.parse(first) as { household: string };
      const [row] = await sql<{ ids: string }[]>`select private.stream_households(${person.sub}, ${shown}) as ids`;
      const households = (row?.ids ?? '{}').slice(1, -1).split(',').filter(Boolean);
      const closers: (() => void)[] = [];
      const stream = openEventStream(followUsage, reply, () => {
        for (const one of closers.splice(0)) one();
      });
      open.set(person.sub, (open.get(person.sub) ?? 0) + 1);
      const isBehind = (): boolean => stream.waitingBytes() > maxWaitingBytes;
      const send: typeof stream.send = (event, data) => {
        if (event === 'end' || !isBehind()) stream.send(event, data);
      };
      const end = (code: StreamEnd['code']): void => {
        send('end', JSON.stringify({ code }));
        stream.end();
      };

      const telling = throttle(async () => {
        // Not even worked out.
        if (isBehind()) return true;
        try {
          send('latest', await readLatest(person.sub, shown));
        } catch (error) {
          if (error instanceof ProblemError) end('forbidden');
        }
        return false;
      }, pauseMs);

      const untilExpiryMs = person.expiresAt * 1000 - Date.now();
      const expiry = setTimeout(() => end('not-authenticated'), Math.min(untilExpiryMs, maxTimerMs));
      const watch = setInterval(() => {
        stillIn().catch((error: unknown) => {
          if (error instanceof ProblemError && error.code === 'not-authenticated') end('not-authenticated');
        });
      }, watchMs);
      const stop = (): void => end('stopping');
      stopping.addEventListener('abort', stop);
      closers.push(
        changes.subscribe(households, (what) =>
          what === 'usage' || what === 'household' ? telling.ask() : send(what, '{}'),
        ),
        telling.stop,
        () => clearTimeout(expiry),
        () => clearInterval(watch),
        () => stopping.removeEventListener('abort', stop),
        () => {
          const rest = (open.get(person.sub) ?? 1) - 1;
          if (rest > 0) open.set(person.sub, rest);
          else open.delete(person.sub);
        },
      );
      send('latest', first);
    },
  };
};

/** Should word of a change be lost, a wrong figure stays no longer than this. */
const usageKeptMs = 15_000;
/** They hold the time of the answer, and of the day in the household's zone. */
const latestKeptMs = 1_000;

export interface Usage {
  readonly read: ReadUsage;
  readonly flows: ReadFlows;
  readonly emissions: ReadEmissions;
  readonly latest: ReadLatest;
}

const keepUsage = (changes: Changes, read: ReadUsage): ReadUsage => {
  const cache = createAnswerCache(changes, { now: Date.now, maxAgeMs: usageKeptMs });
  return (userId, query) => {
    const { household, from, to, bucket, by, device } = query;
    const key = [from, to, bucket, by, device?.toLowerCase()].join(' ');
    return cache.answer({ userId, household, key }, () => read(userId, query));
  };
};

const keepFlows = (changes: Changes, read: ReadFlows): ReadFlows => {
  const cache = createAnswerCache(changes, { now: Date.now, maxAgeMs: usageKeptMs });
  return (userId, query) => {
    const { household, from, to, bucket } = query;
    return cache.answer({ userId, household, key: `flows ${from} ${to} ${bucket}` }, () => read(userId, query));
  };
};

const keepLatest = (changes: Changes, readLatest: ReadLatest): ReadLatest => {
  const cache = createAnswerCache(changes, { now: Date.now, maxAgeMs: latestKeptMs });
  return (userId, household) => cache.answer({ userId, household, key: 'latest' }, () => readLatest(userId, household));
};

interface Reads {
  readonly sql: Sql;
  readonly changes: Changes;
  /** In place of the database's clock, for what flows now. */
  readonly now?: () => number;
}

export const createUsage = ({ sql, changes, now }: Reads): Usage => {
  const read = keepUsage(changes, createReadUsage(sql));
  return {
    read,
    emissions: createReadEmissions(sql, read),
    flows: keepFlows(changes, createReadFlows(sql)),
    latest: keepLatest(changes, createReadLatest(sql, now)),
  };
};

// Use by period and group: one statement for all but the 5-minute curve, which is unpacked here.

const dayMs = 86_400_000;

/** How long a period may be, by bucket, so that an answer stays of a size that a page can hold. */
const maxDays: Record<UsageQuery['bucket'], number> = {
  '5m': 8,
  '15m': 32,
  hour: 100,
  day: 1100,
  week: 3700,
  month: 7400,
};

const checkPeriod = (query: UsageQuery): void => {
  if (query.by.endsWith('flow') && (query.bucket === '5m' || query.device !== undefined))
    throw new ProblemError('query-invalid', 'by: flow is told of the whole home, by quarter-hours and longer');
  checkLength(query, maxDays[query.bucket]);
};

type Read = (userId: string, query: UsageQuery) => Promise<string | null>;

const byDay = (sql: Sql): Read => {
  const days = createBatchedQuery(sql, 'usage_by_day', [
    'uuid',
    'uuid',
    'date',
    'date',
    'text',
    'boolean',
    'boolean',
    'uuid',
    'boolean',
  ]);
  const months = createBatchedQuery(sql, 'usage_by_month', [
    'uuid',
    'uuid',
    'date',
    'date',
    'boolean',
    'boolean',
    'uuid',
    'boolean',
  ]);
  return (userId, query) => {
    if (!isDay(query.from) || !isDay(query.to)) {
      throw new ProblemError('query-invalid', `from, to: local days (2026-11-20) with bucket=${query.bucket}`);
    }
    const by = query.by.split(',');
    const period = [userId, query.household ?? null, query.from, query.to];
    const detail = [by.includes('room'), by.includes('device'), query.device ?? null, by.includes('flow')];
    const length = (Date.parse(query.to) - Date.parse(query.from)) / dayMs;
    return query.bucket === 'month'
      ? months([...period, ...detail], length / 30)
      : days([...period, query.bucket, ...detail], length);
  };
};

const readByQuarter = async (sql: Sql, userId: string, query: UsageQuery): Promise<string | null> => {
  const by = query.by.split(',');
  const household = query.household ?? null;
  const [row] = await sql<{ answer: string | null }[]>`
    select private.usage_by_quarter(${userId}, ${household}, ${instantOf(sql, userId, household, query.from)},
      ${instantOf(sql, userId, household, query.to)}, ${query.bucket}, ${by.includes('room')}, ${by.includes('device')},
      ${query.device ?? null}, ${by.includes('flow')}) as answer`;
  return row?.answer ?? null;
};

/** JSON text of a `UsageAnswer`. Throws `forbidden` for a household that is not the person's, `query-invalid` for a wrong period. */
type ReadUsage = (userId: string, query: UsageQuery) => Promise<string>;

export const createReadUsage = (sql: Sql): ReadUsage => {
  const readByDay = byDay(sql);
  const readOf = (bucket: UsageQuery['bucket']): Read => {
    if (bucket === '5m') return (userId, query) => readCurve(sql, userId, query);
    if (bucket === '15m' || bucket === 'hour') return (userId, query) => readByQuarter(sql, userId, query);
    return readByDay;
  };
  return async (userId, query) => {
    checkPeriod(query);
    const answer = await readOf(query.bucket)(userId, query);
    if (answer === null) throw new ProblemError('forbidden');
    return answer;
  };
};
