/** A way to a server that can be made slow, be cut, or go dead without a word. */
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface TestProxy {
  readonly port: number;
  /** Each piece comes this much later. */
  delayMs: number;
  /** Ends every line, and takes none until `heal`. */
  cut(): void;
  /** Lines that are there stay open, and nothing passes them any more; new ones work, unless `isWhole`. */
  deaden(isWhole?: boolean): void;
  heal(): void;
  stop(): Promise<void>;
}

/** At any free port, or `at` one. */
export const openProxy = async (to: { readonly port: number; readonly host?: string }, at = 0): Promise<TestProxy> => {
  const lines = new Set<{ readonly ends: readonly [Socket, Socket]; isDead: boolean }>();
  let isCut = false;
  let isWholeDead = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(to.port, to.host ?? '127.0.0.1');
    const line = { ends: [near, far] as const, isDead: isWholeDead };
    lines.add(line);
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => from.destroy());
      from.on('data', (piece: Buffer) => {
        if (line.isDead) return;
        const pass = (): void => void (!line.isDead && !other.destroyed && other.write(piece));
        if (proxy.delayMs > 0) setTimeout(pass, proxy.delayMs);
        else pass();
      });
      from.on('close', () => {
        if (!line.isDead) other.destroy();
        lines.delete(line);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const end = (): void => {
    for (const { ends } of lines) for (const one of ends) one.destroy();
  };
  const proxy: TestProxy = {
    port: (server.address() as AddressInfo).port,
    delayMs: 0,
    cut: () => {
      isCut = true;
      end();
    },
    deaden: (isWhole = false) => {
      isWholeDead = isWhole;
      for (const line of lines) line.isDead = true;
    },
    heal: () => {
      isCut = false;
      isWholeDead = false;
    },
    stop: async () => {
      end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
};
