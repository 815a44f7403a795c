/** MQTT, set up as the configuration says: a broker that is there, one of our own, both, or none. */
import type { Logger } from 'pino';
import {
  type BrokerClient,
  createHub,
  type EmbeddedBroker,
  type HubDeps,
  startBrokerClient,
  startEmbeddedBroker,
} from './modules/hardware/index.ts';
import type { IngestTokens } from './modules/ingest/index.ts';
import type { Config } from './platform/config.ts';
import { createDialects } from './sources/mqtt/index.ts';

export interface Mqtt {
  state(): 'up' | 'down' | 'not-set-up';
  /** Where devices find our own broker; null without one. */
  readonly port: number | null;
  stop(): Promise<void>;
}

export interface MqttDeps extends Omit<HubDeps, 'createDialects' | 'announces' | 'log'> {
  readonly tokens: IngestTokens;
  readonly log: Logger;
}

type Settings = Pick<Config, 'HOST' | 'MQTT_ANNOUNCE' | 'MQTT_URL' | 'MQTT_PORT' | 'MQTT_HOST' | 'MQTT_HOUSEHOLD'>;

export const startMqtt = async (settings: Settings, deps: MqttDeps): Promise<Mqtt> => {
  const { MQTT_URL: url, MQTT_PORT: port, MQTT_HOST: host = settings.HOST, MQTT_HOUSEHOLD: named = null } = settings;
  if (url === undefined && port === undefined)
    return { state: () => 'not-set-up', port: null, stop: async () => undefined };
  const { tokens, log, database } = deps;
  const hub = await createHub({ ...deps, createDialects, announces: settings.MQTT_ANNOUNCE });
  const household = async (): Promise<string | null> => {
    const [row] = await database.engine<{ id: string | null }[]>`select private.broker_household(${named}) as id`;
    return row?.id ?? null;
  };
  const client: BrokerClient | null = url === undefined ? null : startBrokerClient({ hub, log, url, household });
  const own: EmbeddedBroker | null =
    port === undefined ? null : await startEmbeddedBroker({ hub, tokens, log, host, port });
  return {
    state: () => client?.state() ?? 'up',
    port: own?.port ?? null,
    stop: async () => {
      await Promise.all([client?.stop(), own?.stop()]);
      await hub.stop();
    },
  };
};
