/** A broker that is there already (`MQTT_URL`): we are one of its clients, for one household. */
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import type { Publisher } from './announce.ts';
import type { BrokerRegistry, Subscription } from './broker-registry.ts';

export interface BrokerClient {
  state(): 'up' | 'down';
  stop(): Promise<void>;
}

interface BrokerClientDeps {
  readonly registry: Pick<BrokerRegistry, 'subscribe'>;
  readonly log: Pick<Logger, 'warn'>;
  /** mqtt://, mqtts://, ws:// or wss://, with user and password in it. */
  readonly url: string;
  /** Who vouches for the broker's certificate (PEM), where it is none that the system knows. */
  readonly authority?: Buffer | undefined;
  /** Names us to the broker. */
  readonly clientId: string;
  /** Whose the broker is; null while nobody has signed up yet. */
  readonly household: () => Promise<string | null>;
}

const reconnectMs = 2_000;
const connectMs = 10_000;
const askAgainMs = 5_000;
/** Messages that are being kept at once; the broker's own window is usually smaller. */
const maxInFlight = 1_000;

export const startBrokerClient = (deps: BrokerClientDeps): BrokerClient => {
  const { registry, log, url, authority, clientId, household } = deps;
  let client: MqttClient | null = null;
  let leave = (): void => {};
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  const begin = async (): Promise<void> => {
    const owner = await household();
    if (stopped) return;
    if (owner === null) {
      timer = setTimeout(tryToBegin, askAgainMs);
      return;
    }
    client = mqtt.connect(url, {
      clientId,
      // Messages carry no time of their own: what came while we were away would be taken for what is now. The next counter has it all.
      clean: true,
      queueQoSZero: false,
      reconnectPeriod: reconnectMs,
      connectTimeout: connectMs,
      resubscribe: false,
      ...(authority && { ca: authority }),
    });
    const subscription = registry.subscribe(owner, publisherOf(client));
    leave = subscription.leave;
    listen(client, subscription, log);
  };
  const tryToBegin = (): void => {
    begin().catch((error: unknown) => {
      log.warn({ err: error }, 'MQTT: not begun yet');
      if (!stopped) timer = setTimeout(tryToBegin, askAgainMs);
    });
  };
  tryToBegin();

  return {
    state: () => (client?.connected ? 'up' : 'down'),
    stop: async () => {
      stopped = true;
      if (timer) clearTimeout(timer);
      leave();
      await client?.endAsync(true);
    },
  };
};

const publisherOf = (client: MqttClient): Publisher => ({
  retain: async (topic, payload) => void (await client.publishAsync(topic, payload, { qos: 1, retain: true })),
  command: async (topic, payload) => {
    if (!client.connected) throw new Error('the broker is away');
    await client.publishAsync(topic, payload, { qos: 0 });
  },
});

const listen = (client: MqttClient, subscription: Subscription, log: Pick<Logger, 'warn'>): void => {
  const subscribed = new Set<string>();
  const subscribe = (): void => {
    const fresh = subscription.topics.filter((topic) => !subscribed.has(topic));
    if (fresh.length === 0) return;
    for (const topic of fresh) subscribed.add(topic);
    client.subscribeAsync(fresh, { qos: 1 }).catch((error: unknown) => {
      for (const topic of fresh) subscribed.delete(topic);
      log.warn({ err: error }, 'MQTT: the broker refused a subscription');
    });
  };
  let isAway = false;
  client.on('connect', () => {
    isAway = false;
    const { stream } = client;
    const mayBeRead = createPacketGauge();
    stream.on('data', (bytes: Buffer) => {
      if (mayBeRead(bytes)) return;
      log.warn('MQTT: the broker announced a packet that is too long; the connection is made anew');
      stream.destroy();
    });
    subscribed.clear();
    subscribe();
    subscription.renew();
  });
  client.on('error', (error) => {
    // Said once, not every two seconds.
    if (!isAway) log.warn({ err: error }, 'MQTT: the broker cannot be reached');
    isAway = true;
  });
  acknowledgeWhenKept(client, async ({ topic, payload, retain, dup }) => {
    await subscription.handleMessage({ topic, payload: payload.toString(), isRetained: retain, isRepeated: dup });
    // Devices announce further topics there.
    if (topic.endsWith('/config')) subscribe();
  });
};

/** Of the library's own; its version is pinned, and the tests see whether an acknowledgement comes too early. */
const sendPacket = '_sendPacket';
type SendPacket = (packet: { cmd: string; messageId?: number }, done?: () => void, ...rest: unknown[]) => void;

/**
 * The library acknowledges one message after the other, and reads the next one only then: as slow as one commit each. Here messages are read on
 * while earlier ones are being kept, and each is acknowledged when it is. One that cannot be kept is not: the connection is made anew, so that it takes no place in the broker's window.
 */
const acknowledgeWhenKept = (client: MqttClient, keep: (packet: IPublishPacket) => Promise<void>): void => {
  const inner = client as unknown as Record<typeof sendPacket, SendPacket>;
  const send = inner[sendPacket].bind(client);
  const keeping = new Map<number, Promise<boolean>>();
  let inFlight = 0;
  let resume: (() => void) | null = null;

  client.handleMessage = (packet, next) => {
    const kept = keep(packet).then(
      () => true,
      () => false,
    );
    inFlight += 1;
    void kept.then((isKept) => {
      inFlight -= 1;
      resume?.();
      if (!isKept) client.stream.destroy();
    });
    if (packet.qos === 1 && packet.messageId !== undefined) keeping.set(packet.messageId, kept);
    if (inFlight < maxInFlight) return next();
    resume = () => {
      resume = null;
      next();
    };
  };
  inner[sendPacket] = (packet, done, ...rest) => {
    const { cmd, messageId } = packet;
    const kept = cmd === 'puback' ? keeping.get(messageId ?? 0) : undefined;
    if (kept === undefined) return send(packet, done, ...rest);
    keeping.delete(messageId ?? 0);
    const { stream } = client;
    void kept.then((isKept) => {
      // An answer to a connection that has gone would be taken for one of the next.
      if (isKept && client.connected && client.stream === stream) send(packet);
    });
    done?.();
  };
};

// How long the packets of a connection say that they are: one that is too long is known by its first bytes, before it is kept in memory.

/** A bridge lists all its devices in one message; MQTT itself allows 256 MB. */
const maxPacketBytes = 8 * 1024 * 1024;

/** Follows a stream of MQTT from the beginning of a packet on; answers whether all that has begun until now may be read. */
export const createPacketGauge = (max = maxPacketBytes): ((bytes: Uint8Array) => boolean) => {
  /** Bytes of the packet that are still to come; null: its length is being read. */
  let left: number | null = null;
  let isAtFirst = true;
  let length = 0;
  let shift = 1;
  return (bytes) => {
    for (let at = 0; at < bytes.length; ) {
      if (left !== null && left > 0) {
        const step = Math.min(left, bytes.length - at);
        left -= step;
        at += step;
        continue;
      }
      const byte = bytes[at] ?? 0;
      at += 1;
      if (isAtFirst || left === 0) {
        [isAtFirst, left, length, shift] = [false, null, 0, 1];
        continue;
      }
      length += (byte & 127) * shift;
      shift *= 128;
      if (length > max) return false;
      if (byte < 128) left = length;
    }
    return true;
  };
};
