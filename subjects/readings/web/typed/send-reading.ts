/** From the outbox to the service. */
import type { CounterUnit, Utility } from '#catalogue/index.ts';
import { notTaken } from '#shell/data/browser-outbox.ts';
import type { Sending } from '#shell/data/outbox.ts';
import { ServiceError } from '#shell/data/service-error.ts';
import { callService } from '#shell/data/service.ts';
import { askTables, TableError } from '#shell/data/tables.ts';
import { sessionState } from '#shell/session/session.ts';
import { failureCode } from '#shell/text/failure-messages.ts';
import { makeRepair } from '../../contract/repairs.ts';

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

export async function sendReading({ meter, at, value, said }: TypedReading): Promise<Sending> {
  try {
    const id = typeof meter === 'number' ? meter : await makeMeter(meter);
    const wish = { kind: 'add', meter: id, at, value, ...(said && { said }) } as const;
    return { result: 'sent', answer: (await callService(makeRepair, { body: { wish } })).id };
  } catch (error) {
    const code = codeOf(error);
    // It arrived before, and the answer was lost.
    return code === 'repair-nothing' ? { result: 'sent', answer: null } : notTaken(code);
  }
}

/** The device has its id from here, so that a second sending finds what the first one made; its meter comes with it. */
async function makeMeter({ deviceId: id, householdId, unit, ...device }: NewMeter): Promise<number> {
  const session = sessionState();
  const userId = session.status === 'signed-in' ? session.user.id : '';
  const row = { id, household_id: householdId, user_id: userId, ...device };
  const findMeter = async () => {
    const found = await askTables<{ id: number }[]>((tables) =>
      tables.from('meters').update({ register_unit: unit }).eq('device_id', id).select('id'),
    );
    return found[0]?.id;
  };
  const before = await findMeter();
  if (before !== undefined) return before;
  await askTables((tables) => tables.from('connected_devices').insert(row));
  const made = await findMeter();
  if (made === undefined) throw new ServiceError('not-found', 404, 'the meter is not there');
  return made;
}

function codeOf(error: unknown): string {
  if (!(error instanceof TableError)) return error instanceof ServiceError ? error.code : 'internal';
  return failureCode({ code: error.status === 0 ? 'network' : error.code, error: error.message });
}
