/** Switching for real: the command goes to the device, and what it says itself is the answer. */
import { getTimes } from 'suncalc';
import { type OffsetAt, zoneOffsets } from '#catalogue/zone-clock.ts';
import type { Changes } from '#kernel/changes.ts';
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { SwitchAnswer } from '../contract/hardware.ts';
import { nextRun, type RunPlan, type SunAt } from '../domain/next-run.ts';

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
        // What is simulated has answered already.
        await look();
        return (await Promise.race([confirmed, late])) ?? (await giveUp(household, command));
      } finally {
        stop();
      }
    },
  };
};

// Switches what is due, and works out when it is due next. Of several services one alone runs each.

interface ScheduleRow {
  readonly household_id: string;
  readonly schedule_id: string;
  readonly device_id: string;
  readonly is_on: boolean;
  readonly days: number;
  readonly minute: number | null;
  readonly sun: RunPlan['sun'];
  readonly offset_min: number;
  /** Null: not worked out yet. */
  readonly due_at: number | null;
  readonly time_zone: string;
  readonly latitude: string | null;
  readonly longitude: string | null;
  /** Whether who set it may still switch there. */
  readonly may_run: boolean;
}

/** What was missed for longer, because nothing ran, is not made up for: nobody expects a heater to go on at dawn that was due at dusk. */
const lateS = 600;

const offsets = new Map<string, OffsetAt>();
const offsetsOf = (timeZone: string): OffsetAt => {
  const known = offsets.get(timeZone) ?? zoneOffsets(timeZone);
  offsets.set(timeZone, known);
  return known;
};

const sunOver =
  (latitude: string | null, longitude: string | null): SunAt =>
  (event, noon) => {
    if (latitude === null || longitude === null) return null;
    const at = getTimes(new Date(noon * 1000), Number(latitude), Number(longitude))[event];
    return at === null ? null : at.getTime() / 1000;
  };

const nextOf = (row: ScheduleRow, now: number): number | null =>
  nextRun(
    { days: row.days, minute: row.minute, sun: row.sun, offsetMin: row.offset_min },
    Math.max(now, row.due_at ?? 0),
    offsetsOf(row.time_zone),
    sunOver(row.latitude, row.longitude),
  );

/** `now` in seconds since 1970. */
export const runSchedules = async (sql: Sql, switching: Switching, now: number): Promise<void> => {
  const rows = await sql<ScheduleRow[]>`select * from private.schedules_to_look_at(${now})`;
  await Promise.all(
    rows.map(async (row) => {
      const [settled] = await sql<{ mine: boolean }[]>`
        select private.settle_schedule(${row.household_id}, ${row.schedule_id}, ${row.due_at}, ${nextOf(row, now)}) as mine`;
      const isDue = row.may_run && row.due_at !== null && now - row.due_at <= lateS;
      if (settled?.mine && isDue) await switching.switchDevice(null, row.household_id, row.device_id, row.is_on);
    }),
  );
};
