import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dsmr, splitTelegrams } from './dsmr.ts';

const telegram = (...lines: string[]) => ['/ISK5\\2M550T-1012', '', ...lines, '!', ''].join('\r\n');
const port = dsmr.tcp.createParser();
const read = (payload: string) => port.read({ topic: 'p1', payload, isRetained: false });
const power = telegram('1-0:1.8.1(000001.500*kWh)');

test('however the port’s words are cut, each telegram comes once and whole', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 5 }),
      (cuts, count) => {
        const said = `half of one 1)\r\n!\r\n${power.repeat(count)}/begun`;
        const { feed } = splitTelegrams();
        const found: string[] = [];
        for (let at = 0, i = 0; at < said.length; i += 1) {
          const size = cuts[i % cuts.length] as number;
          found.push(...feed(said.slice(at, at + size)));
          at += size;
        }
        expect(found).toEqual(Array.from({ length: count }, () => power));
      },
    ),
  );
});

test('a port that says nothing of use is not kept', () => {
  const { feed } = splitTelegrams();
  for (let i = 0; i < 100; i += 1) expect(feed('/x'.repeat(1000))).toEqual([]);
  expect(feed(`\r\n${power}`)).toEqual([power]);
});

test('what is taken and each water meter are channels; what is no telegram is none', () => {
  const water = [
    '0-1:24.1.0(007)',
    '0-1:24.2.1(200512134558S)(00012.500*m3)',
    '0-2:24.1.0(007)',
    '0-2:24.2.1(200512134558S)(00001.000*m3)',
  ];
  const heard = read(telegram('1-0:1.8.1(000001.500*kWh)', ...water));
  expect(heard).toMatchObject([
    {
      source: 'dsmr',
      device: 'ISK5\\2M550T-1012',
      part: 'electricity',
      utility: 'electricity',
      total: 1500,
      room: 'whole_home',
    },
    { part: 'water-1', name: 'Water meter 1', utility: 'water', total: 12_500_000 },
    { part: 'water-2', name: 'Water meter 2', total: 1_000_000 },
  ]);
  expect(read(power.replace('!', '!0000'))).toEqual([]);
});

const folder = fileURLToPath(new URL('../../../../shared/data/dsmr_p1/', import.meta.url));
test.skipIf(!existsSync(folder))('telegrams of real meters come out of a stream as they are', () => {
  const names = ['telegram_v2_2.txt', 'telegram_v4_2.txt', 'telegram_v5.txt', 'telegram_fluvius_v171.txt'];
  const texts = names.map((name) => readFileSync(folder + name, 'latin1'));
  const found = splitTelegrams().feed(texts.map((text) => `${text.trimEnd()}\r\n`).join(''));
  expect(found).toHaveLength(names.length);
  for (const payload of found) expect(read(payload).length).toBeGreaterThan(0);
});
