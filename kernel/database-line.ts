/** Lines to a database far away that look open and are dead, as after a pulled cable or a firewall that forgot them: noticed within seconds, and cut, so that new ones are made. */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** What the driver says of where to connect: several hosts are tried in turn. */
interface Place {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path?: string | false;
}

export interface Lines {
  /** For the driver, which speaks as soon as it has it. */
  readonly open: (place: Place) => Socket;
  /** How much each has said so far. */
  readonly mark: () => ReadonlyMap<Socket, number>;
  /** Ends those that have said nothing since. */
  readonly cutSilent: (marked: ReadonlyMap<Socket, number>) => void;
  readonly areAllSilent: (marked: ReadonlyMap<Socket, number>) => boolean;
}

export const createLines = (): Lines => {
  const open = new Set<Socket>();
  let turn = 0;
  return {
    open: ({ host, port, path }) => {
      for (const one of open) if (one.destroyed) open.delete(one);
      const at = turn % host.length;
      turn += 1;
      const line = path ? connect(path) : connect(port[at] ?? 5432, host[at] ?? 'localhost');
      // As the driver does: what a certificate has to name.
      Object.assign(line, { host: host[at], port: port[at] });
      line.setKeepAlive(true, 10_000);
      open.add(line);
      return line;
    },
    mark: () => new Map([...open].filter((line) => !line.destroyed).map((line) => [line, line.bytesRead])),
    cutSilent: (marked) => {
      for (const [line, said] of marked) if (line.bytesRead === said) line.destroy();
    },
    areAllSilent: (marked) => [...marked].every(([line, said]) => line.bytesRead === said),
  };
};

const channel = 'wattershed_beat';
const beatEveryMs = 3_000;
const patienceMs = 5_000;

interface Beating {
  /** By a connection that nothing else waits for. */
  readonly notify: (channel: string, payload: string) => Promise<unknown>;
  readonly listen: (channel: string, heard: (payload: string) => void) => Promise<unknown>;
  /** The one that listens, and all others. */
  readonly listening: Lines;
  readonly asking: Lines;
}

/** Says a word to itself again and again: where it does not come back the way is dead. */
export const watchLines = async ({ notify, listen, listening, asking }: Beating): Promise<() => void> => {
  /** What was said and did not come back so far. */
  const unheard = new Set<string>();
  const waiting = new Set<NodeJS.Timeout>();
  /** As they were when a word did not come back, while others of them spoke: whether they are dead is known once the way works again. */
  let suspects: ReadonlyMap<Socket, number> | null = null;
  await listen(channel, (word) => {
    unheard.delete(word);
    if (suspects !== null) asking.cutSilent(suspects);
    suspects = null;
  });
  const beating = setInterval(() => {
    const word = randomUUID();
    unheard.add(word);
    const marked = { listening: listening.mark(), asking: asking.mark() };
    notify(channel, word).catch(() => {});
    const look = setTimeout(() => {
      waiting.delete(look);
      if (!unheard.delete(word)) return;
      listening.cutSilent(marked.listening);
      if (asking.areAllSilent(marked.asking)) asking.cutSilent(marked.asking);
      else suspects ??= marked.asking;
    }, patienceMs);
    waiting.add(look.unref());
  }, beatEveryMs).unref();
  return () => {
    clearInterval(beating);
    for (const look of waiting) clearTimeout(look);
  };
};
