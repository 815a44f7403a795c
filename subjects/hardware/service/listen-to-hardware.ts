/** What listens to hardware, set up as the configuration says: a broker that is there, one of our own, a P1 port, devices that are asked, chargers that connect. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type BrokerClient, startBrokerClient } from './broker-client.ts';
import { createBrokerRegistry, type RegistryDeps } from './broker-registry.ts';
import { startEmbeddedBroker, type TlsFiles } from './embedded-broker.ts';
import { serveOcpp } from './serve-chargers.ts';
import { startPolling } from './polling/polling.ts';
import { startTcpClient } from './tcp-client.ts';
import type { IngestTokens } from '#subjects/readings/service/ingest/index.ts';
import { type Config, ConfigError } from '#kernel/config.ts';
import { createSeal, type Seal } from '#kernel/seal.ts';
import { createPollGuard, hashed } from '#kernel/http/client-address.ts';
import { holdAlone, type Leases } from '#kernel/leases.ts';
import { sources } from '../sources/index.ts';

type State = 'up' | 'down' | 'not-set-up';

/** Whom members may have asked, whose that is, and how their keys are sealed. */
export interface Polls {
  guard(typed: string, usualPort?: number): string | null;
  readonly named: string | null;
  readonly seal: Seal;
}

export interface Hardware {
  mqtt(): State;
  /** Where devices find our own broker; null without one. */
  readonly port: number | null;
  /** Which devices may be asked, and whose they are; null: none. */
  readonly polls: Polls | null;
  stop(): Promise<void>;
}

export interface ListenDeps extends Omit<RegistryDeps, 'log'> {
  readonly tokens: IngestTokens;
  readonly log: Logger;
  readonly addressSecret: string;
  readonly app: Pick<FastifyInstance, 'server'>;
  readonly leases: Leases;
}

type Settings = Pick<
  Config,
  | 'HOST'
  | 'MQTT_ANNOUNCE'
  | 'MQTT_URL'
  | 'MQTT_CA'
  | 'MQTT_PORT'
  | 'MQTT_HOST'
  | 'MQTT_CERT'
  | 'MQTT_KEY'
  | 'P1_URL'
  | 'POLL_NETWORKS'
  | 'HARDWARE_HOUSEHOLD'
>;

export const listenToHardware = async (settings: Settings, deps: ListenDeps): Promise<Hardware> => {
  const { MQTT_URL: url, MQTT_PORT: port, MQTT_HOST: host = settings.HOST, P1_URL: p1Url } = settings;
  const { HARDWARE_HOUSEHOLD: named = null, POLL_NETWORKS: networks } = settings;
  const authority = authorityIn(settings.MQTT_CA);
  const { tokens, log, database, leases } = deps;
  const registry = await createBrokerRegistry({ ...deps, readHome: settings.MQTT_ANNOUNCE ? deps.readHome : null });
  const household = async (): Promise<string | null> => {
    const [row] = await database.engine<{ id: string | null }[]>`select private.broker_household(${named}) as id`;
    return row?.id ?? null;
  };
  const own =
    port === undefined ? null : await startEmbeddedBroker({ registry, tokens, log, host, port, tls: tlsIn(settings) });
  // One name for all processes of an installation: the broker itself lets go of one that does not know yet that another one has taken over.
  const clientId = `wattershed-${hashed(deps.addressSecret, 'mqtt client').replace(/\W|_/g, '').slice(0, 12)}`;
  const seal = createSeal('keys of devices', deps.addressSecret);
  const polls = networks === undefined ? null : { guard: createPollGuard(networks), named, seal };
  const endOcpp = serveOcpp(deps.app.server, { ...deps, registry });
  // Who speaks there would be heard twice: a home's broker, its meter's port and its devices hear one of all processes.
  let client: BrokerClient | null = null;
  const alone = await holdAlone(leases, 'hardware', log, async () => {
    client = url === undefined ? null : startBrokerClient({ registry, log, url, authority, household, clientId });
    const lines = p1Url === undefined ? [] : listenAt(new URL(p1Url), { registry, log, household });
    const polling = polls && (await startPolling({ ...deps, ...polls, registry }));
    return {
      stop: async () => {
        for (const line of lines) line.stop();
        await Promise.all([client?.stop(), polling?.stop()]);
      },
    };
  });
  const mqtt = (): State => {
    if (url !== undefined) return alone.isHere() ? (client?.state() ?? 'down') : 'up';
    return own ? 'up' : 'not-set-up';
  };
  return {
    mqtt,
    port: own?.port ?? null,
    polls,
    stop: async () => {
      endOcpp();
      await Promise.all([alone.stop(), own?.stop()]);
      await registry.stop();
    },
  };
};

/** There is one kind of line so far: a P1 port. */
const listenAt = (
  { hostname, port }: URL,
  deps: Pick<Parameters<typeof startTcpClient>[0], 'registry' | 'log' | 'household'>,
) =>
  sources.flatMap(({ id, label, tcp }) =>
    tcp ? [startTcpClient({ ...deps, host: hostname, port: Number(port), source: { id, label, tcp } })] : [],
  );

const readable = (setting: keyof Settings, path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch {
    throw new ConfigError(`The configuration has wrong values:\n  ${setting}: the file ${path} cannot be read`);
  }
};

const authorityIn = (path: string | undefined): Buffer | undefined =>
  path === undefined ? undefined : readable('MQTT_CA', path);

const tlsIn = ({ MQTT_CERT: certificate, MQTT_KEY: key }: Settings): TlsFiles | undefined => {
  if (certificate === undefined || key === undefined) return undefined;
  readable('MQTT_CERT', certificate);
  readable('MQTT_KEY', key);
  return { certificate, key, renewEveryMs: 3_600_000 };
};
