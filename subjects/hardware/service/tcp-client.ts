/** A line that speaks while we listen, such as a smart meter's P1 port behind a serial-to-network bridge (ser2net). */
import { connect, type Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Source } from '../sources/index.ts';
import type { BrokerRegistry } from './broker-registry.ts';

export interface TcpClient {
  state(): 'up' | 'down';
  stop(): void;
}

export interface TcpDeps {
  readonly registry: Pick<BrokerRegistry, 'subscribe'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly host: string;
  readonly port: number;
  /** Whose it is; null while nobody has signed up yet. */
  readonly household: () => Promise<string | null>;
  readonly source: Pick<Source, 'id' | 'label'> & { readonly tcp: NonNullable<Source['tcp']> };
}

/** A meter speaks every one to ten seconds. */
const maxSilentMs = 60_000;
const againMs = 5_000;

export const startTcpClient = (deps: TcpDeps): TcpClient => {
  const { registry, log, host, port, household } = deps;
  const { id, label, tcp } = deps.source;
  let socket: Socket | null = null;
  let leave = (): void => {};
  let timer: NodeJS.Timeout | null = null;
  let isUp = false;
  let isStopped = false;
  let isAway = false;

  const again = (): void => {
    isUp = false;
    leave();
    leave = () => {};
    if (!isStopped) timer = setTimeout(begin, againMs);
  };
  const listen = (owner: string): void => {
    const subscription = registry.subscribe(owner, null, {
      parser: tcp.createParser(),
      door: tcp.door,
      sources: [id],
    });
    leave = subscription.leave;
    const splitter = tcp.createSplitter();
    const line = connect({ host, port });
    socket = line;
    line.setEncoding('latin1');
    line.setTimeout(maxSilentMs, () => line.destroy(new Error(`${label}: the line is silent`)));
    line.on('data', (piece: string) => {
      for (const payload of splitter.feed(piece)) {
        isUp = true;
        isAway = false;
        // The next message has what this one could not leave.
        subscription.handleMessage({ topic: tcp.door, payload, isRetained: false }).catch((error: unknown) => {
          log.warn({ err: error }, `${label}: a message could not be kept`);
        });
      }
    });
    line.on('error', (error) => {
      // Said once, not every five seconds.
      if (!isAway) log.warn({ err: error }, `${label}: the line cannot be reached`);
      isAway = true;
    });
    line.on('close', again);
  };
  const begin = (): void => {
    household().then(
      (owner) => (owner === null || isStopped ? again() : listen(owner)),
      (error: unknown) => {
        log.warn({ err: error }, `${label}: not begun yet`);
        again();
      },
    );
  };
  begin();

  return {
    state: () => (isUp ? 'up' : 'down'),
    stop: () => {
      isStopped = true;
      if (timer) clearTimeout(timer);
      leave();
      socket?.destroy();
    },
  };
};
