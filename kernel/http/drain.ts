/** Going without a request that fails: a balancer is told first, lines end with a word that says so, and what was begun is finished. */
import type { FastifyInstance } from 'fastify';

export interface Drain {
  /** `/readyz` says so; whoever sends elsewhere loses nothing. */
  readonly isDraining: () => boolean;
  /** Resolves when nothing is being answered any more, or too much time has passed. */
  readonly drain: () => Promise<void>;
}

interface Draining {
  /** For so long requests still come: until every balancer has looked at `/readyz`. */
  readonly forMs: number;
  /** Aborted after that: event streams end. */
  readonly stopping: AbortController;
  /** What is handed over at once. */
  readonly handOver: () => Promise<unknown>;
}

const maxInFlightMs = 30_000;
const lookEveryMs = 20;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const createDrain = (app: FastifyInstance, { forMs, stopping, handOver }: Draining): Drain => {
  let isDraining = false;
  const inFlight = new Set<object>();
  app.server.on('request', (_request, response) => {
    inFlight.add(response);
    response.once('close', () => inFlight.delete(response));
  });
  // The next request of that connection goes elsewhere.
  app.addHook('onRequest', (_request, reply, done) => {
    if (isDraining) reply.header('connection', 'close');
    done();
  });
  return {
    isDraining: () => isDraining,
    drain: async () => {
      isDraining = true;
      await Promise.all([handOver().catch(() => {}), pause(forMs)]);
      stopping.abort();
      const until = Date.now() + maxInFlightMs;
      while (inFlight.size > 0 && Date.now() < until) await pause(lookEveryMs);
    },
  };
};
