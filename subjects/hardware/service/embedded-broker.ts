/**
 * The broker of our own: each household has one to itself, so that no home reads, writes or evicts another's. A household's ingest token
 * is the password, while whoever made it may switch everywhere: at the broker hardware is told to.
 */
import { readFileSync, statSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type SecureContextOptions } from 'node:tls';
import { Aedes, type Client } from 'aedes';
import mqttPacket, { type IConnectPacket, type Packet } from 'mqtt-packet';
import type { Logger } from 'pino';
import { ProblemError } from '#kernel/http/problem.ts';
import { createTellSecurity } from '#kernel/security-events.ts';
import type { IngestTokens } from '#subjects/readings/service/ingest/index.ts';
import type { Publisher } from './announce.ts';
import type { BrokerRegistry } from './broker-registry.ts';
import { createPacketGauge } from './broker-client.ts';

export interface EmbeddedBroker {
  readonly port: number;
  stop(): Promise<void>;
}

export interface EmbeddedBrokerDeps {
  readonly registry: Pick<BrokerRegistry, 'subscribe'>;
  readonly tokens: Pick<IngestTokens, 'find'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly host: string;
  readonly port: number;
  /** Then it speaks TLS alone. */
  readonly tls?: TlsFiles | undefined;
}

/** PEM files; looked at again now and then, as certificates are renewed. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
  readonly renewEveryMs: number;
}

const greetingMs = 10_000;
const maxGreeting = 16 * 1024;
const maxPerHome = 200;
const maxConnections = 10_000;
/** A revoked token ends the connections that use it after this at the latest. */
const tokenCheckMs = 30_000;
/** A home whose last device has left is forgotten after this, with what it asked to be retained. */
const emptyForMs = 10 * 60_000;
/** All 65,536 numbers of packets made beforehand are 14 MB, for what costs next to nothing to make. */
mqttPacket.writeToStream.cacheNumbers = false;

/** MQTT 3.1.1, 3.2.2.3. */
const refusal = { badLogin: 4, unavailable: 3 } as const;

interface HomeBroker {
  readonly broker: Aedes;
  readonly leave: () => void;
  readonly sockets: Set<Socket>;
  idle: NodeJS.Timeout | null;
}

export const startEmbeddedBroker = async (deps: EmbeddedBrokerDeps): Promise<EmbeddedBroker> => {
  const { registry, tokens, log, host, port } = deps;
  const tellSecurity = createTellSecurity(log);
  const homes = new Map<string, Promise<HomeBroker>>();
  const connected = new Set<Socket>();
  const tokenOf = new WeakMap<Socket, string>();

  /** Whose home a token opens; null of a fleet's. Throws `token-invalid`. */
  const openedBy = async (token: string | undefined): Promise<string | null> => {
    const { household, maySwitch } = await tokens.find(token ?? '');
    if (!maySwitch) throw new ProblemError('token-invalid');
    return household;
  };

  const openHome = async (household: string): Promise<HomeBroker> => {
    const broker = await Aedes.createBroker({ id: household, connectTimeout: greetingMs });
    const publish = (topic: string, payload: string, qos: 0 | 1, retain: boolean): Promise<void> =>
      new Promise((resolve, reject) => {
        const packet = { cmd: 'publish', topic, payload, qos, dup: false, retain } as const;
        broker.publish(packet, (error) => (error ? reject(error) : resolve()));
      });
    const publisher: Publisher = {
      retain: (topic, payload) => publish(topic, payload, 1, true),
      command: (topic, payload) => publish(topic, payload, 0, false),
    };
    const subscription = registry.subscribe(household, publisher);
    const turns = new WeakMap<object, Promise<unknown>>();
    // A device's message is acknowledged after this: when what it says is committed.
    broker.authorizePublish = (client, { topic, payload, dup }, done) => {
      const from = client ?? broker;
      // One after the other, however long it takes to look at the token: the last that a device says is its newest.
      const opened = (turns.get(from) ?? Promise.resolve()).then(() => openedBy(tokenOf.get(client?.conn as Socket)));
      const taken = opened.then(() => ({
        kept: subscription.handleMessage({ topic, payload: payload.toString(), isRetained: false, isRepeated: dup }),
      }));
      turns.set(
        from,
        taken.catch(() => {}),
      );
      taken
        .then(({ kept }) => kept)
        .then(() => done(null))
        .catch((error: unknown) => {
          log.warn({ err: error, household }, 'a message of a device could not be kept');
          done(error as Error);
        });
    };
    // Its parser keeps the greeting as long as the connection lasts: the token need not lie there.
    broker.preConnect = (_client, greeting, done) => {
      delete greeting.password;
      done(null, true);
    };
    broker.on('clientError', () => {});
    broker.on('connectionError', () => {});
    return { broker, leave: subscription.leave, sockets: new Set(), idle: null };
  };

  const close = async (household: string): Promise<void> => {
    const home = await homes.get(household);
    homes.delete(household);
    home?.leave();
    await new Promise<void>((resolve) => (home ? home.broker.close(resolve) : resolve()));
  };

  const homeOf = (household: string): Promise<HomeBroker> => {
    const known = homes.get(household);
    if (known) return known;
    const opening = openHome(household);
    homes.set(household, opening);
    opening.catch(() => homes.delete(household));
    return opening;
  };

  const enter = async (socket: Socket, greeting: IConnectPacket, bytes: Buffer): Promise<void> => {
    const token = greeting.password?.toString() ?? '';
    const household = await openedBy(token).catch(() => null);
    if (household === null) {
      tellSecurity('broker-login-refused', { address: socket.remoteAddress ?? '' });
      return refuse(socket, refusal.badLogin);
    }
    const home = await homeOf(household);
    if (home.sockets.size >= maxPerHome) return refuse(socket, refusal.unavailable);
    if (home.idle) clearTimeout(home.idle);
    home.sockets.add(socket);
    tokenOf.set(socket, token);
    socket.on('close', () => {
      home.sockets.delete(socket);
      if (home.sockets.size === 0) home.idle = setTimeout(() => void close(household), emptyForMs).unref();
    });
    endAtTooLong(socket, bytes, log);
    socket.unshift(bytes);
    const client: Client = home.broker.handle(socket);
    client.on('error', () => socket.destroy());
  };

  const greet = (socket: Socket): void => {
    socket.on('error', () => socket.destroy());
    readGreeting(socket).then(
      ({ greeting, bytes }) => enter(socket, greeting, bytes).catch(() => socket.destroy()),
      () => socket.destroy(),
    );
  };
  const { server, forgetFiles } = deps.tls ? serveTls(deps.tls, greet, log) : { server: createServer(greet) };
  server.on('connection', (socket: Socket) => {
    connected.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => connected.delete(socket));
  });
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });

  const checking = setInterval(() => {
    for (const home of homes.values())
      void home.then(({ sockets }) => {
        for (const socket of sockets) openedBy(tokenOf.get(socket)).catch(() => socket.destroy());
      });
  }, tokenCheckMs).unref();

  return {
    port: (server.address() as { port: number }).port,
    stop: async () => {
      clearInterval(checking);
      forgetFiles?.();
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.all([...homes.keys()].map(close));
      for (const socket of connected) socket.destroy();
      await closed;
    },
  };
};

const readTls = ({ certificate, key }: TlsFiles): SecureContextOptions => ({
  cert: readFileSync(certificate),
  key: readFileSync(key),
});

const serveTls = (
  files: TlsFiles,
  greet: (socket: Socket) => void,
  log: Pick<Logger, 'warn'>,
): { server: Server; forgetFiles: () => void } => {
  const writtenAt = (): string => [files.certificate, files.key].map((file) => statSync(file).mtimeMs).join();
  const server = createTlsServer({ ...readTls(files), handshakeTimeout: greetingMs }, greet);
  let known = writtenAt();
  const renew = (): void => {
    try {
      const found = writtenAt();
      if (found === known) return;
      server.setSecureContext(readTls(files));
      known = found;
    } catch (error) {
      log.warn({ err: error }, 'MQTT: the renewed certificate cannot be used; the one from before stays');
    }
  };
  const renewing = setInterval(renew, files.renewEveryMs).unref();
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return { server, forgetFiles: () => clearInterval(renewing) };
};

const refuse = (socket: Socket, returnCode: number): void => {
  socket.end(mqttPacket.generate({ cmd: 'connack', returnCode, sessionPresent: false }));
};

/** The broker keeps a packet until it is whole: one that would be too long ends its connection. */
const endAtTooLong = (socket: Socket, before: Buffer, log: Pick<Logger, 'warn'>): void => {
  const mayBeRead = createPacketGauge();
  if (!mayBeRead(before)) return void socket.destroy();
  const push = socket.push.bind(socket);
  socket.push = (bytes: Buffer | null, encoding) => {
    if (bytes === null || mayBeRead(bytes)) return push(bytes, encoding);
    log.warn('MQTT: a device announced a packet that is too long; its connection was ended');
    socket.destroy();
    return false;
  };
};

/** The first packet of a connection says whose it is; its bytes are given back, so that the broker reads them again. */
const readGreeting = (socket: Socket): Promise<{ greeting: IConnectPacket; bytes: Buffer }> =>
  new Promise((resolve, reject) => {
    const parser = mqttPacket.parser();
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => end(new Error('no greeting')), greetingMs);
    const end = (result: Error | IConnectPacket): void => {
      clearTimeout(timer);
      socket.pause();
      socket.removeListener('data', onData);
      socket.removeListener('close', onClose);
      if (result instanceof Error) reject(result);
      else resolve({ greeting: result, bytes: Buffer.concat(chunks) });
    };
    const onClose = (): void => end(new Error('gone'));
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk);
      if (chunks.reduce((sum, { length }) => sum + length, 0) > maxGreeting) end(new Error('too long'));
      else parser.parse(chunk);
    };
    parser.once('packet', (packet: Packet) => end(packet.cmd === 'connect' ? packet : new Error('no greeting')));
    // More than one may be found in the same packet: one that nobody heard would end the service.
    parser.on('error', end);
    socket.once('close', onClose);
    socket.on('data', onData);
  });
