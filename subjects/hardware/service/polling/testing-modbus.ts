/** A device that speaks Modbus/TCP as its documentation says, with SunSpec's models at register 40000; a test changes what it says. */
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { registers } from '../../sources/testing-samples.ts';

export type Model = readonly [id: number, length: number, values: Readonly<Record<number, number | bigint | string>>];

/** Values by their place as the specification counts: numbers one register, bigints two, texts as long as they are. */
const bodyOf = ([id, length, values]: Model): Buffer => {
  const bytes = Buffer.alloc((length + 2) * 2);
  bytes.writeUInt16BE(id, 0);
  bytes.writeUInt16BE(length, 2);
  for (const [place, value] of Object.entries(values)) {
    const at = Number(place) * 2;
    if (typeof value === 'bigint') bytes.writeUInt32BE(Number(value), at);
    else if (typeof value === 'string') bytes.write(value, at, 'latin1');
    else Buffer.from(registers(value), 'hex').copy(bytes, at);
  }
  return bytes;
};

export const commonModel = (maker: string, model: string, serial: string, options = ''): Model => [
  1,
  66,
  { 2: maker, 18: model, 34: options, 50: serial },
];
export const floatWords = (value: number): bigint => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatBE(value);
  return BigInt(bytes.readUInt32BE());
};

/** From the marker to the end. */
export const mapOf = (...models: readonly Model[]): Buffer =>
  Buffer.concat([Buffer.from('SunS'), ...models.map(bodyOf), Buffer.from('ffff0000', 'hex')]);

/** What stands at `unit/register/count`; null: nothing. */
export const registersAt = (map: Buffer, base: number, register: number, count: number): string | null => {
  const [from, to] = [(register - base) * 2, (register - base + count) * 2];
  return from < 0 || to > map.length ? null : map.subarray(from, to).toString('hex');
};

export const openModbusDevice = async (base = 40_000) => {
  const state = {
    units: new Map<number, Buffer>(),
    /** Asked about a unit that is not there, it says nothing at all. */
    isSilent: false,
    /** A case puts other bytes in the place of an answer. */
    answer: undefined as ((request: Buffer, socket: Socket) => void) | undefined,
    asked: [] as string[],
    connections: 0,
    most: 0,
  };
  const reply = (request: Buffer, pdu: Buffer): Buffer => {
    const head = Buffer.alloc(7);
    request.copy(head, 0, 0, 4);
    head.writeUInt16BE(pdu.length + 1, 4);
    head.writeUInt8(request.readUInt8(6), 6);
    return Buffer.concat([head, pdu]);
  };
  const handle = (request: Buffer, socket: Socket): void => {
    const [unit, register, count] = [request.readUInt8(6), request.readUInt16BE(8), request.readUInt16BE(10)];
    state.asked.push(`${unit}/${register}/${count}`);
    if (state.answer) return state.answer(request, socket);
    const map = state.units.get(unit);
    if (map === undefined && state.isSilent) return;
    const found = map && registersAt(map, base, register, count);
    const bytes = Buffer.from(found ?? '', 'hex');
    const pdu = found ? Buffer.concat([Buffer.from([3, bytes.length]), bytes]) : Buffer.from([131, 2]);
    const whole = reply(request, pdu);
    // In two pieces, as a network may bring it.
    socket.write(whole.subarray(0, 5));
    socket.write(whole.subarray(5));
  };
  const server: Server = createServer((socket) => {
    state.connections += 1;
    state.most = Math.max(state.most, state.connections);
    let bytes = Buffer.alloc(0);
    socket.on('data', (piece: Buffer) => {
      bytes = Buffer.concat([bytes, piece]);
      for (; bytes.length >= 12; bytes = bytes.subarray(12)) handle(bytes.subarray(0, 12), socket);
    });
    socket.on('error', () => {});
    socket.on('close', () => (state.connections -= 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { state, reply, port, close: () => new Promise((resolve) => server.close(resolve)) };
};
