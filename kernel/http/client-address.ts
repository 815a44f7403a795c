/** Addresses: those that the operator lists, those that requests come from, and how often whoever comes from one may do something. */
import { createHmac } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sql } from '../db.ts';
import { ProblemError } from './problem.ts';

// Lists of addresses and networks that the operator writes: whom we believe, and whom we ask.

const networkNames: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An address, a network, or the name of some. */
export const isNetwork = (entry: string): boolean => {
  if (Object.hasOwn(networkNames, entry)) return true;
  const [address = '', prefix, ...more] = entry.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || more.length > 0) return false;
  // A network of length 0 is everybody.
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) > 0 && Number(prefix) <= bits);
};

export const listOf = (entries: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const entry of entries.flatMap((one) => networkNames[one] ?? [one])) {
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
};

const withPort = /^(?:[\d.]+|\[[\da-f:.]+\]):\d{1,5}$/i;

/** `POLL_NETWORKS`: where devices may be asked. At another port than the usual one only at an address that is named with it. */
export const pollNetworks = z.string().transform((text, context) => {
  const entries = text.split(',').map((entry) => entry.trim().toLowerCase());
  const wrong = entries.find(
    (entry) => !isNetwork(entry) && !(withPort.test(entry) && URL.canParse(`http://${entry}`)),
  );
  if (wrong === undefined) return entries;
  const names = Object.keys(networkNames).join(', ');
  context.addIssue({
    code: 'custom',
    message: `"${wrong}" is no address, no address:port, no network, and none of ${names}`,
  });
  return z.NEVER;
});

/**
 * Whether a device may be asked at an address that somebody typed: the address as it is asked, or null. Names are never looked up (they could
 * mean another address a moment later), and what is no plain address of a device is none.
 */
export const createPollGuard = (entries: readonly string[]): ((typed: string, usualPort?: number) => string | null) => {
  const named = new Set(entries.filter((entry) => withPort.test(entry)));
  const isListed = listOf(entries.filter((entry) => !withPort.test(entry)));
  return (typed, usualPort = 80) => {
    const text = typed.trim().toLowerCase();
    const address = text.startsWith('http://') ? text : `http://${text}`;
    if (!URL.canParse(address)) return null;
    const { href, host, hostname } = new URL(address);
    const ip = hostname.replace(/^\[|\]$/g, '');
    if (href !== `http://${host}/` || isIP(ip) === 0) return null;
    // As it was typed: an address hides the port that is usual for HTTP.
    const port = Number(/:(\d+)\/?$/.exec(address)?.[1] ?? usualPort);
    if (named.has(`${hostname}:${port}`) || (port === usualPort && isListed(ip)))
      return port === usualPort ? hostname : `${hostname}:${port}`;
    return null;
  };
};

// Whose request it is: every limit by address counts by what is said here, and nothing else reads where a request came from.

/** How many proxies stand before us, or who they are; false: none. */
type TrustProxy = false | number | readonly string[];

const maxHops = 10;

/** Some proxies write the port too, a socket that hears both kinds tells IPv4 in the clothes of IPv6, and one that is closed nothing. */
export const bare = (said = ''): string =>
  said
    .trim()
    .replace(/^\[([^\]]+)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '');

const whatToWrite = `write how many proxies stand before Wattershed (1 to ${maxHops}), or their addresses, networks or ${Object.keys(networkNames).join(', ')}, with commas`;

/** `TRUST_PROXY`: false, a number of hops, or a list. */
export const trustProxy = z.string().transform((said, context): TrustProxy => {
  const value = said.trim().toLowerCase();
  const refuse = (why: string) => {
    context.addIssue({ code: 'custom', message: `${why}: ${whatToWrite}` });
    return z.NEVER;
  };
  if (['false', 'no', '0'].includes(value)) return false;
  if (value === 'true' || value === 'yes')
    return refuse('true would believe what any visitor writes about themselves, and no limit would hold');
  if (/^\d+$/.test(value)) return Number(value) <= maxHops ? Number(value) : refuse(`${value} proxies are too many`);
  const entries = value.split(',').map((entry) => entry.trim());
  const wrong = entries.find((entry) => !isNetwork(entry));
  return wrong === undefined ? entries : refuse(`"${wrong}" is no address and no network`);
});

/** Whether what this address passes on is believed; `hop` 0 is who is connected to us. */
export const believes = (trusted: TrustProxy): false | ((address: string, hop: number) => boolean) => {
  if (trusted === false) return false;
  const has = listOf(typeof trusted === 'number' ? Object.keys(networkNames) : trusted);
  const isListed = (address: string): boolean => has(bare(address));
  if (typeof trusted !== 'number') return isListed;
  // A count cannot tell a proxy from a visitor who came past it: one from the Internet is none of ours.
  return (address, hop) => hop < trusted && (hop > 0 || isListed(address));
};

/** The visitor's address. What a proxy passes on that is none counts as the proxy itself. */
export const clientAddress = (request: Pick<FastifyRequest, 'ip' | 'socket'>): string => {
  const said = bare(request.ip);
  return isIP(said) === 0 ? bare(request.socket.remoteAddress) : said;
};

/** What an address is counted by: an IPv6 customer has a whole /64 to choose from. */
export const addressKey = (address: string): string => {
  const plain = bare(address);
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = plain.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0;
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...tail.split(':')];
  return all.slice(0, 4).join(':');
};

/** What somebody is counted by without being kept. */
export const hashed = (secret: string, said: string): string =>
  createHmac('sha256', secret).update(said).digest('base64url');

/** What a visitor is counted by: a keyed hash of their address, never the address itself. */
export const hashedAddress = (secret: string, request: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  hashed(secret, addressKey(clientAddress(request)));

/** How often an account or an address may do what others have to read; counted in the database, so that all processes agree. */
export interface Allowance {
  readonly kind: string;
  readonly count: number;
  readonly seconds: number;
}

/** Throws `rate-limited`, with the seconds to wait, when `who` has used up the allowance. */
export type TakeAllowance = (allowance: Allowance, who: string) => Promise<void>;

export const createTakeAllowance =
  (sql: Sql): TakeAllowance =>
  async ({ kind, count, seconds }, who) => {
    const [row] = await sql<{ wait: number }[]>`
      select private.take_allowance(${kind}, ${who}, ${count}, ${seconds}) as wait`;
    if (row && row.wait > 0) throw new ProblemError('rate-limited', undefined, row.wait);
  };
