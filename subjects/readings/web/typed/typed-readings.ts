import type { OutboxKind } from '#shell/data/outbox.ts';
import { queryClient } from '#shell/data/query-client.ts';
import type { TypedReading } from './send-reading.ts';

export const typedReadings: OutboxKind<TypedReading> = {
  name: 'typed-reading',
  latestWins: false,
  // Every page knows of it, few send any: how comes with the dialog, or once there is a connection again.
  send: (reading) => import('./send-reading.ts').then((module) => module.sendReading(reading)),
  arrived: () => void queryClient.invalidateQueries(),
  words: async ({ name, shown }) => ({ title: `${name}: ${shown}` }),
};
