/** Switching for real: the command goes to the device, and what it says itself is the answer. */
import type { SwitchAnswer } from '../contract/hardware.ts';
import type { Changes } from '#kernel/changes.ts';
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';

type Result = SwitchAnswer['result'];

export interface Switching {
  /**
   * `person` null: nobody, it was due in that household. `household` null: any of the person's. Null: there is no such device for
   * this person. Throws `room-not-yours`.
   */
  switchDevice(person: string | null, household: string | null, device: string, on: boolean): Promise<Result | null>;
}

const patienceMs = 5_000;

export const createSwitching = (sql: Sql, changes: Pick<Changes, 'subscribe'>): Switching => {
  const resultOf = async (household: string, command: string): Promise<Result | null> => {
    const [row] = await sql<
      { result: Result | null }[]
    >`select private.command_result(${household}, ${command}) as result`;
    return row?.result ?? null;
  };
  const giveUp = async (household: string, command: string): Promise<Result> => {
    const [row] = await sql<{ result: Result }[]>`select private.give_up_command(${household}, ${command}) as result`;
    return row?.result ?? 'no-answer';
  };

  return {
    switchDevice: async (person, where, device, on) => {
      const [asked] = await sql<{ command_id: string | null; household_id: string }[]>`
        select * from private.ask_to_switch(${person}, ${where}, ${device}, ${on})`;
      if (!asked) return null;
      const { command_id: command, household_id: household } = asked;
      if (command === null) throw new ProblemError('room-not-yours');
      let settle: (result: Result) => void = () => {};
      const confirmed = new Promise<Result>((resolve) => (settle = resolve));
      const look = async (): Promise<void> => {
        const result = await resultOf(household, command);
        if (result) settle(result);
      };
      const stop = changes.subscribe([household], (what) => void (what === 'devices' && look().catch(() => {})));
      const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs));
      try {
        await sql`select pg_notify('wattershed_commands', ${`${household} ${command}`})`;
        return (await Promise.race([confirmed, late])) ?? (await giveUp(household, command));
      } finally {
        stop();
      }
    },
  };
};
