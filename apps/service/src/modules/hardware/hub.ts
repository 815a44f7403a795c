/** Brings together brokers and homes: what devices say goes to their home, what people want goes to the broker that has the device. */
import type { DeviceMessage, Dialect } from '@wattershed/domain';
import type { Logger } from 'pino';
import type { Changes } from '../../platform/changes.ts';
import type { Database } from '../../platform/db.ts';
import { createUnread, type Ingest } from '../ingest/index.ts';
import { announceMeters } from './announce.ts';
import { type Home, openHome } from './home.ts';
import type { Link } from './link.ts';

export interface Hub {
  /** From now on what is heard here is that household's; null: nothing can be said there. By default it is said over MQTT. */
  join(household: string, link: Link | null, dialect?: Dialect): Joint;
  stop(): Promise<void>;
}

export interface Joint {
  readonly home: Pick<Home, 'topics' | 'hear'>;
  /** The broker may have forgotten what it was to keep. */
  readonly renew: () => void;
  readonly leave: () => void;
}

export interface HubDeps {
  readonly database: Pick<Database, 'engine' | 'listen'>;
  readonly ingest: Pick<Ingest, 'record'>;
  readonly changes: Pick<Changes, 'publish' | 'subscribe'>;
  readonly createDialect: () => Dialect;
  /** Home Assistant is told of the home's meters. */
  readonly announces: boolean;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => number;
}

interface Joined {
  readonly home: Home;
  readonly link: Link | null;
}

/** SQLSTATE of data that is wrong by itself; anything else may go well later. */
const isRefusal = (error: unknown): boolean => /^(22|23|42)/.test(String((error as { code?: unknown } | null)?.code));

export const createHub = async ({
  database,
  ingest,
  changes,
  createDialect,
  announces,
  log,
  now,
}: HubDeps): Promise<Hub> => {
  const sql = database.engine;
  const [token] = await sql<{ id: number }[]>`select private.hardware_token() as id`;
  const unread = createUnread(sql, now, (error) =>
    log.warn({ err: error }, 'what was not understood could not be kept'),
  );
  const deps = { sql, ingest, changes, now, tokenId: token?.id as number, unread };
  const joined = new Map<string, Set<Joined>>();
  const of = (household: string): Joined[] => [...(joined.get(household) ?? [])];

  const unlistenChannels = await database.listen('wattershed_channels', (household) => {
    for (const { home } of of(household)) home.forget();
  });

  const send = async (household: string, command: string): Promise<void> => {
    const links = of(household);
    if (links.length === 0) return;
    const [found] = await sql<{ topic: string; payload: string }[]>`
      select * from private.command_to_send(${household}, ${command})`;
    if (!found) return;
    for (const { home } of links) home.awaitAnswer();
    const speaking = links.flatMap(({ link }) => (link ? [link] : []));
    await Promise.all(speaking.map((link) => link.command(found.topic, found.payload)));
  };
  const unlistenCommands = await database.listen('wattershed_commands', (payload) => {
    const [household = '', command = ''] = payload.split(' ');
    send(household, command).catch((error: unknown) => log.warn({ err: error }, 'a command could not be sent'));
  });

  return {
    join: (household, link, dialect = createDialect()) => {
      const home = openHome(deps, household, dialect);
      const announcer = announces && link ? announceMeters(household, { sql, changes, log, link }) : null;
      const hear = async (message: DeviceMessage): Promise<void> => {
        announcer?.seen(message.topic);
        try {
          await home.hear(message);
        } catch (error) {
          if (!isRefusal(error)) throw error;
          // It would be refused again, for ever: it is as good as heard.
          log.warn({ err: error, household, topic: message.topic }, 'a message of a device is refused by the database');
        }
      };
      const one = { home, link };
      joined.set(household, new Set([...of(household), one]));
      const leave = (): void => {
        announcer?.stop();
        const rest = of(household).filter((other) => other !== one);
        if (rest.length > 0) joined.set(household, new Set(rest));
        else joined.delete(household);
      };
      return {
        home: {
          get topics() {
            return home.topics;
          },
          hear,
        },
        renew: () => announcer?.renew(),
        leave,
      };
    },
    stop: async () => {
      await Promise.all([unlistenChannels(), unlistenCommands()].map((work) => work.catch(() => {})));
    },
  };
};
