/** Use by period, what each meter said last, and the same live. */
import { followUsage, readLatestUsage, readUsage, type StreamEnd } from '../contract/usage.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Changes } from '#kernel/changes.ts';
import type { Sql } from '#kernel/db.ts';
import { openEventStream } from '#kernel/http/event-stream.ts';
import type { Authenticate, Person } from '#kernel/people/person.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe } from '#kernel/http/serve.ts';
import type { ReadLatest } from './read-latest.ts';
import type { Usage } from './read-usage.ts';

export { createUsage, type Usage } from './read-usage.ts';

export interface UsageDeps {
  readonly sql: Sql;
  readonly changes: Changes;
  readonly authenticate: Authenticate;
  readonly stopping: AbortSignal;
  readonly usage: Usage;
}

export const usageRoutes = (app: FastifyInstance, deps: UsageDeps): void => {
  const { usage, authenticate } = deps;
  const serve = createServe(app, authenticate);
  const streams = createStreams(deps, usage.latest);

  serve(readUsage, ({ person, query }) => usage.read(person.sub, query));
  serve(readLatestUsage, ({ person, query }) => usage.latest(person.sub, query.household));
  serve(followUsage, ({ person, query, request, reply }) =>
    streams.open(person, query.household, () => authenticate(request), reply),
  );
};

/** Server-sent events: the latest values now and after each change of readings or household, a word when devices or notices changed, until the token ends or the membership does. */

/** A page hears of changes at most this often. */
const pauseMs = 500;
const maxPerPerson = 10;
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
      const stream = openEventStream(reply, () => {
        for (const one of closers.splice(0)) one();
      });
      open.set(person.sub, (open.get(person.sub) ?? 0) + 1);
      const { send } = stream;
      const end = (code: StreamEnd['code']): void => {
        send('end', JSON.stringify({ code }));
        stream.end();
      };

      let busy = false;
      let again = false;
      const tell = async (): Promise<void> => {
        again = busy;
        if (busy) return;
        busy = true;
        try {
          send('latest', await readLatest(person.sub, shown));
        } catch (error) {
          if (error instanceof ProblemError) end('forbidden');
        }
        const pause = setTimeout(() => {
          busy = false;
          if (again) void tell();
        }, pauseMs);
        closers.push(() => clearTimeout(pause));
      };

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
          what === 'usage' || what === 'household' ? void tell() : send(what, '{}'),
        ),
        () => clearTimeout(expiry),
        () => clearInterval(watch),
        () => stopping.removeEventListener('abort', stop),
        () => open.set(person.sub, Math.max((open.get(person.sub) ?? 1) - 1, 0)),
      );
      send('latest', first);
    },
  };
};
