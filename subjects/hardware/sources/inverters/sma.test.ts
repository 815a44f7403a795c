import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzz } from '#apps/service/testing/fuzz.ts';
import { sma } from './sma.ts';
import { energyMeterDatagram } from '../testing-samples.ts';

const read = (payload: string) => sma.poll.createParser().read({ topic: 'datagram', payload, isRetained: false });

test('an energy meter tells what it has counted both ways, in Ws, and what flows now', () => {
  const parser = sma.poll.createParser();
  const payload = energyMeterDatagram({ drawn: 3_600n * 12_345_678n + 1_800n, returned: 7_200n });
  expect(parser.device).toBeNull();
  expect(parser.read({ topic: 'datagram', payload, isRetained: false })).toEqual([
    { source: 'sma', device: '1900203015', isOnline: true },
    {
      source: 'sma',
      device: '1900203015',
      part: '',
      name: 'Energy meter',
      model: 'SMA',
      room: 'whole_home',
      utility: 'electricity',
      total: 12_345_678.5,
      power: 1234.5,
    },
    {
      source: 'sma',
      device: '1900203015',
      part: 'returned',
      registerOf: '',
      flow: 'returned',
      name: 'Energy meter',
      model: 'SMA',
      room: 'whole_home',
      utility: 'electricity',
      total: 2,
    },
  ]);
  expect(parser.device).toBe('1900203015');
});

test('what inverters say to each other there, what is cut off, and what is none of SMA says nothing', () => {
  const whole = energyMeterDatagram({ drawn: 3_600n, returned: 0n });
  const question = '534d4100000402a0ffffffff0000002000000000';
  const inverter = whole.replace('00106069', '00106065');
  for (const payload of [question, inverter, whole.slice(0, -20), `00${whole}`, '', 'zz'])
    expect(read(payload)).toEqual([]);
});

test('whatever comes, what is read is a figure', () => {
  const [head, rest] = [energyMeterDatagram({ drawn: 1n, returned: 1n }).slice(0, 32), 56];
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      for (const { total = 0 } of read(head + Buffer.from(bytes).toString('hex').padEnd(rest, '0')))
        expect(total).toBeGreaterThanOrEqual(0);
    }),
    fuzz,
  );
});
