import type { CounterUnit, Utility } from '#catalogue/index.ts';
import type { OutboxKind } from '#shell/data/outbox.ts';
import { queryClient } from '#shell/data/query-client.ts';

/** A meter that comes with its first reading. */
export interface NewMeter {
  deviceId: string;
  householdId: string;
  name: string;
  room: string;
  utility: Utility;
  unit: CounterUnit;
}

export interface TypedReading {
  meter: number | NewMeter;
  at: string;
  /** Wh or mL. */
  value: number;
  said?: 'new-meter' | 'right';
  /** For whoever looks at what waits: the meter's name, and what was typed. */
  name: string;
  shown: string;
}

export const typedReadings: OutboxKind<TypedReading> = {
  name: 'typed-reading',
  latestWins: false,
  // Every page knows of it, few send any: how comes with the dialog, or once there is a connection again.
  send: (reading) => import('./send-reading.ts').then((module) => module.sendReading(reading)),
  arrived: () => void queryClient.invalidateQueries(),
  words: async ({ name, shown }) => ({ title: `${name}: ${shown}` }),
};
