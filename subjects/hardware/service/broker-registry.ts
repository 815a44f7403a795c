/** Brings together households and what speaks for them (brokers, lines, devices that are asked): updates go to their household, commands to the publisher that has the device. */
import type { Logger } from 'pino';
import type { Changes } from '#kernel/changes.ts';
import type { Database } from '#kernel/db.ts';
import { createUnread, type Ingest } from '#subjects/readings/service/ingest/index.ts';
import { createMqttParser, type Parser, sources } from '../sources/index.ts';
import { announceHome, type Publisher } from './announce.ts';
import type { ReadHome } from './home-entities.ts';
import { type HouseholdDevices, openHouseholdDevices } from './household-devices.ts';

/** What speaks: by default a broker, at which all speak that speak MQTT. */
interface Speaking {
  readonly parser: Parser;
  readonly door: string;
  readonly sources: readonly string[];
}

export interface BrokerRegistry {
  /** From now on what comes in is that household's; without a publisher nothing can be told there. */
  subscribe(household: string, publisher: Publisher | null, speaking?: Speaking): Subscription;
  stop(): Promise<void>;
}

export interface Subscription extends Pick<HouseholdDevices, 'topics' | 'handleMessage' | 'apply'> {
  /** The broker may have forgotten what it was to keep. */
  readonly renew: () => void;
  readonly leave: () => void;
}

export interface RegistryDeps {
  readonly database: Pick<Database, 'engine' | 'listen'>;
  readonly ingest: Pick<Ingest, 'record'>;
  readonly changes: Pick<Changes, 'publish' | 'subscribe'>;
  /** What Home Assistant is told of a home beside its meters; null: it is told nothing at all. */
  readonly readHome: ReadHome | null;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => number;
}

interface Subscriber {
  readonly devices: HouseholdDevices;
  readonly publisher: Publisher | null;
  readonly sources: readonly string[];
}

const atBrokers = sources.filter(({ mqtt }) => mqtt).map(({ id }) => id);

export const createBrokerRegistry = async (given: RegistryDeps): Promise<BrokerRegistry> => {
  const { database, ingest, changes, readHome, log, now } = given;
  const sql = database.engine;
  const [token] = await sql<{ id: number }[]>`select private.hardware_token() as id`;
  const unread = createUnread(sql, now, (error) =>
    log.warn({ err: error }, 'what was not understood could not be kept'),
  );
  const deps = { sql, ingest, changes, now, tokenId: token?.id as number, unread, log };
  const subscribers = new Map<string, Set<Subscriber>>();
  const of = (household: string): Subscriber[] => [...(subscribers.get(household) ?? [])];

  const unlistenChannels = await database.listen('wattershed_channels', (household) => {
    for (const { devices } of of(household)) devices.forget();
  });

  const send = async (household: string, command: string): Promise<void> => {
    if (of(household).length === 0) return;
    const [found] = await sql<{ source: string; topic: string; payload: string }[]>`
      select * from private.command_to_send(${household}, ${command})`;
    if (!found) return;
    const concerned = of(household).filter(({ sources: own }) => own.includes(found.source));
    for (const { devices } of concerned) devices.awaitAnswer();
    const publishers = concerned.flatMap(({ publisher }) => publisher ?? []);
    await Promise.all(publishers.map((publisher) => publisher.command(found.topic, found.payload)));
  };
  const unlistenCommands = await database.listen('wattershed_commands', (payload) => {
    const [household = '', command = ''] = payload.split(' ');
    send(household, command).catch((error: unknown) => log.warn({ err: error }, 'a command could not be sent'));
  });

  return {
    subscribe: (
      household,
      publisher,
      speaking = { parser: createMqttParser(sources), door: 'mqtt', sources: atBrokers },
    ) => {
      const retain = publisher?.retain?.bind(publisher);
      const announcer = retain && readHome ? announceHome(household, { sql, changes, log, retain, readHome }) : null;
      const { parser, door, sources: heard } = speaking;
      const devices = openHouseholdDevices(deps, household, { parser, door, announcer });
      const one = { devices, publisher, sources: heard };
      subscribers.set(household, new Set([...of(household), one]));
      const leave = (): void => {
        announcer?.stop();
        const rest = of(household).filter((other) => other !== one);
        if (rest.length > 0) subscribers.set(household, new Set(rest));
        else subscribers.delete(household);
      };
      return {
        get topics() {
          return devices.topics;
        },
        handleMessage: devices.handleMessage,
        apply: devices.apply,
        renew: () => announcer?.renew(),
        leave,
      };
    },
    stop: async () => {
      await Promise.all([unlistenChannels(), unlistenCommands()].map((work) => work.catch(() => {})));
    },
  };
};
