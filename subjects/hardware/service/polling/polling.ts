/** Devices that are asked over the network, at addresses that members of the household give and the operator allows. */
import type { Logger } from 'pino';
import type { Changes } from '#kernel/changes.ts';
import { capped } from '#kernel/http/capped-fetch.ts';
import type { Database } from '#kernel/db.ts';
import type { Seal } from '#kernel/seal.ts';
import { pollPorts, type Source, sources } from '../../sources/index.ts';
import type { Publisher } from '../announce.ts';
import type { BrokerRegistry } from '../broker-registry.ts';
import { openModbus } from './modbus.ts';
import { openPinned, type PolledKeys } from './pinned-https.ts';
import { type AskDevice, isJsonObject, PollFault, type PollFaultCode } from './poll-fault.ts';
import { openSpeedwire } from './speedwire.ts';

interface PolledRow {
  readonly household_id: string;
  readonly id: string;
  readonly source: string;
  readonly address: string;
  /** Who answered there last. */
  readonly device: string | null;
  readonly fault: PollFaultCode | null;
}

export interface PollDeps {
  readonly registry: Pick<BrokerRegistry, 'subscribe'>;
  readonly database: Pick<Database, 'engine' | 'listen'>;
  readonly changes: Pick<Changes, 'publish'>;
  readonly log: Pick<Logger, 'warn'>;
  /** The address to ask, of one that was typed; null: not allowed. */
  readonly guard: (typed: string, usualPort?: number) => string | null;
  /** Of the keys that members give. */
  readonly seal: Pick<Seal, 'open'>;
  /** Whose the devices are, where it is not the first household. */
  readonly named: string | null;
  /** Between two turns, instead of what the source says. */
  readonly everyMs?: number;
}

export interface Polling {
  stop(): Promise<void>;
}

const maxPauseMs = 300_000;
/** A device that misses one turn may have been busy. */
const turnsUntilLost = 2;

export const startPolling = async (deps: PollDeps): Promise<Polling> => {
  const { database, log, named } = deps;
  const polled = new Map<string, () => void>();
  let isStopped = false;

  const sync = async (): Promise<void> => {
    const rows = await database.engine<PolledRow[]>`select * from private.polled_of(${named})`;
    if (isStopped) return;
    const ids = new Set(rows.map(({ id }) => id));
    for (const [id, stop] of polled) {
      if (ids.has(id)) continue;
      stop();
      polled.delete(id);
    }
    for (const row of rows) {
      const source = sources.find(({ id }) => id === row.source);
      if (!polled.has(row.id) && source?.poll) polled.set(row.id, pollDevice(deps, row, source, source.poll));
    }
  };
  const trySync = (): void =>
    void sync().catch((error: unknown) => log.warn({ err: error }, 'devices to ask could not be listed'));
  const unlisten = await database.listen('wattershed_polled', trySync, trySync);
  trySync();

  return {
    stop: async () => {
      isStopped = true;
      for (const stop of polled.values()) stop();
      await unlisten().catch(() => {});
    },
  };
};

const pollDevice = (
  { registry, database, changes, log, guard, seal, everyMs }: PollDeps,
  row: PolledRow,
  { id: source }: Source,
  { everyS, by = 'http', createParser }: NonNullable<Source['poll']>,
): (() => void) => {
  const { household_id: household, address } = row;
  const base = `http://${address}`;
  const stopping = new AbortController();
  const far = openDevice(by, address, stopping.signal, {
    read: async () => {
      const [kept] = await database.engine<{ sealed: string; certificate: string | null }[]>`
        select * from private.polled_key(${household}, ${row.id})`;
      return kept === undefined ? null : { key: seal.open(kept.sealed, household), certificate: kept.certificate };
    },
    pin: async (certificate) => {
      await database.engine`select private.pin_polled(${household}, ${row.id}, ${certificate})`;
    },
  });
  let parser = createParser(base);
  let told = { device: row.device, fault: row.fault };
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let turns: Promise<unknown> = Promise.resolve();

  /** One request after the other: an answer of before a command is never taken for one of after it. */
  const exchange = (path: string, init?: RequestInit): Promise<void> => {
    const turn = turns
      .catch(() => {})
      .then(async () => {
        if (guard(address, pollPorts[by]) === null) throw new PollFault('not-allowed');
        const payload = await far.ask(path, init).catch((error: unknown) => {
          const why = error instanceof PollFault ? error.why : null;
          if ((why === 'absent' || why === 'silent') && parser.passesOver?.(path, why)) return '';
          throw error;
        });
        await subscription.handleMessage({ topic: path, payload, isRetained: false });
      });
    turns = turn;
    return turn;
  };
  const publisher: Publisher = {
    command: async (topic, body) => {
      if (!topic.startsWith(`${base}/`)) return;
      await exchange(topic.slice(base.length), {
        method: 'PUT',
        body,
        headers: { 'content-type': 'application/json' },
      });
    },
  };
  const subscription = registry.subscribe(household, publisher, {
    parser: {
      get topics() {
        return parser.topics;
      },
      read: (message) => parser.read(message),
      unread: (message) => parser.unread?.(message) ?? null,
    },
    door: source,
    sources: [source],
  });

  const note = async (fault: PollFaultCode | null): Promise<void> => {
    const device = parser.device ?? told.device;
    if (fault === told.fault && device === told.device) return;
    await database.engine`select private.note_polled(${household}, ${row.id}, ${fault}, ${device})`;
    told = { device, fault };
    changes.publish([household], 'devices');
  };
  const askAll = async (): Promise<void> => {
    const asked = new Set<string>();
    const next = () => parser.topics.find((path) => !asked.has(path));
    for (let path = next(); path !== undefined; path = next()) {
      asked.add(path);
      await exchange(path);
    }
    if (parser.device === null) throw new PollFault('not-understood');
    failures = 0;
    await note(null);
  };
  const fail = async (error: unknown): Promise<void> => {
    // What is no fault of the device (the database was away) is none that its household is told of.
    if (!(error instanceof PollFault))
      return log.warn({ err: error, household, source }, 'what a device told could not be kept');
    failures += 1;
    await note(error.code);
    // Whoever answers there next may be another one.
    parser = createParser(base);
    const { device } = told;
    if (failures === turnsUntilLost && device !== null) await subscription.apply([{ source, device, isOnline: false }]);
  };
  const turn = (): void => {
    askAll()
      .catch((error: unknown) => (stopping.signal.aborted ? undefined : fail(error)))
      .catch((error: unknown) => log.warn({ err: error, household, source }, 'the state of a device could not be kept'))
      .finally(() => {
        far.rest();
        const pauseMs = Math.min((everyMs ?? everyS * 1000) * 2 ** failures, maxPauseMs);
        if (!stopping.signal.aborted) timer = setTimeout(turn, pauseMs).unref();
      });
  };
  turn();

  return () => {
    stopping.abort();
    clearTimeout(timer);
    far.close();
    subscription.leave();
  };
};

// How a device is asked, by what it speaks: at one address, for a while, up to a size. What goes wrong is one of the faults that its household is told.

const answerMs = 5_000;
const maxBytes = 64 * 1024;

/** What the device answers: JSON, up to a size; it sends us nowhere else. */
const askByHttp = async (url: string, stopping: AbortSignal, init: RequestInit = {}): Promise<string> => {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(answerMs)]);
  try {
    const response = capped(await fetch(url, { ...init, redirect: 'manual', signal }), maxBytes);
    const text = await response.text();
    if ([401, 403].includes(response.status)) throw new PollFault('refused');
    if (response.status === 404) throw new PollFault('absent');
    if (!response.ok || !isJsonObject(text)) throw new PollFault('not-understood');
    return text;
  } catch (error) {
    throw error instanceof PollFault ? error : new PollFault('unreachable', error);
  }
};

type By = NonNullable<NonNullable<Source['poll']>['by']>;

const openers: Record<By, (address: string, stopping: AbortSignal, keys: PolledKeys) => AskDevice> = {
  http: (address, stopping) => ({
    ask: (path, init) => askByHttp(`http://${address}${path}`, stopping, init),
    rest: () => {},
    close: () => {},
  }),
  https: openPinned,
  modbus: openModbus,
  speedwire: openSpeedwire,
};

const openDevice = (by: By, address: string, stopping: AbortSignal, keys: PolledKeys): AskDevice =>
  openers[by](address, stopping, keys);
