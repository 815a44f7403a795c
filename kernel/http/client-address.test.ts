import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { addressKey, believes, clientAddress, createPollGuard, pollNetworks } from './client-address.ts';

const root = join(import.meta.dirname, '../..');
const askedFrom = (ip: string, remoteAddress = '127.0.0.1') => ({ ip, socket: { remoteAddress } }) as FastifyRequest;

test('an address is told plainly, whatever a proxy hangs on to it; what is none counts as the proxy', () => {
  expect(
    ['203.0.113.7:4711', '[2001:db8::7]:4711', '::ffff:203.0.113.7', 'fe80::1%eth0'].map((ip) =>
      clientAddress(askedFrom(ip)),
    ),
  ).toEqual(['203.0.113.7', '2001:db8::7', '203.0.113.7', 'fe80::1']);
  for (const ip of ['unknown', '_hidden', '', '1.2.3', 'x'.repeat(9000)])
    expect(clientAddress(askedFrom(ip))).toBe('127.0.0.1');
  expect(addressKey(clientAddress(askedFrom('[2001:DB8:1:2::7]:4711')))).toBe('2001:db8:1:2');
});

test.each([
  [
    'one proxy, by its count, on this machine or in the house',
    1,
    ['127.0.0.1', '10.0.0.2', '192.168.1.4', 'fd00::2', '::ffff:172.18.0.2'],
    ['203.0.113.7', '2001:db8::7'],
  ],
  [
    'a network',
    ['172.30.32.0/23'],
    ['172.30.32.2', '172.30.33.9', '::ffff:172.30.32.2'],
    ['172.30.34.1', '127.0.0.1', 'unknown'],
  ],
  [
    'a name for networks, and an address',
    ['loopback', '203.0.113.7'],
    ['127.0.0.9', '::1', '203.0.113.7'],
    ['203.0.113.8', '10.0.0.1'],
  ],
  ['no proxy at all', 0, [], ['127.0.0.1']],
] as const)('%s: who is connected is believed, or is not', (_what, trusted, yes, no) => {
  const isBelieved = believes(trusted);
  if (isBelieved === false) throw new Error('nobody would be believed');
  expect(yes.map((address) => isBelieved(address, 0))).toEqual(yes.map(() => true));
  expect(no.map((address) => isBelieved(address, 0))).toEqual(no.map(() => false));
});

test('a count believes so many and no more, wherever the further ones are', () => {
  const two = believes(2);
  if (two === false) throw new Error('nobody would be believed');
  expect([two('127.0.0.1', 0), two('203.0.113.1', 1), two('203.0.113.7', 2)]).toEqual([true, true, false]);
});

test('nobody else reads where a request came from', () => {
  const files = ['apps/service', 'kernel', 'subjects']
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((file) => join(root, room, file)),
    )
    .filter((file) => file.endsWith('.ts') && !/test|dist|client-address\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(300);
  const others = files.filter((file) => /request\.ips?\b|x-forwarded-for/.test(readFileSync(file, 'utf8')));
  expect(others).toEqual([]);
});

const guard = (list: string) => createPollGuard(pollNetworks.parse(list));

test('a device is asked where the operator says, however its address is written', () => {
  const at = guard('192.168.1.0/24, fd00::/8, 10.0.0.5:8080');
  for (const [typed, asked] of [
    ['192.168.1.20', '192.168.1.20'],
    [' http://192.168.1.20/ ', '192.168.1.20'],
    ['HTTP://192.168.1.20:80', '192.168.1.20'],
    ['192.168.1.020', '192.168.1.16'],
    ['3232235796', '192.168.1.20'],
    ['[fd00::7]', '[fd00::7]'],
    ['10.0.0.5:8080', '10.0.0.5:8080'],
  ] as const)
    expect([typed, at(typed)]).toEqual([typed, asked]);
});

test.each([
  '192.168.2.20',
  '127.0.0.1',
  '169.254.169.254',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '2130706433',
  '0x7f000001',
  'localhost',
  'p1meter.local',
  '192.168.1.20.nip.io',
  '192.168.1.20:22',
  '10.0.0.5',
  '10.0.0.5:8081',
  'https://192.168.1.20',
  'http://user:word@192.168.1.20',
  'http://192.168.1.20@127.0.0.1',
  'http://192.168.1.20/api',
  'http://192.168.1.20?x',
  'http://192.168.1.20#x',
  'file:///etc/passwd',
  '192.168.1.20\\@127.0.0.1',
  '',
  ' ',
])('nowhere else: %j', (typed) => {
  expect(guard('192.168.1.0/24, 10.0.0.5:8080')(typed)).toBeNull();
});

test('a list that is none is named; a network of length 0 would be everybody', () => {
  expect(pollNetworks.parse('Private, 10.0.0.5:8080')).toEqual(['private', '10.0.0.5:8080']);
  for (const wrong of ['house.local', '0.0.0.0/0', '10.0.0.0/33', '10.0.0.5:99999', 'home:80', '1.2.3.4, '])
    expect(pollNetworks.safeParse(wrong).success).toBe(false);
});
