/**
 * SMA's Energy Meter and Sunny Home Manager 2.0: each second they tell everybody in the network what they have counted both ways (SMA Energy Meter
 * Protocol, EMETER-Protokoll-TI). Nothing needs to be switched on for it, and nobody is asked: what comes from the meter's own address is heard.
 * SMA's inverters are read by SunSpec.
 */
import { defineSource, type DeviceUpdate, otherRegister, type PollParser } from '../source.ts';

const source = 'sma';
const topic = 'datagram';
const begin = Buffer.from('SMA\0');
/** Of the tag that data of energy meters stand in, and of the protocol in it, plain and extended. */
const tag = 0x00_10;
const protocols: readonly number[] = [0x60_69, 0x60_81];
const firstValue = 28;
/** `channel.measure.kind`: counters in Ws, eight bytes each; powers in tenths of a watt. */
const counterKind = 8;
const names = { drawn: '1.8', returned: '2.8', drawing: '1.4', returning: '2.4' } as const;
const wattSecondsOfWh = 3600;

const createParser = (): PollParser => {
  let device: string | null = null;
  return {
    get device() {
      return device;
    },
    topics: [topic],
    read: ({ payload }) => {
      const told = figuresIn(Buffer.from(payload, 'hex'));
      if (told === null) return [];
      device = told.serial;
      const of = {
        source,
        device,
        part: '',
        name: 'Energy meter',
        model: 'SMA',
        room: 'whole_home',
      } as const satisfies Partial<DeviceUpdate>;
      const { drawn, returned, drawing = 0, returning = 0 } = told;
      return [
        { source, device, isOnline: true },
        { ...of, utility: 'electricity', total: drawn, power: drawing - returning },
        ...otherRegister(of, returned),
      ];
    },
  };
};

export const sma = defineSource({
  id: source,
  label: 'SMA Energy Meter',
  reads:
    'what the Energy Meter and the Sunny Home Manager 2.0 tell by Speedwire: what was taken from the grid, and what went back',
  poll: { everyS: 10, by: 'speedwire', createParser },
});

interface Told {
  readonly serial: string;
  readonly drawn: number;
  readonly returned: number | undefined;
  readonly drawing: number | undefined;
  readonly returning: number | undefined;
}

/** Other devices speak at the same place, the same one of other things. */
export function isOfEnergyMeter(bytes: Buffer): boolean {
  if (bytes.length < firstValue || !bytes.subarray(0, 4).equals(begin)) return false;
  return bytes.readUInt16BE(14) === tag && protocols.includes(bytes.readUInt16BE(16));
}

/** Null: no datagram of an energy meter that is whole. */
function figuresIn(bytes: Buffer): Told | null {
  if (!isOfEnergyMeter(bytes)) return null;
  // From the protocol on.
  const end = 16 + bytes.readUInt16BE(12);
  if (end > bytes.length) return null;
  const values = new Map<string, number>();
  for (let at = firstValue; at + 8 <= end; ) {
    const [channel = 0, measure = 0, kind = 0] = bytes.subarray(at, at + 3);
    const isCounter = kind === counterKind;
    if (isCounter && at + 12 > end) break;
    // The first byte counts channels of the whole; what is of another one (the version) is passed over.
    const value = isCounter ? Number(bytes.readBigUInt64BE(at + 4)) / wattSecondsOfWh : bytes.readUInt32BE(at + 4) / 10;
    if (channel === 0) values.set(`${measure}.${kind}`, value);
    at += isCounter ? 12 : 8;
  }
  const [drawn, returned] = [values.get(names.drawn), values.get(names.returned)];
  if (drawn === undefined) return null;
  const serial = String(bytes.readUInt32BE(20));
  return { serial, drawn, returned, drawing: values.get(names.drawing), returning: values.get(names.returning) };
}
