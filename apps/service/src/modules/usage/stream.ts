/** Server-sent events: the latest values now and after each change of readings or household, a word when devices or notices changed, until the token ends or the membership does. */
import type { StreamEnd } from '@wattershed/contracts';
import type { FastifyReply } from 'fastify';
import type { Person } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { ReadLatest } from './read-latest.ts';
import type { UsageDeps } from './routes.ts';

/** A page hears of changes at most this often. */
const pauseMs = 500;
const heartbeatMs = 25_000;
const mostPerPerson = 10;
const longestTimerMs = 2 ** 31 - 1;

export interface Streams {
  open(person: Person, household: string | undefined, reply: FastifyReply): Promise<void>;
}

export const createStreams = ({ sql, changes, stopping }: UsageDeps, readLatest: ReadLatest): Streams => {
  const open = new Map<string, number>();

  return {
    open: async (person, household, reply) => {
      if ((open.get(person.sub) ?? 0) >= mostPerPerson) throw new ProblemError('rate-limited');
      const first = await readLatest(person.sub, household);
      const [row] = await sql<
        { ids: string }[]
      >`select private.stream_households(${person.sub}, ${household ?? null}) as ids`;
      const households = (row?.ids ?? '{}').slice(1, -1).split(',').filter(Boolean);
      reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      open.set(person.sub, (open.get(person.sub) ?? 0) + 1);
      const send = (event: string, data: string): void => void raw.write(`event: ${event}\ndata: ${data}\n\n`);
      const closers: (() => void)[] = [];
      const close = (): void => {
        for (const one of closers.splice(0)) one();
      };
      const end = (code: StreamEnd['code']): void => {
        send('end', JSON.stringify({ code }));
        raw.end();
        close();
      };

      let busy = false;
      let again = false;
      const tell = async (): Promise<void> => {
        again = busy;
        if (busy) return;
        busy = true;
        try {
          send('latest', await readLatest(person.sub, household));
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
      const expiry = setTimeout(() => end('not-authenticated'), Math.min(untilExpiryMs, longestTimerMs));
      const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs);
      const stop = (): void => end('stopping');
      stopping.addEventListener('abort', stop);
      closers.push(
        changes.subscribe(households, (what) =>
          what === 'usage' || what === 'household' ? void tell() : send(what, '{}'),
        ),
        () => clearTimeout(expiry),
        () => clearInterval(heartbeat),
        () => stopping.removeEventListener('abort', stop),
        () => open.set(person.sub, Math.max((open.get(person.sub) ?? 1) - 1, 0)),
      );
      raw.on('close', close);
      raw.on('error', close);
      send('latest', first);
    },
  };
};
