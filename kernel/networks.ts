/** Lists of addresses and networks that the operator writes: whom we believe, and whom we ask. */
import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

export const networkNames: Readonly<Record<string, readonly string[]>> = {
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

/** `POLL_NETWORKS`: where devices may be asked. At another port than 80 only at an address that is named with it. */
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
export const createPollGuard = (entries: readonly string[]): ((typed: string) => string | null) => {
  const named = new Set(entries.filter((entry) => withPort.test(entry)));
  const isListed = listOf(entries.filter((entry) => !withPort.test(entry)));
  return (typed) => {
    const text = typed.trim().toLowerCase();
    const address = text.startsWith('http://') ? text : `http://${text}`;
    if (!URL.canParse(address)) return null;
    const url = new URL(address);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (url.href !== `http://${url.host}/` || isIP(host) === 0) return null;
    return named.has(url.host) || (url.port === '' && isListed(host)) ? url.host : null;
  };
};
