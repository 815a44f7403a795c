/** Sends to addresses that people type, and no further than the operator allows: names are looked up here, and who answers for one is looked at before anything is sent. */
import { lookup } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { z } from 'zod';
import { isNetwork, listOf } from './client-address.ts';

/** No address of the Internet at large: IANA's registries of special-purpose addresses. */
const special = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(network, bits, 'ipv4');
/** Of IPv6 only what is given out, less documentation and what wraps an IPv4 address. */
const given = new BlockList();
given.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, bits, 'ipv6');

const isPublic = (address: string): boolean =>
  isIP(address) === 6
    ? given.check(address, 'ipv6') && !special.check(address, 'ipv6')
    : isIP(address) === 4 && !special.check(address, 'ipv4');

const publicName = 'public';
const withPort = /^(?:[\d.]+|\[[\da-f:.]+\]):\d{1,5}$/i;

/** `PUSH_NETWORKS`: where members may have their figures sent. */
export const pushNetworks = z.string().transform((text, context) => {
  const entries = text.split(',').map((entry) => entry.trim().toLowerCase());
  const isKnown = (entry: string) =>
    entry === publicName || isNetwork(entry) || (withPort.test(entry) && URL.canParse(`http://${entry}`));
  const wrong = entries.find((entry) => !isKnown(entry));
  if (wrong === undefined) return entries;
  context.addIssue({
    code: 'custom',
    message: `"${wrong}" is no address, no address:port, no network, and none of public, private, loopback, linklocal`,
  });
  return z.NEVER;
});

/** Of the web, InfluxDB (also 3), Home Assistant and VictoriaMetrics: any other port is named with its address. */
const usualPorts: ReadonlySet<string> = new Set(['80', '443', '8086', '8123', '8181', '8428']);

export class NotAllowedError extends Error {
  override readonly name = 'NotAllowedError';
}

interface Posted {
  readonly method?: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface Outbound {
  /** Whether it may be an address to send to; of a name this is known only when it is looked up. */
  allows(url: URL): boolean;
  /** Answers the status. A redirection is not followed. Throws `NotAllowedError`, or what keeps the far side from answering. */
  post(url: URL, posted: Posted, stopping: AbortSignal): Promise<number>;
}

const answerMs = 10_000;
/** Nobody reads what is answered: it is waited for no longer than this. */
const maxBytes = 64 * 1024;

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

export const createOutbound = (entries: readonly string[]): Outbound => {
  const named = new Set(entries.filter((entry) => withPort.test(entry)));
  const allowsPublic = entries.includes(publicName);
  const isListed = listOf(entries.filter((entry) => entry !== publicName && !withPort.test(entry)));

  const mayReach = (url: URL, address: string): boolean => {
    const port = portOf(url);
    const place = isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
    if (named.has(place) || (isListed(address) && usualPorts.has(port))) return true;
    return allowsPublic && url.protocol === 'https:' && port === '443' && isPublic(address);
  };

  const allows = (url: URL): boolean => {
    if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return false;
    return isIP(hostOf(url)) === 0 || mayReach(url, hostOf(url));
  };

  /** The address that was looked at is the one that is connected to: no second look-up in which it could be another. */
  const lookupFor =
    (url: URL): LookupFunction =>
    (name, options, done) =>
      lookup(name, { ...options, all: true }, (error, found) => {
        if (error) return done(error, '');
        const allowed = found.filter(({ address }) => mayReach(url, address));
        const [first] = allowed;
        if (first === undefined) return done(new NotAllowedError(`${name} is at no address that is allowed`), '');
        return options.all ? done(null, allowed) : done(null, first.address, first.family);
      });

  return {
    allows,
    post: (url, { method = 'POST', headers, body }, stopping) =>
      new Promise((resolve, reject) => {
        if (!allows(url)) return reject(new NotAllowedError(`${url.host} is not allowed`));
        const request = (url.protocol === 'https:' ? tlsRequest : plainRequest)(url, {
          method,
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          agent: false,
          lookup: lookupFor(url),
          signal: AbortSignal.any([stopping, AbortSignal.timeout(answerMs)]),
        });
        request.once('error', reject);
        request.once('response', (response) => {
          let left = maxBytes;
          response.on('data', (bytes: Buffer) => {
            left -= bytes.length;
            if (left < 0) request.destroy();
          });
          response.once('error', reject);
          response.once('close', () => resolve(response.statusCode ?? 0));
        });
        request.end(body);
      }),
  };
};
