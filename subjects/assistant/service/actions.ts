/** What the assistant would switch: proposed by it, done by the person's press alone, once and in time. */
import type { AssistantAction, PressAnswer } from '../contract/assistant.ts';
import type { Claims, Database } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Switching } from '#subjects/hardware/service/index.ts';
import type { Home } from './home.ts';

export type Actions = ReturnType<typeof createActions>;

export interface ActionsDeps {
  readonly database: Pick<Database, 'asUser' | 'engine'>;
  readonly switching: Switching;
}

export interface Proposal {
  readonly device: string;
  readonly on: boolean;
}

const minutesToPress = 10;

interface Pressed {
  household_id: string;
  device_id: string;
  wanted: boolean;
  commands: boolean;
}

export const createActions = ({ database, switching }: ActionsDeps) => {
  const sql = database.engine;

  /** Nothing here commands the device: its state is written down, under the person's own policies. */
  const note = async (person: Claims, { household_id, device_id, wanted }: Pressed): Promise<'noted'> => {
    const { count } = await database.asUser(
      person,
      (tx) => tx`update public.connected_devices set is_active = ${wanted}
        where household_id = ${household_id} and id = ${device_id}`,
    );
    if (count === 0) throw new ProblemError('forbidden');
    return 'noted';
  };

  const command = async (
    person: Claims,
    { household_id, device_id, wanted }: Pressed,
  ): Promise<'done' | 'no-answer'> => {
    const result = await switching.switchDevice(person.sub, household_id, device_id, wanted);
    if (result === null) throw new ProblemError('forbidden');
    return result === 'confirmed' ? 'done' : 'no-answer';
  };

  return {
    /** Null where this person may not switch that device. */
    propose: async (userId: string, home: Home, { device, on }: Proposal): Promise<AssistantAction | null> => {
      const known = home.devices.find(({ id }) => id === device);
      if (!known) return null;
      const [row] = await sql<{ id: string; until: Date }[]>`
        select * from private.propose_switch(${userId}, ${home.id}, ${device}, ${on}, ${minutesToPress})`;
      if (!row) return null;
      const { id, name, room, commands } = known;
      return { id: row.id, device: { id, name, room, commands }, on, until: row.until.toISOString() };
    },
    /** Throws `action-over` for one that was pressed before, is too old, or is not this person's. */
    press: async (person: Claims, action: string, isAgreed: boolean): Promise<PressAnswer['result']> => {
      const [pressed] = await sql<Pressed[]>`
        select * from private.press_action(${person.sub}, ${action}, ${isAgreed})`;
      if (!pressed) throw new ProblemError('action-over');
      if (!isAgreed) return 'declined';
      const settle = (result: PressAnswer['result']) =>
        sql`select private.settle_action(${pressed.household_id}, ${action}, ${result})`;
      try {
        const result = await (pressed.commands ? command(person, pressed) : note(person, pressed));
        await settle(result);
        return result;
      } catch (error) {
        // Whatever became of it, nobody heard: it is not left open.
        await settle('no-answer').catch(() => {});
        throw error;
      }
    },
  };
};
