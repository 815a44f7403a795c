import fc from 'fast-check';
import mqttPacket from 'mqtt-packet';
import { expect, test } from 'vitest';
import { createPacketGauge } from './broker-client.ts';

const max = 300;
const packet = fc.oneof(
  fc.constant(mqttPacket.generate({ cmd: 'pingreq' })),
  fc
    .string({ minLength: 0, maxLength: 280 })
    .map((payload) =>
      mqttPacket.generate({ cmd: 'publish', topic: 't/x', payload, qos: 0, dup: false, retain: false }),
    ),
);
const cutAt = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...cuts, bytes.length].map((end, i) => bytes.subarray(cuts[i - 1] ?? 0, end));
};

test('packets may be read however they are cut, until one that is too long begins', () => {
  fc.assert(
    fc.property(
      fc.array(packet, { maxLength: 12 }),
      fc.array(fc.nat(5000), { maxLength: 12 }),
      fc.integer({ min: max + 1, max: 268_435_455 }),
      (packets, places, length) => {
        const fitting = packets.filter((one) => one.length <= max);
        const mayBeRead = createPacketGauge(max);
        for (const piece of cutAt(Buffer.concat(fitting), places)) expect(mayBeRead(piece)).toBe(true);
        const announced: number[] = [];
        for (let left = length; left > 0; left = Math.floor(left / 128))
          announced.push((left % 128) + (left >= 128 ? 128 : 0));
        expect(mayBeRead(Buffer.from([0x30, ...announced]))).toBe(false);
      },
    ),
  );
});
