/** Services of others as tests script them, on real sockets; and a home that has something fetched from them. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { quietLog } from '#apps/service/testing/mosquitto.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createSeal } from '#kernel/seal.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { savePriceFile, saveTemperatures } from '#subjects/bills/service/index.ts';
import { addPull } from '../../contract/pulls.ts';
import { pullRoutes } from './index.ts';
import { type PullDeps, runPulls } from './run-pulls.ts';

export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text as it is, anything else as JSON. */
  readonly body: unknown;
  /** The line breaks off in the middle of the body. */
  readonly isCut?: boolean;
}
type Answer = (url: URL, request: IncomingMessage, body: string) => Scripted | Promise<Scripted>;

/** One service; `answer` can be put in another's place meanwhile. */
const openService = async (answer: Answer) => {
  const service = { answer, asked: [] as URL[], base: '', server: createServer(), close: async () => {} };
  service.server.on('request', (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', service.base);
      service.asked.push(url);
      void Promise.resolve(service.answer(url, request, Buffer.concat(pieces).toString())).then(
        ({ status = 200, headers = {}, body, isCut = false }) => {
          const text = typeof body === 'string' ? body : JSON.stringify(body);
          response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
          if (isCut) response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
          else response.end(text);
        },
      );
    });
  });
  await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
  const { port } = service.server.address() as AddressInfo;
  service.base = `http://127.0.0.1:${port}`;
  service.close = async () => {
    service.server.closeAllConnections();
    await new Promise((resolve) => service.server.close(resolve));
  };
  return service;
};

export interface PullRow {
  readonly id: string;
  readonly pulled_to: Date;
  readonly is_filled: boolean;
  readonly rejected: number;
  readonly fault: string | null;
  readonly failures: number;
  readonly sealed_key: string | null;
  readonly next_at: Date;
}

/** `clock.s` is what time it is. */
export const openPulls = (stage: Stage, clock: { s: number }, given: Partial<PullDeps> = {}) => {
  const now = () => clock.s * 1000;
  const seal = createSeal('keys of pulls', 'of the installation');
  const guard: PullDeps['guard'] = given.guard ?? (async () => null);
  const deps: PullDeps = {
    ...stage,
    saveTemperatures,
    savePriceFile,
    seal,
    guard,
    now,
    log: quietLog,
    ...given,
  };
  const app = stage.http((_, { serve, sql }) =>
    pullRoutes({ serve, sql, seal, guard, now, takeAllowance: createTakeAllowance(sql) }),
  );
  const turn = (): Promise<number> => runPulls(deps, new AbortController().signal);
  return {
    turn,
    /** As long as something is due; answers how many questions were asked. */
    all: async (): Promise<number> => {
      let asked = 0;
      for (let due = await turn(); due > 0; due = await turn()) asked += due;
      return asked;
    },
    add: async (home: SeededHome, body: Record<string, unknown>, by: Pick<SeededHome, 'userId'> = home) =>
      app.inject({
        method: 'POST',
        url: addPull.path,
        headers: await stage.session(by.userId),
        payload: { household: home.household, ...body },
      }),
    row: async (home: SeededHome): Promise<PullRow | undefined> => {
      const [row] = await stage.seed.owner<(PullRow & Record<string, unknown>)[]>`
        select * from pulls where household_id = ${home.household}`;
      return row;
    },
  };
};

interface PullStage {
  /** What time it is. */
  readonly clock: { s: number };
  stage: Stage;
  service: Awaited<ReturnType<typeof openService>>;
  pulls: ReturnType<typeof openPulls>;
  home: SeededHome;
}

/** For a file's tests: one service that answers as scripted, and for each test a home anew, at `startS`. */
export const stagePulls = (
  startS: number,
  answer: Answer,
  timeZone: string,
  given: Partial<PullDeps> = {},
): PullStage => {
  const on = { clock: { s: startS } } as PullStage;
  beforeAll(async () => {
    on.stage = await openStage(() => on.clock.s * 1000);
    on.service = await openService(answer);
    on.pulls = openPulls(on.stage, on.clock, { baseOf: () => on.service.base, ...given });
  });
  afterAll(async () => {
    await on.service.close();
    await on.stage.end();
  });
  beforeEach(async () => {
    on.home = await on.stage.seed.home(timeZone);
    on.clock.s = startS;
    on.service.answer = answer;
    on.service.asked.length = 0;
  });
  afterEach(async () => {
    await on.stage.seed.owner`delete from pulls`;
  });
  return on;
};

/** What is kept of a series of market prices. */
export const pricesOf = ({ stage, home }: PullStage, series: string) =>
  stage.seed.owner<{ step_s: number; starts_at: Date; price: string }[]>`
    select step_s, starts_at, price::text from price_points where household_id = ${home.household} and series = ${series} order by starts_at`;
