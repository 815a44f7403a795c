/**
 * Reads holding registers by Modbus/TCP (MODBUS Application Protocol 1.1b3, 6.3; Messaging on TCP/IP 1.0b): the only thing that we ask by it, so a
 * library for serial lines and for writing has no place here. One connection a turn, one request at a time: many inverters take no more.
 */
import { connect, type Socket } from 'node:net';
import { type AskDevice, hostOf, PollFault } from './poll-fault.ts';

const connectMs = 5_000;
/** A unit that is not there is often not even refused. */
const answerMs = 3_000;
const readHolding = 3;
/** Transaction, protocol, length. */
const headBytes = 6;
/** Of what follows the head: unit, function, a count, 125 registers. */
const maxRestBytes = 253;

interface Waiting {
  readonly id: number;
  readonly unit: number;
  readonly count: number;
  readonly settle: (answer: string | PollFault) => void;
}

interface Line {
  readonly socket: Socket;
  waiting: Waiting | null;
}

/** A register as it is asked for: `unit/register/count`. */
const requestOf = (id: number, [unit = 0, register = 0, count = 0]: readonly number[]): Buffer => {
  const request = Buffer.alloc(12);
  [id, 0, 6].forEach((word, at) => request.writeUInt16BE(word, at * 2));
  request.writeUInt8(unit, 6);
  request.writeUInt8(readHolding, 7);
  request.writeUInt16BE(register, 8);
  request.writeUInt16BE(count, 10);
  return request;
};

/** What a whole answer says; undefined: it is none to what waits. */
const answerIn = (frame: Buffer, { id, unit, count }: Waiting): string | PollFault | undefined => {
  // One that comes after its time is of an earlier request.
  if (frame.readUInt16BE(0) !== id || frame.readUInt8(6) !== unit) return undefined;
  const said = frame.readUInt8(7);
  if (said === readHolding + 128) return new PollFault('absent');
  const isWhole = said === readHolding && frame.length === 9 + count * 2 && frame.readUInt8(8) === count * 2;
  return isWhole ? frame.subarray(9).toString('hex') : new PollFault('not-understood');
};

export const openModbus = (address: string): AskDevice => {
  let line: Promise<Line> | null = null;
  let current: Socket | null = null;
  let id = 0;

  const open = (): Promise<Line> =>
    new Promise((resolve, reject) => {
      const socket = connect(hostOf(address, 'modbus'));
      current = socket;
      const opened: Line = { socket, waiting: null };
      let bytes = Buffer.alloc(0);
      socket.setNoDelay(true);
      socket.setTimeout(connectMs, () => socket.destroy());
      socket.once('connect', () => {
        socket.setTimeout(0);
        resolve(opened);
      });
      socket.on('data', (piece: Buffer) => {
        bytes = Buffer.concat([bytes, piece]);
        for (;;) {
          if (bytes.length < headBytes) return;
          const rest = bytes.readUInt16BE(4);
          if (bytes.readUInt16BE(2) !== 0 || rest < 3 || rest > maxRestBytes) {
            opened.waiting?.settle(new PollFault('not-understood'));
            return void socket.destroy();
          }
          if (bytes.length < headBytes + rest) return;
          const answer = opened.waiting && answerIn(bytes.subarray(0, headBytes + rest), opened.waiting);
          bytes = bytes.subarray(headBytes + rest);
          if (answer !== null && answer !== undefined) opened.waiting?.settle(answer);
        }
      });
      socket.on('error', () => {});
      socket.once('close', () => {
        if (current === socket) line = null;
        opened.waiting?.settle(new PollFault('unreachable'));
        reject(new PollFault('unreachable'));
      });
    });

  const exchange = (one: Line, asked: readonly number[]): Promise<string> =>
    new Promise((resolve, reject) => {
      id = (id + 1) % 65_536;
      const timer = setTimeout(() => settle(new PollFault('silent')), answerMs);
      const settle = (answer: string | PollFault): void => {
        clearTimeout(timer);
        one.waiting = null;
        if (answer instanceof PollFault) reject(answer);
        else resolve(answer);
      };
      one.waiting = { id, unit: asked[0] ?? 0, count: asked[2] ?? 0, settle };
      one.socket.write(requestOf(id, asked));
    });

  const rest = (): void => {
    current?.destroy();
    line = null;
  };
  return {
    ask: async (topic) => exchange(await (line ??= open()), topic.split('/').map(Number)),
    rest,
    close: rest,
  };
};
