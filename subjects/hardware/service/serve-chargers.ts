/**
 * A central system as small as measuring needs it: chargers connect by WebSocket at the service's own address, with a token of their household as the
 * password of HTTP Basic. A message is answered when what it says is committed, so what is not, they send again.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { IngestTokens } from '#subjects/readings/service/ingest/index.ts';
import { answerTo, fieldsOf, ocpp, ocppVersions } from '../sources/index.ts';
import type { BrokerRegistry, Subscription } from './broker-registry.ts';

export interface OcppDeps {
  readonly registry: Pick<BrokerRegistry, 'subscribe'>;
  readonly tokens: Pick<IngestTokens, 'find'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => number;
}

const maxBytes = 64 * 1024;
const maxPerHome = 20;
const maxConnections = 2_000;
/** More than this in ten seconds is no charger. */
const maxMessages = 100;
const messagesMs = 10_000;
/** A line that has gone without a word is noticed. */
const pingMs = 60_000;
const call = 2;
/** RFC 6455, 7.4.1. */
const policy = 1008;

interface Charger {
  readonly household: string;
  readonly id: string;
  readonly token: string;
}

/** Whose charger it is, and what it calls itself; null: none that may come in. */
const chargerOf = async (
  { url = '', headers }: IncomingMessage,
  tokens: OcppDeps['tokens'],
): Promise<Charger | null> => {
  const [, basic = ''] = /^Basic +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const [, token] = /^[^:]*:(.+)$/s.exec(Buffer.from(basic, 'base64').toString()) ?? [];
  const id = nameIn(url);
  if (token === undefined || id === null) return null;
  const found = await tokens.find(token).catch(() => null);
  return found?.household == null ? null : { household: found.household, id, token };
};

const nameIn = (url: string): string | null => {
  try {
    const name = decodeURIComponent((url.split('?', 1)[0] ?? '').slice(ocpp.socket.path.length));
    return /^[\w*+=:|@.-]{1,48}$/.test(name) ? name : null;
  } catch {
    return null;
  }
};

const refuse = (socket: Duplex, status: string): void => {
  socket.end(
    `HTTP/1.1 ${status}\r\n${status.startsWith('401') ? 'WWW-Authenticate: Basic realm="OCPP"\r\n' : ''}Connection: close\r\nContent-Length: 0\r\n\r\n`,
  );
};

/** Takes connections at the server; answers how they are ended. */
export const serveOcpp = (server: Server, deps: OcppDeps): (() => void) => {
  const { tokens } = deps;
  const homes = new Map<string, Map<string, WebSocket>>();
  /** Then the lines end on our side: no charger is lost. */
  let isEnding = false;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => ocppVersions.find((version) => offered.has(version)) ?? false,
  });

  const enter = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    if (!request.url?.startsWith(ocpp.socket.path)) return refuse(socket, '404 Not Found');
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
    if (!ocppVersions.some((version) => offered.includes(version))) return refuse(socket, '400 Bad Request');
    const charger = await chargerOf(request, tokens);
    if (charger === null) return refuse(socket, '401 Unauthorized');
    const home = homes.get(charger.household) ?? new Map<string, WebSocket>();
    const isFull = home.size >= maxPerHome && !home.has(charger.id);
    if (isFull || sockets.clients.size >= maxConnections) return refuse(socket, '503 Service Unavailable');
    sockets.handleUpgrade(request, socket, head, (line) => {
      // One that comes back has lost its line before.
      home.get(charger.id)?.terminate();
      homes.set(charger.household, home.set(charger.id, line));
      const leave = listen(line, charger, deps);
      line.on('close', () => {
        const isLast = home.get(charger.id) === line;
        if (isLast) home.delete(charger.id);
        if (home.size === 0) homes.delete(charger.household);
        leave(isLast && !isEnding);
      });
    });
  };
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    enter(request, socket, head).catch(() => socket.destroy());
  };
  server.on('upgrade', onUpgrade);

  return () => {
    isEnding = true;
    server.off('upgrade', onUpgrade);
    for (const line of sockets.clients) line.terminate();
    sockets.close();
  };
};

/** Answers how it is left: whether the charger is gone with it. */
const listen = (line: WebSocket, { household, id, token }: Charger, deps: OcppDeps): ((isGone: boolean) => void) => {
  const { registry, tokens, log, now } = deps;
  const parser = ocpp.socket.createParser(id, now);
  const subscription = registry.subscribe(household, null, { parser, door: ocpp.id, sources: [ocpp.id] });
  const mayCome = createPace(now);
  let isAlive = true;
  const pinging = setInterval(() => {
    if (!isAlive) return line.terminate();
    isAlive = false;
    line.ping();
  }, pingMs).unref();
  let turns: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  line.on('pong', () => (isAlive = true));
  line.on('error', () => line.terminate());
  line.on('message', (data: Buffer, isBinary) => {
    isAlive = true;
    if (isBinary || !mayCome() || waiting === maxMessages) return line.close(policy);
    waiting += 1;
    turns = turns.then(async () => {
      waiting -= 1;
      try {
        await tokens.find(token);
      } catch {
        return line.close(policy);
      }
      const answer = await answerOf(data.toString(), subscription, now).catch((error: unknown) => {
        log.warn({ err: error, household }, 'what a charger told could not be kept');
        return null;
      });
      if (answer !== null && line.readyState === line.OPEN) line.send(answer);
    });
  });

  return (isGone) => {
    clearInterval(pinging);
    const gone = isGone ? subscription.apply([{ source: ocpp.id, device: id, isOnline: false }]) : Promise.resolve();
    void gone
      .catch((error: unknown) => log.warn({ err: error, household }, 'the state of a charger could not be kept'))
      .finally(() => subscription.leave());
  };
};

/** Null: it is none, or none that is answered. Throws when it could not be kept; then it is sent again. */
const answerOf = async (text: string, subscription: Subscription, now: () => number): Promise<string | null> => {
  const message = parseCall(text);
  if (message === null) return null;
  const { messageId, action, payload } = message;
  const answer = answerTo(action, payload, now());
  if (answer === null) return JSON.stringify([4, messageId, 'NotImplemented', '', {}]);
  await subscription.handleMessage({ topic: action, payload: JSON.stringify(payload), isRetained: false });
  return JSON.stringify([3, messageId, answer]);
};

const parseCall = (text: string) => {
  try {
    const [kind, messageId, action, payload] = JSON.parse(text) as unknown[];
    const isCall = kind === call && typeof messageId === 'string' && typeof action === 'string';
    return isCall && messageId.length <= 36 ? { messageId, action, payload: fieldsOf(payload) } : null;
  } catch {
    return null;
  }
};

/** Whether another message may come. */
const createPace = (now: () => number): (() => boolean) => {
  let [since, count] = [now(), 0];
  return () => {
    if (now() - since > messagesMs) [since, count] = [now(), 0];
    count += 1;
    return count <= maxMessages;
  };
};
