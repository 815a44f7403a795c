/** What was heard and not understood: kept for the household to see, the latest of each place, and seldom written. */
import type { Sql } from '#kernel/db.ts';
import type { Unread as UnreadItem } from '#subjects/hardware/sources/index.ts';

interface UnreadMessage extends UnreadItem {
  /** How it came in: the source, or what several of them share. */
  readonly door: string;
}

export interface Unread {
  /** Resolves when it is kept, or is so already. Never fails: what was not understood is no reason to refuse what was. */
  note(household: string, messages: readonly UnreadMessage[]): Promise<void>;
}

const everyMs = 10 * 60_000;
const maxRemembered = 10_000;
const maxPayload = 4000;
const maxPlace = 200;
/** What neither a database nor a page can hold: NUL and halves of characters. */
const unsound = /[\0\p{Cs}]/gu;
const sound = (text: string, max: number): string => text.replace(unsound, '').slice(0, max);

export const createUnread = (sql: Sql, now: () => number, warn: (error: unknown) => void = () => {}): Unread => {
  /** By household and place: when it was written last, and how often it was heard since. */
  const seen = new Map<string, { at: number; times: number }>();

  const isDue = (key: string): number | null => {
    const last = seen.get(key);
    if (last && now() - last.at < everyMs) {
      last.times += 1;
      return null;
    }
    if (seen.size >= maxRemembered) seen.delete(seen.keys().next().value as string);
    seen.delete(key);
    seen.set(key, { at: now(), times: 0 });
    return (last?.times ?? 0) + 1;
  };

  return {
    note: async (household, messages) => {
      const notes = messages.flatMap(({ door, place, reason, payload }) => {
        const times = isDue(JSON.stringify([household, door, place, reason]));
        const at = sound(place, maxPlace).trim() || '?';
        return times === null ? [] : [{ door, place: at, reason, payload: sound(payload, maxPayload), times }];
      });
      // Of two at one place in one statement the last stays.
      const single = [...new Map(notes.map((one) => [one.door + one.place, one])).values()];
      if (single.length === 0) return;
      await sql`select private.note_unread(${household}, ${sql.json(single)})`.catch(warn);
    },
  };
};
