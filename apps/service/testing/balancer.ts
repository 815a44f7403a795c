/** A balancer as small as a test needs it: one after the other of those that say they are ready; asked again is only what may be asked twice, or was never sent. */
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Balancer {
  readonly origin: string;
  /** The service at this address is asked from now on whether it is ready. */
  add(origin: string): void;
  remove(origin: string): void;
  /** How many of them get requests. */
  ready(): number;
  /** What was asked again elsewhere. */
  retried(): number;
  stop(): Promise<void>;
}

const lookEveryMs = 200;
const patienceMs = 1_000;

interface Upstream {
  readonly url: URL;
  readonly agent: Agent;
  isReady: boolean;
}

const isReady = ({ url, agent }: Upstream): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = request(new URL('/readyz', url), { agent, timeout: patienceMs }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode === 200));
      answer.on('error', () => resolve(false));
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
    asked.end();
  });

export const openBalancer = async (): Promise<Balancer> => {
  const upstreams = new Map<string, Upstream>();
  let turn = 0;
  let retries = 0;
  const others = (tried: ReadonlySet<Upstream>): Upstream[] =>
    [...upstreams.values()].filter((one) => one.isReady && !tried.has(one));

  /** The body is there whole, so that it can be sent again. */
  const pass = (
    incoming: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
    tried: ReadonlySet<Upstream> = new Set(),
  ): void => {
    const free = others(tried);
    turn += 1;
    const upstream = free[turn % free.length];
    if (upstream === undefined) {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      return void outgoing.end();
    }
    const { method = 'GET', headers, url: path = '/' } = incoming;
    let isAnswered = false;
    const sent = request(
      { host: upstream.url.hostname, port: upstream.url.port, method, path, headers, agent: upstream.agent },
      (answer) => {
        isAnswered = true;
        const { connection: _connection, 'keep-alive': _alive, ...told } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, told);
        outgoing.flushHeaders();
        answer.pipe(outgoing);
        // Cut off in the middle: whoever asked is cut off too.
        answer.on('error', () => outgoing.destroy());
        answer.on('aborted', () => outgoing.destroy());
      },
    );
    outgoing.on('close', () => sent.destroy());
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (isAnswered || outgoing.destroyed) return void outgoing.destroy();
      upstream.isReady &&= error.code !== 'ECONNREFUSED';
      const isSafe = method === 'GET' || method === 'HEAD' || error.code === 'ECONNREFUSED';
      if (!isSafe) return void outgoing.writeHead(502).end();
      retries += 1;
      pass(incoming, body, outgoing, new Set([...tried, upstream]));
    });
    sent.end(body);
  };

  const server: Server = createServer((incoming, outgoing) => {
    buffer(incoming).then(
      (body) => pass(incoming, body, outgoing),
      () => outgoing.destroy(),
    );
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const look = async (one: Upstream): Promise<void> => {
    one.isReady = await isReady(one);
  };
  const looking = setInterval(() => void Promise.all([...upstreams.values()].map(look)), lookEveryMs);
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (origin) => {
      const one = { url: new URL(origin), agent: new Agent({ keepAlive: true, maxSockets: 100 }), isReady: false };
      upstreams.set(origin, one);
      void look(one);
    },
    remove: (origin) => {
      upstreams.get(origin)?.agent.destroy();
      upstreams.delete(origin);
    },
    ready: () => others(new Set()).length,
    retried: () => retries,
    stop: async () => {
      clearInterval(looking);
      for (const { agent } of upstreams.values()) agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
