import { expect, test } from 'vitest';
import { createPollGuard, pollNetworks } from './networks.ts';

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
