/** What listens to hardware, set up as the configuration says: a broker that is there, one of our own, a P1 port. */
import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import {
  type BrokerClient,
  createHub,
  type EmbeddedBroker,
  type HubDeps,
  type P1Client,
  startBrokerClient,
  startEmbeddedBroker,
  startP1Client,
} from './modules/hardware/index.ts';
import type { IngestTokens } from './modules/ingest/index.ts';
import { type Config, ConfigError } from './platform/config.ts';
import { p1Dialect, splitTelegrams } from './sources/dsmr/index.ts';
import { createDialect } from './sources/mqtt/index.ts';

type State = 'up' | 'down' | 'not-set-up';

export interface Hardware {
  mqtt(): State;
  /** Where devices find our own broker; null without one. */
  readonly port: number | null;
  stop(): Promise<void>;
}

export interface ListenDeps extends Omit<HubDeps, 'createDialect' | 'announces' | 'log'> {
  readonly tokens: IngestTokens;
  readonly log: Logger;
}

type Settings = Pick<
  Config,
  'HOST' | 'MQTT_ANNOUNCE' | 'MQTT_URL' | 'MQTT_CA' | 'MQTT_PORT' | 'MQTT_HOST' | 'P1_URL' | 'HARDWARE_HOUSEHOLD'
>;

export const listenToHardware = async (settings: Settings, deps: ListenDeps): Promise<Hardware> => {
  const { MQTT_URL: url, MQTT_PORT: port, MQTT_HOST: host = settings.HOST, P1_URL: p1Url } = settings;
  const { HARDWARE_HOUSEHOLD: named = null } = settings;
  const authority = authorityIn(settings.MQTT_CA);
  const { tokens, log, database } = deps;
  const hub = await createHub({ ...deps, createDialect, announces: settings.MQTT_ANNOUNCE });
  const household = async (): Promise<string | null> => {
    const [row] = await database.engine<{ id: string | null }[]>`select private.broker_household(${named}) as id`;
    return row?.id ?? null;
  };
  const client: BrokerClient | null =
    url === undefined ? null : startBrokerClient({ hub, log, url, authority, household });
  const own: EmbeddedBroker | null =
    port === undefined ? null : await startEmbeddedBroker({ hub, tokens, log, host, port });
  const p1 = p1Url === undefined ? null : openP1(new URL(p1Url), { hub, log, household });
  return {
    mqtt: () => client?.state() ?? (own ? 'up' : 'not-set-up'),
    port: own?.port ?? null,
    stop: async () => {
      p1?.stop();
      await Promise.all([client?.stop(), own?.stop()]);
      await hub.stop();
    },
  };
};

const authorityIn = (path: string | undefined): Buffer | undefined => {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path);
  } catch {
    throw new ConfigError(`The configuration has wrong values:\n  MQTT_CA: the file ${path} cannot be read`);
  }
};

const openP1 = (
  { hostname, port }: URL,
  deps: Pick<Parameters<typeof startP1Client>[0], 'hub' | 'log' | 'household'>,
): P1Client =>
  startP1Client({ ...deps, host: hostname, port: Number(port), dialect: p1Dialect, createSplitter: splitTelegrams });
