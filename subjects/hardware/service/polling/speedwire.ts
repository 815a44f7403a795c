/** Listens where SMA's meters tell the network what they count: a turn waits for the next datagram that comes from the meter's address. Nothing is ever sent. */
import { createSocket, type RemoteInfo } from 'node:dgram';
import { isOfEnergyMeter } from '../../sources/index.ts';
import { type AskDevice, hostOf, PollFault } from './poll-fault.ts';

/** SMA's own, the same in every home. */
const group = '239.12.255.254';
/** They speak every second. */
const silentMs = 5_000;

export const openSpeedwire = (address: string): AskDevice => {
  const { host, port } = hostOf(address, 'speedwire');
  let socket: ReturnType<typeof createSocket> | null = null;
  let settle: ((answer: string | PollFault) => void) | null = null;

  const end = (): void => {
    socket?.close();
    socket = null;
    settle?.(new PollFault('unreachable'));
  };
  const listen = (): void => {
    const one = createSocket({ type: 'udp4', reuseAddr: true });
    socket = one;
    one.on('message', (bytes: Buffer, { address: from }: RemoteInfo) => {
      if (from === host && isOfEnergyMeter(bytes)) settle?.(bytes.toString('hex'));
    });
    one.on('error', () => {
      if (socket === one) end();
    });
    // What stands on this machine sends here alone.
    const isHere = host.startsWith('127.');
    one.bind(port, isHere ? '127.0.0.1' : undefined, () => {
      if (!isHere) one.addMembership(group);
    });
  };

  return {
    ask: () =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => settle?.(new PollFault('unreachable')), silentMs);
        settle = (answer) => {
          clearTimeout(timer);
          settle = null;
          if (answer instanceof PollFault) reject(answer);
          else resolve(answer);
        };
        if (socket === null) listen();
      }),
    // It stays a member of the group: whoever leaves and joins each turn misses what switches have learned.
    rest: () => {},
    close: end,
  };
};
