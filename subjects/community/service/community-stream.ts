/** Server-sent events of the community: one question to the database for all readers, however many there are. */
import type { FastifyReply } from 'fastify';
import type { EventName } from '#catalogue/endpoint.ts';
import type { Changes } from '#kernel/changes.ts';
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { openEventStream } from '#kernel/http/serve.ts';
import type { PostKind } from '../contract/community-terms.ts';
import { type CommunityNews, followCommunity } from '../contract/community.ts';
import { lastId } from './shown-rows.ts';

/** What the service's processes tell each other under: see `Changes`. */
export const changeTopic = 'community';

const pauseMs = 400;
const maxReaders = 500;
const maxPerAddress = 40;
/** Two transactions may commit in the other order than they began: so much is looked at again. */
const overlapMs = 5_000;
const maxRemembered = 5_000;
/** A reader that does not take what it is sent is let go. */
const maxWaitingBytes = 64 * 1024;

export interface CommunityStream {
  open(address: string, after: string | undefined, reply: FastifyReply): Promise<void>;
}

interface NewsRow {
  id: number;
  kind: PostKind;
  shown: boolean;
  reply_count: number;
  like_count: number;
  changed_at: Date;
}

interface Reader {
  readonly address: string;
  send(event: EventName<typeof followCommunity>, data: string): void;
  end(code: 'stopping' | 'too-slow'): void;
}

const told = ({ id, kind, shown, reply_count, like_count }: NewsRow): CommunityNews => ({
  id: String(id),
  kind,
  shown,
  replyCount: reply_count,
  likeCount: like_count,
});

interface StreamDeps {
  readonly sql: Sql;
  readonly changes: Changes;
  readonly stopping: AbortSignal;
}

export const createCommunityStream = ({ sql, changes, stopping }: StreamDeps): CommunityStream => {
  const readers = new Set<Reader>();
  /** What readers were told of each post, so that the overlap tells nothing twice. */
  const lastTold = new Map<number, string>();
  let since = new Date();
  let stopHearing: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;
  let isAskedAgain = false;

  const freshOf = (rows: readonly NewsRow[]): NewsRow[] =>
    rows.filter((row) => {
      const state = JSON.stringify(told(row));
      if (lastTold.get(row.id) === state) return false;
      lastTold.delete(row.id);
      lastTold.set(row.id, state);
      if (lastTold.size > maxRemembered) lastTold.delete(lastTold.keys().next().value as number);
      return true;
    });

  const ask = async (): Promise<void> => {
    timer = undefined;
    if (isAsking) {
      isAskedAgain = true;
      return;
    }
    isAsking = true;
    try {
      const from = new Date(since.getTime() - overlapMs);
      const rows = await sql<NewsRow[]>`select * from private.community_news(${from}, ${lastId})`;
      for (const { changed_at } of rows) if (changed_at > since) since = changed_at;
      const posts = freshOf(rows).map(told);
      if (posts.length > 0) for (const reader of readers) reader.send('posts', JSON.stringify({ posts }));
    } catch {
      // The database is away: the next change asks again, over the same span.
    } finally {
      isAsking = false;
      if (isAskedAgain) {
        isAskedAgain = false;
        hear();
      }
    }
  };
  const hear = (): void => {
    timer ??= setTimeout(() => void ask(), pauseMs);
  };

  const join = (reader: Reader): void => {
    readers.add(reader);
    if (stopHearing) return;
    since = new Date();
    stopHearing = changes.subscribe([changeTopic], hear);
  };
  const leave = (reader: Reader): void => {
    readers.delete(reader);
    if (readers.size > 0) return;
    stopHearing?.();
    stopHearing = undefined;
    clearTimeout(timer);
    timer = undefined;
  };

  stopping.addEventListener('abort', () => {
    for (const reader of readers) reader.end('stopping');
  });

  return {
    open: async (address, after, reply) => {
      const ofAddress = [...readers].filter((reader) => reader.address === address).length;
      if (readers.size >= maxReaders || ofAddress >= maxPerAddress || stopping.aborted)
        throw new ProblemError('rate-limited', undefined, 30);
      const stream = openEventStream(followCommunity, reply, () => leave(reader));
      const reader: Reader = {
        address,
        send: (event, data) => {
          if (stream.waitingBytes() > maxWaitingBytes) return reader.end('too-slow');
          stream.send(event, data);
        },
        end: (code) => {
          stream.send('end', JSON.stringify({ code }));
          stream.end();
        },
      };
      // Joined before it is told what it missed: nothing falls between.
      join(reader);
      const missed = await sql<NewsRow[]>`select * from private.community_news('infinity', ${after ?? lastId})`.catch(
        () => [],
      );
      if (readers.has(reader)) reader.send('posts', JSON.stringify({ posts: missed.map(told) }));
    },
  };
};
