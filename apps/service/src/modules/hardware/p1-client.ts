/** A smart meter's P1 port behind a serial-to-network bridge (ser2net): it speaks, we listen. */
import type { Dialect } from '@wattershed/domain';
import { connect, type Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Hub } from './hub.ts';

export interface P1Client {
  state(): 'up' | 'down';
  stop(): void;
}

export interface P1Deps {
  readonly hub: Pick<Hub, 'join'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly host: string;
  readonly port: number;
  /** Whose the meter is; null while nobody has signed up yet. */
  readonly household: () => Promise<string | null>;
  readonly dialect: Dialect;
  readonly createSplitter: () => { feed(piece: string): string[] };
}

/** A meter speaks every one to ten seconds. */
const silentMs = 60_000;
const againMs = 5_000;

export const startP1Client = (deps: P1Deps): P1Client => {
  const { hub, log, host, port, household, dialect, createSplitter } = deps;
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
    const joined = hub.join(owner, null, dialect);
    leave = joined.leave;
    const splitter = createSplitter();
    const line = connect({ host, port });
    socket = line;
    line.setEncoding('latin1');
    line.setTimeout(silentMs, () => line.destroy(new Error('the P1 port is silent')));
    line.on('data', (piece: string) => {
      for (const payload of splitter.feed(piece)) {
        isUp = true;
        isAway = false;
        // The next telegram has what this one could not leave.
        joined.home.hear({ topic: 'p1', payload, isRetained: false }).catch((error: unknown) => {
          log.warn({ err: error }, 'P1: a telegram could not be kept');
        });
      }
    });
    line.on('error', (error) => {
      // Said once, not every five seconds.
      if (!isAway) log.warn({ err: error }, 'P1: the port cannot be reached');
      isAway = true;
    });
    line.on('close', again);
  };
  const begin = (): void => {
    household().then(
      (owner) => (owner === null || isStopped ? again() : listen(owner)),
      (error: unknown) => {
        log.warn({ err: error }, 'P1: not begun yet');
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
