import type { CounterUnit, Utility } from '#catalogue/index.ts';
import { notTaken } from '#shell/data/browser-outbox.ts';
import type { OutboxKind } from '#shell/data/outbox.ts';
import { queryClient } from '#shell/data/query-client.ts';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { thrownCode } from '#shell/text/failure-messages.ts';
import { makeRepair } from '../../contract/repairs.ts';

/** A meter that comes with its first reading: a device of the person who reads it. */
interface NewMeter {
  device: { id: string; household_id: string; user_id: string; name: string; room: string; utility: Utility };
  unit: CounterUnit;
}

export interface TypedReading {
  meter: number | NewMeter;
  at: string;
  /** Wh or mL. */
  value: number;
  said?: 'new-meter' | 'right';
  /** For whoever looks at what waits: the meter and what it shows. */
  title: string;
}

export const typedReadings: OutboxKind<TypedReading> = {
  name: 'typed-reading',
  latestWins: false,
  send: async ({ meter: of, at, value, said }) => {
    try {
      const meter = typeof of === 'number' ? of : await makeMeter(of);
      const answer = await callService(makeRepair, {
        body: { wish: { kind: 'add', meter, at, value, ...(said && { said }) } },
      });
      return { result: 'sent', answer: answer.id };
    } catch (error) {
      return notTaken(thrownCode(error));
    }
  },
  // On which meters there are, and what they read, stands nearly everything.
  arrived: () => void queryClient.invalidateQueries(),
  words: async ({ title }) => ({ title }),
};

/** The device has its id from here, so that a second sending finds what the first one made; its meter comes with it. */
async function makeMeter({ device, unit }: NewMeter): Promise<number> {
  const findMeters = () =>
    askTables<{ id: number }[]>((tables) =>
      tables.from('meters').update({ register_unit: unit }).eq('device_id', device.id).select('id'),
    );
  let [meter] = await findMeters();
  if (meter === undefined) {
    await askTables((tables) => tables.from('connected_devices').insert(device));
    [meter] = await findMeters();
  }
  // Every device has one.
  return (meter as { id: number }).id;
}
